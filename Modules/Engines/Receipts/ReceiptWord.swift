/// A rectangle in pixels of an upright picture, counted from its left upper corner.
public struct ReceiptBox: Sendable, Hashable {
  public let left: Int
  public let top: Int
  public let width: Int
  public let height: Int

  public init(left: Int, top: Int, width: Int, height: Int) {
    (self.left, self.top, self.width, self.height) = (left, top, max(0, width), max(0, height))
  }

  /// The smallest box that holds all of them; nil for none.
  public init?(around boxes: some Sequence<ReceiptBox>) {
    var all = boxes.makeIterator()
    guard let first = all.next() else { return nil }
    var (left, top, right, bottom) = (first.left, first.top, first.left + first.width, first.top + first.height)
    while let next = all.next() {
      (left, top) = (min(left, next.left), min(top, next.top))
      (right, bottom) = (max(right, next.left + next.width), max(bottom, next.top + next.height))
    }
    self.init(left: left, top: top, width: right - left, height: bottom - top)
  }
}

/// A recognised word of a picture.
public struct ReceiptWord: Sendable, Hashable {
  public let text: String
  public let box: ReceiptBox
  /// From 0, a guess, to 1, certain.
  public let confidence: Double
  /// The line of text in which it stands, counted from the top.
  public let line: Int

  public init(_ text: String, _ box: ReceiptBox, confidence: Double, line: Int) {
    (self.text, self.box, self.line) = (text, box, line)
    self.confidence = confidence.isFinite ? min(1, max(0, confidence)) : 0
  }
}

/// A value that was found on a receipt.
public struct ReceiptField<Value: Sendable & Hashable>: Sendable, Hashable {
  public let value: Value
  /// The share of such values that are right, from 0 to 1.
  public let confidence: Double
  public let box: ReceiptBox

  public init(_ value: Value, confidence: Double, box: ReceiptBox) {
    (self.value, self.confidence, self.box) = (value, confidence, box)
  }
}

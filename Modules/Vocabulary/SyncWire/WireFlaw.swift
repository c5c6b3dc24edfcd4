internal import JSON

/// An error in a message; the whole message is discarded.
public struct WireFlaw: Error, Sendable, Hashable {
  public let sentence: String

  public init(_ sentence: String) { self.sentence = sentence }

  /// Parses a message of at most `most` bytes to its end.
  static func reading<Value>(
    _ bytes: [UInt8], atMost most: Int, _ body: (inout JSONReader) throws(JSONFlaw) -> Value
  ) throws(WireFlaw) -> Value {
    guard bytes.count <= most else { throw WireFlaw("The text has more than \(most) bytes.") }
    var reader = JSONReader(bytes, deepest: WireBounds.depth)
    do throws(JSONFlaw) {
      let value = try body(&reader)
      try reader.finish()
      return value
    } catch {
      throw WireFlaw(error.sentence)
    }
  }
}

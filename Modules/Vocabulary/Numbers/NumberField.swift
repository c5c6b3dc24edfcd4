/// The reason why a typed number cannot be used, as a sentence that says what to enter.
public struct NumberComplaint: Error, Sendable, Hashable {
  public let sentence: String
}

// Reading the number fields of forms.
extension NumberNotation {
  /// Reads a number within a range. An empty text is no number. `example` is in plain notation.
  public func fraction(
    _ typed: String, in range: ClosedRange<Double>, such example: String
  ) throws(NumberComplaint) -> Double {
    switch read(typed) {
    case .number(let number, _) where range.contains(number): return number
    case .ambiguous(let decimal, let grouped): throw ambiguous(typed, decimal, grouped)
    case .number, .unreadable:
      throw NumberComplaint(
        sentence: "Enter a number from \(text(range.lowerBound)) to \(text(range.upperBound)), such as "
          + "\(respelled(example)).")
    }
  }

  /// Reads a whole number within a range. A sign that may separate thousands does so, where it is not the locale's
  /// decimal sign.
  public func whole(_ typed: String, in range: ClosedRange<Int>) throws(NumberComplaint) -> Int {
    let bounds = "a whole number from \(text(Double(range.lowerBound))) to \(text(Double(range.upperBound)))"
    switch read(typed) {
    case .number(let number, true), .ambiguous(_, let number):
      if let whole = Int(exactly: number), range.contains(whole) { return whole }
    case .number(_, false): throw NumberComplaint(sentence: "Enter \(bounds), without decimals.")
    case .unreadable: break
    }
    throw NumberComplaint(sentence: "Enter \(bounds).")
  }

  /// Says which two numbers the text can mean, and how to write each.
  public func ambiguous(_ typed: String, _ decimal: Double, _ grouped: Double) -> NumberComplaint {
    let sign = TypedNumber(typed)?.signs.first == .comma ? "comma" : "point"
    let (one, other) = (text(decimal), text(grouped))
    let shown = typed.filter { !$0.isWhitespace }
    return NumberComplaint(
      sentence: "\(shown) can mean \(one) or \(other). Write it without the \(sign): \(one) or \(other).")
  }
}

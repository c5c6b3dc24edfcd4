/// Formats numbers in the text of a chart, identically on every machine.
enum NumberFormat {
  /// At most two decimals from 1 up, three significant digits below, no trailing zeros.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "no number" }
    guard value != 0 else { return "0" }
    guard abs(value) < 1e15 else { return String(value) }
    var factor = 100.0
    while abs(value * factor) < 100, factor < 1e12 { factor *= 10 }
    let rounded = (value * factor).rounded() / factor
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  static func text(_ value: Double, _ unit: String?) -> String {
    guard let unit, !unit.isEmpty else { return text(value) }
    return "\(text(value)) \(unit)"
  }

  /// "1 point", "7 points".
  static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }
}

extension Writing {
  /// A number of `NumberFormat` with this decimal sign, without groups.
  func plain(_ value: Double) -> String { NumberFormat.text(value).replacing(".", with: decimal) }

  func plain(_ value: Double, _ unit: String?) -> String {
    guard let unit, !unit.isEmpty else { return plain(value) }
    return "\(plain(value)) \(unit)"
  }

  /// A text of numbers of `NumberFormat`, with this decimal sign between digits.
  func respelled(_ text: String) -> String {
    if decimal == "." { return text }
    var (written, before) = ("", Character(" "))
    var rest = Substring(text)
    while let character = rest.popFirst() {
      let isDecimal = character == "." && before.isNumber && rest.first?.isNumber == true
      written += isDecimal ? decimal : String(character)
      before = character
    }
    return written
  }
}

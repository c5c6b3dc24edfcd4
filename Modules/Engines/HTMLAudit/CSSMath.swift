/// A length with its unit.
struct CSSLength: Sendable {
  let number: Double
  let unit: String

  private static let units: Set<String> = [
    "", "px", "pt", "pc", "in", "cm", "mm", "q", "em", "rem", "ex", "ch", "%", "vw", "vh", "vmin", "vmax", "svw", "svh",
    "lvw", "lvh", "dvw", "dvh",
  ]

  init?(_ text: String) {
    let words = text.trimmed.lowercased()
    var digits = words.prefix { $0.isNumber && $0.isASCII || "+-.".contains($0) }
    let behind = words[digits.endIndex...]
    // An exponent, unless it begins a unit such as "em".
    if behind.first == "e" {
      let power = behind.dropFirst().prefix { $0.isNumber && $0.isASCII || "+-".contains($0) }
      if !power.isEmpty { digits = words[..<power.endIndex] }
    }
    let plain = digits.replacing("+.", with: "0.").replacing("-.", with: "-0.")
    guard let number = Double(plain.hasPrefix(".") ? "0\(plain)" : String(plain)), number.isFinite else {
      return nil
    }
    self.number = number
    unit = String(words[digits.endIndex...])
    guard CSSLength.units.contains(unit) else { return nil }
  }

  /// In pixels, where relative units and percentages refer to this size of the font.
  func pixels(font: Double, root: Double = 16) -> Double {
    switch unit {
    case "pt": number * 4 / 3
    case "pc": number * 16
    case "in": number * 96
    case "cm": number * 96 / 2.54
    case "mm": number * 96 / 25.4
    case "q": number * 96 / 101.6
    case "em": number * font
    case "rem": number * root
    case "ex", "ch": number * font / 2
    case "%": number * font / 100
    case "vw", "svw", "lvw", "dvw", "vmax": number * CSSCondition.width / 100
    case "vh", "svh", "lvh", "dvh", "vmin": number * CSSCondition.height / 100
    default: number
    }
  }
}

/// Computes lengths and numbers, with calc(), min(), max() and clamp().
enum CSSMath {
  private struct Value {
    var number: Double
    var isLength: Bool
  }

  /// A length in pixels; nil for what is none, or cannot be computed. Zero alone needs no unit.
  static func pixels(_ text: String, font: Double, root: Double, takesNumbers: Bool = true) -> Double? {
    if let length = CSSLength(text) {
      guard takesNumbers || !length.unit.isEmpty || length.number == 0 else { return nil }
      return length.pixels(font: font, root: root)
    }
    return value(text, font, root).flatMap { $0.isLength || $0.number == 0 ? $0.number : nil }
  }

  /// A number, or a percentage of one.
  static func number(_ text: String) -> Double? {
    if let length = CSSLength(text) {
      return length.unit.isEmpty ? length.number : length.unit == "%" ? length.number / 100 : nil
    }
    return value(text, 1, 16).flatMap { $0.isLength ? nil : $0.number }
  }

  private static func value(_ text: String, _ font: Double, _ root: Double) -> Value? {
    guard text.utf8.count < 500 else { return nil }
    var rest = Substring(text.trimmed.lowercased())
    guard let value = factor(&rest, font, root, 0), rest.isBlankText, value.number.isFinite else { return nil }
    return value
  }

  private static func sum(_ rest: inout Substring, _ font: Double, _ root: Double, _ depth: Int) -> Value? {
    guard var total = product(&rest, font, root, depth) else { return nil }
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let sign = rest.first, sign == "+" || sign == "-" else { return total }
      rest.removeFirst()
      guard let next = product(&rest, font, root, depth), next.isLength == total.isLength else { return nil }
      total.number += sign == "+" ? next.number : -next.number
    }
  }

  private static func product(_ rest: inout Substring, _ font: Double, _ root: Double, _ depth: Int) -> Value? {
    guard var total = factor(&rest, font, root, depth) else { return nil }
    while true {
      let before = rest
      rest = rest.drop(while: \.isWhitespace)
      guard let sign = rest.first, sign == "*" || sign == "/" else {
        rest = before
        return total
      }
      rest.removeFirst()
      guard let next = factor(&rest, font, root, depth) else { return nil }
      if sign == "*" {
        guard !(next.isLength && total.isLength) else { return nil }
        total = Value(number: total.number * next.number, isLength: total.isLength || next.isLength)
      } else {
        guard !next.isLength, next.number != 0 else { return nil }
        total.number /= next.number
      }
    }
  }

  private static func factor(_ rest: inout Substring, _ font: Double, _ root: Double, _ depth: Int) -> Value? {
    guard depth < 20 else { return nil }
    rest = rest.drop(while: \.isWhitespace)
    let name = rest.prefix { $0.isLetter || $0 == "-" && rest.first?.isLetter ?? false }
    if ["calc", "min", "max", "clamp", ""].contains(name), rest[name.endIndex...].first == "(" {
      rest = rest[name.endIndex...].dropFirst()
      var values: [Value] = []
      repeat {
        if rest.first == "," { rest.removeFirst() }
        guard values.count < 50, let next = sum(&rest, font, root, depth + 1) else { return nil }
        values.append(next)
        rest = rest.drop(while: \.isWhitespace)
      } while rest.first == ","
      guard rest.popFirst() == ")", values.allSatisfy({ $0.isLength == values[0].isLength }) else { return nil }
      let numbers = values.map(\.number)
      switch name {
      case "min": return Value(number: numbers.min() ?? 0, isLength: values[0].isLength)
      case "max": return Value(number: numbers.max() ?? 0, isLength: values[0].isLength)
      case "clamp":
        guard numbers.count == 3 else { return nil }
        return Value(number: max(numbers[0], min(numbers[1], numbers[2])), isLength: values[0].isLength)
      default: return values.count == 1 ? values[0] : nil
      }
    }
    var end = rest.startIndex
    if let sign = rest.first, sign == "+" || sign == "-" { end = rest.index(after: end) }
    end = rest[end...].firstIndex { !($0.isNumber || $0.isLetter || $0 == "." || $0 == "%") } ?? rest.endIndex
    guard let length = CSSLength(String(rest[..<end])) else { return nil }
    rest = rest[end...]
    return Value(number: length.pixels(font: font, root: root), isLength: !length.unit.isEmpty)
  }
}

extension Substring {
  var isBlankText: Bool { allSatisfy(\.isWhitespace) }
}

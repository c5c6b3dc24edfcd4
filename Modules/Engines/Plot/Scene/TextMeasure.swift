/// Estimates text widths without a font: upper bounds for common sans serif fonts, so that text that fits here fits in
/// every face.
enum TextMeasure {
  static func width(_ text: String, _ size: Double, isBold: Bool = false) -> Double {
    var ems = 0.0
    for byte in text.utf8 where byte < 0x80 { ems += ascii[Int(byte)] }
    if !text.utf8.allSatisfy({ $0 < 0x80 }) {
      for scalar in text.unicodeScalars where !scalar.isASCII { ems += TextMeasure.ems(scalar) }
    }
    return ems * size * (isBold ? 1.12 : 1)
  }

  /// The text, truncated with an ellipsis if it is too wide.
  static func shortened(_ text: String, to width: Double, _ size: Double, isBold: Bool = false) -> String {
    guard TextMeasure.width(text, size, isBold: isBold) > width else { return text }
    var kept = ""
    for character in text {
      if TextMeasure.width(kept + String(character) + "…", size, isBold: isBold) > width { break }
      kept.append(character)
    }
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return kept.isEmpty ? "" : kept + "…"
  }

  /// The text on at most `most` lines, broken between words.
  static func wrapped(_ text: String, to width: Double, _ size: Double, isBold: Bool = false, most: Int) -> [String] {
    guard TextMeasure.width(text, size, isBold: isBold) > width else { return [text] }
    var lines: [String] = []
    var rest = text.split(whereSeparator: \.isWhitespace)[...]
    while !rest.isEmpty, lines.count < most - 1 {
      var line = String(rest.removeFirst())
      while let next = rest.first, TextMeasure.width("\(line) \(next)", size, isBold: isBold) <= width {
        line += " \(next)"
        rest.removeFirst()
      }
      lines.append(shortened(line, to: width, size, isBold: isBold))
    }
    if !rest.isEmpty { lines.append(shortened(rest.joined(separator: " "), to: width, size, isBold: isBold)) }
    return lines
  }

  private static let ascii: [Double] = (0..<128).map { code in
    switch Character(UnicodeScalar(UInt8(code))) {
    case "i", "j", "l", "I", "J", "|", "'", ".", ",", ";", ":", " ": 0.345
    case "f", "r", "t", "(", ")", "[", "]", "/", "\\", "-", "!": 0.425
    case "m", "@", "%", "W": 1.01
    case "M": 0.88
    case "w", "+", "<", ">", "=", "~", "#", "^": 0.85
    case "A"..."Z", "&": 0.795
    case "0"..."9": 0.66
    default: 0.65
    }
  }

  private static func ems(_ scalar: UnicodeScalar) -> Double {
    switch scalar.value {
    case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: 0
    case 0x80...0x24F: 0.8
    case 0x2000...0x206F: scalar == "…" || scalar == "—" ? 1.01 : 0.65
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFFEF: 1.06
    case 0x2190...0x2BFF, 0x1F000...0x1FFFF, 0x20000...0x3FFFF: 1.4
    default: 0.95
    }
  }
}

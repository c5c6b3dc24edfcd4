/// Text without signs that control the terminal which shows it: that change its colours, clear it, set its title, make it
/// answer, or reverse a line.
enum CleanText {
  /// Control characters are shown as their pictures, and signs of direction are left out. Line breaks and tabs are kept, or
  /// shown as ⏎ and a space where the text is a part of a line.
  static func of(_ text: String, isPart: Bool = false) -> String {
    // The most frequent case, returned unchanged.
    let isClean = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 || (!isPart && ($0 == 0x0A || $0 == 0x09)) }
    if isClean { return text }
    var kept = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar.value {
      case 0x0A where isAfterReturn && isPart: break
      case 0x0A: kept.append(isPart ? "⏎" : scalar)
      case 0x09: kept.append(isPart ? " " : scalar)
      case 0x0D where isPart, 0x85, 0x2028, 0x2029: kept.append("⏎")
      case 0..<0x20: kept.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: kept.append("␡")
      case 0x80..<0xA0: kept.append("\u{FFFD}")
      case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: break
      default: kept.append(scalar)
      }
    }
    return String(kept)
  }
}

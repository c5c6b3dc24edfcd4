extension String {
  /// The text without control characters and bidirectional overrides; line breaks become spaces. Right-to-left letters
  /// need no overrides.
  var harmless: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var kept = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: kept.append(" ")
      case 0x00..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFF0...0xFFFB, 0xFFFE...0xFFFF: break
      default: kept.append(scalar)
      }
    }
    return String(kept)
  }
}

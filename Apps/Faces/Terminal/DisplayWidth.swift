// The width of text in terminal columns. A table of ranges, not of every character: overestimating leaves a gap,
// underestimating breaks a border, so doubtful characters count as wide.
extension String {
  var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
  var columns: Int {
    // The most frequent case.
    if isASCII { return 1 }
    if unicodeScalars.contains(where: { $0.value == 0xFE0F || $0.properties.isEmojiPresentation }) { return 2 }
    return unicodeScalars.reduce(0) { $0 + $1.columns }
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // The vowels and finals of a Korean syllable share the column of its initial.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return Unicode.Scalar.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// The ranges that Unicode classifies as wide or full-width, except emoji, which have a property of their own.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F000...0x1FAFF, 0x20000...0x3FFFD,
  ]
}

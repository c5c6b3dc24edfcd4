// User input and the words of a file must not control the terminal that shows it: change its colours, clear it, set its title, make it send
// answers, or reverse the direction of a line.
extension String {
  /// The text on one line: line breaks are shown as ⏎, other control characters as their pictures, and invisible
  /// characters are left out.
  package var harmless: String {
    // The most frequent case, returned unchanged.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var scalars = UnicodeScalarView()
    var marks = 0
    var isAfterReturn = false
    for scalar in unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      if scalar.isMark { marks += 1 } else { marks = 0 }
      // Many stacked combining marks would cover the lines above.
      if marks > 4 || (isAfterReturn && scalar == "\n") { continue }
      scalars.append(contentsOf: scalar.shown)
    }
    return String(scalars)
  }

  /// The same, split at line breaks.
  package var harmlessLines: [String] {
    split(omittingEmptySubsequences: false) { $0.isNewline }.map { String($0).harmless }
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// The replacement of the scalar on screen, mostly the scalar itself.
  fileprivate var shown: [Unicode.Scalar] {
    switch properties.generalCategory {
    case .control: picture
    case .lineSeparator, .paragraphSeparator: [" ", "⏎", " "]
    // These include the overrides that reverse a line. The two joiners are kept, since emoji and Persian need them.
    case .format: value == 0x200C || value == 0x200D ? [self] : []
    case .spaceSeparator: value == 0xA0 || value == 0x202F || value == 0x3000 ? [self] : [" "]
    case .unassigned, .surrogate: ["\u{FFFD}"]
    default: [self]
    }
  }

  private var picture: [Unicode.Scalar] {
    switch value {
    case 0x09: [" "]
    case 0x0A...0x0D, 0x85: [" ", "⏎", " "]
    case 0..<0x20: Unicode.Scalar(0x2400 + value).map { [$0] } ?? []
    case 0x7F: ["␡"]
    default: ["\u{FFFD}"]
    }
  }
}

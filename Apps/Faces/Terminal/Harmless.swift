// What a person typed, or another sent, must not be able to drive the terminal it is shown on: colour it, clear it, set
// its title, answer for its owner, or turn a line round.
extension String {
  /// On one line: line breaks are shown as ⏎, other control characters as their pictures; what is invisible is left out.
  var harmless: String {
    // Nearly all text is this, and stays as it is.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var scalars = UnicodeScalarView()
    var marks = 0
    var isAfterReturn = false
    for scalar in unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      if scalar.isMark { marks += 1 } else { marks = 0 }
      // A mark stacked on mark after mark climbs over the lines above.
      if marks > 4 || (isAfterReturn && scalar == "\n") { continue }
      scalars.append(contentsOf: scalar.shown)
    }
    return String(scalars)
  }

  /// As above, with line breaks kept as such.
  var harmlessLines: [String] {
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

  /// What stands for the scalar on screen: mostly itself.
  fileprivate var shown: [Unicode.Scalar] {
    switch properties.generalCategory {
    case .control: picture
    case .lineSeparator, .paragraphSeparator: [" ", "⏎", " "]
    // Among these are the overrides that turn a line round. The two joiners hold emoji and Persian together.
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

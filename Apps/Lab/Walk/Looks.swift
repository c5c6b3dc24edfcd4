internal import Interface

/// One way in which a window can look.
struct Looks: Sendable, Hashable {
  let scheme: SchemeChoice
  let textSize: Int
  let motion: Surroundings.Motion

  /// The usual ones first, then the opposite of each: enough for what comes up when something is tapped.
  static let opposite: [Looks] = [SchemeChoice.light, .dark].flatMap { scheme in
    [
      Looks(scheme: scheme, textSize: 100, motion: .full),
      Looks(scheme: scheme, textSize: Appearance.textSizes.upperBound, motion: .reduced),
    ]
  }

  /// Both schemes, the usual and the largest text, with and without motion; the usual ones first.
  static let all: [Looks] = [SchemeChoice.light, .dark].flatMap { scheme in
    [100, Appearance.textSizes.upperBound].flatMap { textSize in
      Surroundings.Motion.allCases.map { Looks(scheme: scheme, textSize: textSize, motion: $0) }
    }
  }
}

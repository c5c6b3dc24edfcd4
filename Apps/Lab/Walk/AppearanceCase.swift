internal import Interface

/// A combination of scheme, text size and motion.
struct AppearanceCase: Sendable, Hashable {
  let scheme: SchemeChoice
  let textSize: Int
  let motion: Surroundings.Motion

  /// The default, and the opposite of each property: enough for screens reached by tapping.
  static let opposite: [AppearanceCase] = [SchemeChoice.light, .dark].flatMap { scheme in
    [
      AppearanceCase(scheme: scheme, textSize: 100, motion: .full),
      AppearanceCase(scheme: scheme, textSize: Appearance.textSizes.upperBound, motion: .reduced),
    ]
  }

  /// All combinations of schemes, default and largest text, with and without motion; the default first.
  static let all: [AppearanceCase] = [SchemeChoice.light, .dark].flatMap { scheme in
    [100, Appearance.textSizes.upperBound].flatMap { textSize in
      Surroundings.Motion.allCases.map { AppearanceCase(scheme: scheme, textSize: textSize, motion: $0) }
    }
  }
}

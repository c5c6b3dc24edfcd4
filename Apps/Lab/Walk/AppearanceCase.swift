internal import Interface

/// A combination of scheme, text size, motion and contrast.
struct AppearanceCase: Sendable, Hashable {
  let scheme: SchemeChoice
  let textSize: Int
  let motion: Surroundings.Motion
  let contrast: ContrastChoice

  /// The default, and the opposite of each property: enough for screens reached by tapping.
  static let opposite: [AppearanceCase] = [SchemeChoice.light, .dark].flatMap { scheme in
    [
      AppearanceCase(scheme: scheme, textSize: 100, motion: .full, contrast: .system),
      AppearanceCase(
        scheme: scheme, textSize: Appearance.textSizes.upperBound, motion: .reduced, contrast: .more),
    ]
  }

  /// Schemes, default and largest text, with and without motion; the default first. Motion and contrast do not depend on each
  /// other, so each pair of scheme and size is seen in the usual contrast with one motion, and in the high one with the other.
  static let all: [AppearanceCase] = [SchemeChoice.light, .dark].flatMap { scheme in
    [100, Appearance.textSizes.upperBound].flatMap { textSize in
      Surroundings.Motion.allCases.map { motion in
        AppearanceCase(
          scheme: scheme, textSize: textSize, motion: motion, contrast: motion == .full ? .system : .more)
      }
    }
  }
}

/// How one window is to look and move, whatever it shows. Every face follows it.
public struct Appearance: Sendable, Hashable, Codable {
  /// How large text may be, in per cent of the usual size.
  public static let textSizes = 80...200

  /// The theme's identifier.
  public var theme: String
  public var scheme: SchemeChoice
  /// Per cent of the usual size.
  public var textSize: Int
  public var motion: Surroundings.Motion

  public init(
    theme: String = "", scheme: SchemeChoice = .system, textSize: Int = 100, motion: Surroundings.Motion = .full
  ) {
    self.theme = theme
    self.scheme = scheme
    self.textSize = textSize
    self.motion = motion
  }

  public init(theme: Theme, in surroundings: Surroundings) {
    self.init(
      theme: theme.id, scheme: surroundings.scheme, textSize: surroundings.textSize, motion: surroundings.motion)
  }
}

/// Light or dark as a person wishes it, or as their device is set.
public enum SchemeChoice: String, Sendable, Hashable, Codable, CaseIterable {
  case light, dark, system

  /// What is shown on a device that is set so.
  public func scheme(on device: Scheme) -> Scheme {
    switch self {
    case .light: .light
    case .dark: .dark
    case .system: device
    }
  }
}

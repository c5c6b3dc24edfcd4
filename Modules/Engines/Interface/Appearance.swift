/// The visual settings of one window, independent of its content. Every face applies them.
public struct Appearance: Sendable, Hashable, Codable {
  /// The permitted text sizes, in per cent of the usual size.
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

/// A person's choice of light, dark or the device's setting.
public enum SchemeChoice: String, Sendable, Hashable, Codable, CaseIterable {
  case light, dark, system

  /// The scheme to show on a device with that setting.
  public func scheme(on device: Scheme) -> Scheme {
    switch self {
    case .light: .light
    case .dark: .dark
    case .system: device
    }
  }
}

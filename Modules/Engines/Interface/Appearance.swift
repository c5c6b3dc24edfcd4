/// The visual settings of one window, independent of its content. Every face applies them.
public struct Appearance: Sendable, Hashable {
  /// The permitted text sizes, in per cent of the usual size.
  public static let textSizes = 80...200

  /// The theme's identifier.
  public var theme: String
  public var scheme: SchemeChoice
  /// Per cent of the usual size.
  public var textSize: Int
  public var motion: Surroundings.Motion
  public var contrast: ContrastChoice
  public var feedback: Feedback
  public var timeLimits: TimeLimits
  public var steering: Steering

  public init(
    theme: String = "", scheme: SchemeChoice = .system, textSize: Int = 100, motion: Surroundings.Motion = .full,
    contrast: ContrastChoice = .system, feedback: Feedback = Feedback(), timeLimits: TimeLimits = .usual,
    steering: Steering = Steering()
  ) {
    self.theme = theme
    self.scheme = scheme
    self.textSize = textSize
    self.motion = motion
    self.contrast = contrast
    self.feedback = feedback
    self.timeLimits = timeLimits
    self.steering = steering
  }

  public init(theme: Theme, in surroundings: Surroundings) {
    self.init(
      theme: theme.id, scheme: surroundings.scheme, textSize: surroundings.textSize, motion: surroundings.motion,
      contrast: surroundings.contrast, feedback: surroundings.feedback, timeLimits: surroundings.timeLimits,
      steering: surroundings.steering)
  }
}

extension Appearance: Codable {
  private enum CodingKeys: String, CodingKey {
    case theme, scheme, textSize, motion, contrast, haptics, sounds, captions, timeLimits
    case switches, switchKeys, switchStop, voice
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys, or usual: Value) throws -> Value {
      try container.decodeIfPresent(Value.self, forKey: key) ?? usual
    }
    let (usual, plain) = (Feedback(), Steering())
    self.init(
      theme: try container.decode(String.self, forKey: .theme),
      scheme: try container.decode(SchemeChoice.self, forKey: .scheme),
      textSize: try container.decode(Int.self, forKey: .textSize),
      motion: try container.decode(Surroundings.Motion.self, forKey: .motion),
      contrast: try value(.contrast, or: .system),
      feedback: Feedback(
        haptics: try value(.haptics, or: usual.haptics), sounds: try value(.sounds, or: usual.sounds),
        captions: try value(.captions, or: usual.captions)),
      timeLimits: try value(.timeLimits, or: .usual),
      steering: Steering(
        switches: try value(.switches, or: plain.switches), keys: try value(.switchKeys, or: plain.keys),
        stop: try value(.switchStop, or: plain.stop), voice: try value(.voice, or: plain.voice)))
  }

  /// Writes what came later only where it differs from its default, so that older recordings still compare equal.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(theme, forKey: .theme)
    try container.encode(scheme, forKey: .scheme)
    try container.encode(textSize, forKey: .textSize)
    try container.encode(motion, forKey: .motion)
    let usual = Feedback()
    if contrast != .system { try container.encode(contrast, forKey: .contrast) }
    if feedback.haptics != usual.haptics { try container.encode(feedback.haptics, forKey: .haptics) }
    if feedback.sounds != usual.sounds { try container.encode(feedback.sounds, forKey: .sounds) }
    if feedback.captions != usual.captions { try container.encode(feedback.captions, forKey: .captions) }
    if timeLimits != .usual { try container.encode(timeLimits, forKey: .timeLimits) }
    let plain = Steering()
    if steering.switches != plain.switches { try container.encode(steering.switches, forKey: .switches) }
    if steering.keys != plain.keys { try container.encode(steering.keys, forKey: .switchKeys) }
    if steering.stop != plain.stop { try container.encode(steering.stop, forKey: .switchStop) }
    if steering.voice != plain.voice { try container.encode(steering.voice, forKey: .voice) }
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

/// A person's choice of more contrast, or the device's setting.
public enum ContrastChoice: String, Sendable, Hashable, Codable, CaseIterable {
  case system, more
}

/// The length of time for which a message that goes away by itself is shown.
public enum TimeLimits: String, Sendable, Hashable, Codable, CaseIterable {
  case usual
  /// Three times as long, with a warning before the end and a button that starts the time again.
  case longer
  /// Until the person dismisses it, or a newer message takes its place after the usual time.
  case none
}

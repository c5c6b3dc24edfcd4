public import Interface
internal import JSON
internal import Kernel

extension Command {
  /// A change of contrast, feedback and time limits; nil leaves a property as it is.
  public struct Comfort: Sendable, Hashable {
    public var contrast: ContrastChoice?
    public var haptics: Feedback.Haptics?
    public var sounds: Bool?
    public var captions: Bool?
    public var timeLimits: TimeLimits?

    public init(
      contrast: ContrastChoice? = nil, haptics: Feedback.Haptics? = nil, sounds: Bool? = nil, captions: Bool? = nil,
      timeLimits: TimeLimits? = nil
    ) {
      self.contrast = contrast
      self.haptics = haptics
      self.sounds = sounds
      self.captions = captions
      self.timeLimits = timeLimits
    }

    func apply(to surroundings: inout Surroundings) {
      if let contrast { surroundings.contrast = contrast }
      if let haptics { surroundings.feedback.haptics = haptics }
      if let sounds { surroundings.feedback.sounds = sounds }
      if let captions { surroundings.feedback.captions = captions }
      if let timeLimits { surroundings.timeLimits = timeLimits }
    }

    /// The parameters that name a change.
    var members: [String: JSON] {
      let words = ["contrast": contrast?.rawValue, "haptics": haptics?.rawValue, "timeLimits": timeLimits?.rawValue]
      let flags = ["sounds": sounds, "captions": captions]
      return words.compactMapValues { $0.map { .string($0) } }
        .merging(flags.compactMapValues { $0.map { .bool($0) } }) { own, _ in own }
    }
  }
}

extension Outlet {
  /// Returns the feedback that a face gives for it beside the picture. A toast of a notification has none, since the
  /// notification has.
  public func cue(under feedback: Feedback) -> Cue? {
    let kind: Haptic? =
      switch self {
      case .haptic(let haptic): haptic
      case .toast(let toast): Haptic(of: toast.tone)
      case .problem: .error
      case .notification(let push): push.isSilent == true ? nil : .arrival
      case .announcement, .changed, .photoAsked, .fileOffered, .browserAsked, .addressAsked, .speechAsked, .leave: nil
      }
    return kind.flatMap { Cue($0, under: feedback) }
  }
}

public import Interface
internal import JSON
internal import Kernel

extension Command {
  /// A change of contrast, feedback, time limits, switches and voice control; nil leaves a property as it is.
  public struct Comfort: Sendable, Hashable {
    public var contrast: ContrastChoice?
    public var haptics: Feedback.Haptics?
    public var sounds: Bool?
    public var captions: Bool?
    public var timeLimits: TimeLimits?
    public var switches: SwitchChoice?
    public var switchKeys: SwitchKeys?
    /// Milliseconds of one stop of the scan.
    public var switchStop: Int?
    public var voice: Bool?

    public init(
      contrast: ContrastChoice? = nil, haptics: Feedback.Haptics? = nil, sounds: Bool? = nil, captions: Bool? = nil,
      timeLimits: TimeLimits? = nil, switches: SwitchChoice? = nil, switchKeys: SwitchKeys? = nil,
      switchStop: Int? = nil, voice: Bool? = nil
    ) {
      self.contrast = contrast
      self.haptics = haptics
      self.sounds = sounds
      self.captions = captions
      self.timeLimits = timeLimits
      self.switches = switches
      self.switchKeys = switchKeys
      self.switchStop = switchStop
      self.voice = voice
    }

    func apply(to surroundings: inout Surroundings) {
      if let contrast { surroundings.contrast = contrast }
      if let haptics { surroundings.feedback.haptics = haptics }
      if let sounds { surroundings.feedback.sounds = sounds }
      if let captions { surroundings.feedback.captions = captions }
      if let timeLimits { surroundings.timeLimits = timeLimits }
      if let switches { surroundings.steering.switches = switches }
      if let switchKeys { surroundings.steering.keys = switchKeys }
      if let switchStop { surroundings.steering.stop = switchStop }
      if let voice { surroundings.steering.voice = voice }
    }

    /// The parameters that name a change.
    var members: [String: JSON] {
      let words = [
        "contrast": contrast?.rawValue, "haptics": haptics?.rawValue, "timeLimits": timeLimits?.rawValue,
        "switches": switches?.rawValue, "switchKeys": switchKeys?.rawValue,
      ]
      let flags = ["sounds": sounds, "captions": captions, "voice": voice]
      let numbers = ["switchStop": switchStop]
      return words.compactMapValues { $0.map { .string($0) } }
        .merging(flags.compactMapValues { $0.map { .bool($0) } }) { own, _ in own }
        .merging(numbers.compactMapValues { $0.map { .number(Double($0)) } }) { own, _ in own }
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
      case .withdrawn, .announcement, .changed, .photoAsked, .fileOffered, .browserAsked, .addressAsked, .speechAsked,
        .leave:
        nil
      }
    return kind.flatMap { Cue($0, under: feedback) }
  }
}

/// A person's preferences for what a face gives beside the picture: vibration, sounds, and what stands for a sound.
public struct Feedback: Sendable, Hashable {
  public enum Haptics: String, Sendable, Hashable, Codable, CaseIterable {
    case off, light, strong
  }

  public var haptics: Haptics
  public var sounds: Bool
  /// Announcements are shown as text, and what arrives marks the edge of the screen, also while sounds are off.
  public var captions: Bool

  public init(haptics: Haptics = .light, sounds: Bool = false, captions: Bool = false) {
    self.haptics = haptics
    self.sounds = sounds
    self.captions = captions
  }
}

/// Everything that one event gives beside the picture, under a person's preferences. A face carries out what its device
/// can, and leaves out the rest without a word.
public struct Cue: Sendable, Hashable, Codable {
  /// One sound of a constant pitch.
  public struct Pitch: Sendable, Hashable, Codable {
    public let hertz: Int
    public let milliseconds: Int
  }

  public let kind: Haptic
  /// Milliseconds of vibration and of rest by turns; empty without vibration.
  public let vibration: [Int]
  /// Sounds one after another; empty without sound.
  public let pitches: [Pitch]
  /// The sound in words, for a caption; nil where none is wanted.
  public let caption: String?
  /// Whether the edge of the screen is marked, so that nothing is told by sound alone.
  public let marksEdge: Bool

  /// Nil when the person wants none of it.
  public init?(_ kind: Haptic, under feedback: Feedback) {
    let isAlert = kind != .selection
    self.kind = kind
    vibration = kind.vibration(feedback.haptics)
    pitches = feedback.sounds ? kind.pitches : []
    caption = feedback.sounds && feedback.captions && isAlert ? "Sound: \(kind.words)." : nil
    marksEdge = isAlert && (feedback.sounds || feedback.captions)
    if vibration.isEmpty, pitches.isEmpty, !marksEdge { return nil }
  }
}

extension Haptic {
  /// Nil for a tone that is shown without a signal.
  public init?(of tone: Tone) {
    switch tone {
    case .success, .excellent: self = .success
    case .warning, .needsAttention: self = .warning
    case .critical, .priorityFocus: self = .error
    case .neutral, .accent, .info: return nil
    }
  }

  fileprivate func vibration(_ haptics: Feedback.Haptics) -> [Int] {
    switch haptics {
    case .off: []
    case .light: lightly
    // The parts that vibrate are longer, the rests between them stay.
    case .strong: lightly.enumerated().map { $0.isMultiple(of: 2) ? $1 * 3 : $1 }
    }
  }

  private var lightly: [Int] {
    switch self {
    case .selection: [8]
    case .success: [12, 60, 12]
    case .warning: [30, 60, 30]
    case .error: [60, 40, 60]
    case .arrival: [10]
    case .insight: [14, 40, 8]
    case .question: [8, 120, 8]
    }
  }

  fileprivate var pitches: [Cue.Pitch] {
    func made(_ all: (Int, Int)...) -> [Cue.Pitch] { all.map { Cue.Pitch(hertz: $0, milliseconds: $1) } }
    return switch self {
    case .selection: made((880, 30))
    case .success: made((660, 80), (880, 120))
    case .warning: made((440, 120), (440, 120))
    case .error: made((330, 120), (220, 200))
    case .arrival: made((784, 120))
    case .insight: made((587, 80), (784, 80), (988, 120))
    case .question: made((587, 100), (740, 160))
    }
  }

  fileprivate var words: String {
    switch self {
    case .selection: "pressed"
    case .success: "done"
    case .warning: "warning"
    case .error: "something failed"
    case .arrival: "something new arrived"
    case .insight: "something was found"
    case .question: "a question waits"
    }
  }
}

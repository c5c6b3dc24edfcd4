public import Kernel

/// A short message that comes and goes. The window shows one at a time and says it once.
public struct Toast: Sendable, Hashable, Codable {
  public let text: String
  public let tone: Tone
  /// What a person may do about it.
  public let way: Way?

  public struct Way: Sendable, Hashable, Codable {
    public let label: String
    /// A signed link, which is checked before it is followed.
    public let link: String

    public init(_ label: String, link: String) {
      self.label = label
      self.link = link
    }
  }

  public init(_ text: String, tone: Tone = .info, way: Way? = nil) {
    self.text = text
    self.tone = tone
    self.way = way
  }

  public init(_ problem: Problem) { self.init(problem.sentence, tone: .warning) }
}

/// What a screen reader is to say beyond what focus would make it say.
public struct Announcement: Sendable, Hashable, Codable {
  public enum Urgency: String, Sendable, Hashable, Codable {
    case polite, assertive
  }

  public let text: String
  public let urgency: Urgency

  public init(_ text: String, urgency: Urgency = .polite) {
    self.text = text
    self.urgency = urgency
  }
}

/// What is to be felt in the hand, by its meaning; every face has its own way of it, or none.
public enum Haptic: String, Sendable, Hashable, Codable, CaseIterable {
  case selection, success, warning, error
}

public import Interface

/// The way in which the coach talks. The facts that it tells are the same in each.
public enum CoachTone: String, Sendable, Hashable, CaseIterable {
  case supportive, motivational, direct, gentle
}

/// The facts that the voice coach may speak of: figures of today and of the day before, scores, and sentences that the product
/// has found in the data. The coach says no figure that is not in here.
public struct VoiceDay: Sendable, Equatable {
  /// A measure that a person may ask for.
  public struct Topic: Sendable, Equatable {
    public let name: String
    /// The words by which a person asks for it, in lower case.
    public let words: [String]
    public let today: String?
    public let yesterday: String?
    /// The form that logs it; nil for what is counted by a device.
    public let log: Route?
    /// It is logged on most days, so that it is missing on a day without it.
    public let isDaily: Bool

    public init(
      _ name: String, words: [String], today: String?, yesterday: String?, log: Route? = nil, isDaily: Bool = false
    ) {
      self.isDaily = isDaily
      self.name = name
      self.words = words
      self.today = today
      self.yesterday = yesterday
      self.log = log
    }
  }

  /// A score with its words: "Fitness", "81, excellent".
  public struct Score: Sendable, Equatable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public var name: String?
  public var topics: [Topic]
  public var scores: [Score]
  /// Sentences from the data, the most useful first.
  public var findings: [String]
  /// Whether the entries have been read; until then the coach says that it waits for them.
  public var isRead = true
  public var tone = CoachTone.supportive

  public init(name: String? = nil, topics: [Topic] = [], scores: [Score] = [], findings: [String] = []) {
    self.name = name
    self.topics = topics
    self.scores = scores
    self.findings = findings
  }

  var logged: [Topic] { topics.filter { $0.today != nil } }
  /// The measures that a person logs and has not logged today.
  var missing: [Topic] { topics.filter { $0.today == nil && $0.log != nil && $0.isDaily } }
}

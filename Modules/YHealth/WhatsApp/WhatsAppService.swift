/// The part of WhatsApp that a server offers to a person.
public struct WhatsAppService: Sendable, Hashable {
  /// The number of the coach; nil for a server without one.
  public let coach: WhatsAppNumber?
  /// Whether the server can send codes and messages.
  public let verifies: Bool
  /// Whether the person has answered STOP, so that nothing is sent to them.
  public let isStopped: Bool

  public init(coach: WhatsAppNumber?, verifies: Bool, isStopped: Bool = false) {
    self.coach = coach
    self.verifies = verifies
    self.isStopped = isStopped
  }
}

/// The least time between two messages to a person.
public enum WhatsAppRhythm: String, Sendable, Hashable, CaseIterable {
  case atOnce = "at-once"
  case daily, weekly

  /// In seconds.
  public var pause: Double {
    switch self {
    case .atOnce: 0
    case .daily: 86_400
    case .weekly: 7 * 86_400
    }
  }
}

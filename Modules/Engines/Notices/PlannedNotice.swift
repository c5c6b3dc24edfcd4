public import Hours
public import Platform

/// The decision about one notification, with its reason.
public struct PlannedNotice: Sendable, Hashable, Identifiable {
  public enum Decision: String, Sendable, Hashable, Codable, CaseIterable {
    /// Sent when it is wanted.
    case send
    /// Sent later.
    case hold
    /// Part of another notification of its kind.
    case merge
    /// Not sent.
    case drop
  }

  public enum Reason: Sendable, Hashable {
    case nothingAgainst
    /// Moved to when the person usually opens this kind, which may be a step on the way there.
    case usualTime(TimeOfDay, openings: Int)
    case snoozed
    case late
    case quietHours(until: TimeOfDay)
    case doNotDisturb
    case pause
    case nextDay(cap: Int)
    case beyondPlan
    /// Part of the notification with that identifier.
    case together(String)
    case allOff
    case kindOff
    case alreadySent
    /// Its end is not after its time.
    case neverOfUse
    case expired
    case expiresInQuietHours(until: TimeOfDay)
    case expiresMeanwhile
    case noRoom(cap: Int)
  }

  public let id: String
  public let kind: String
  public let decision: Decision
  /// When it is sent; nil for what is dropped.
  public let at: Date?
  public let reason: Reason

  /// The reason in words for the person.
  public var words: String {
    switch reason {
    case .nothingAgainst: "Nothing is against it."
    case .usualTime(let time, let openings): "You usually open these around \(time.text) (\(openings) times lately)."
    case .snoozed: "You asked to be reminded again then."
    case .late: "Its time had passed, and it is still of use."
    case .quietHours(let end): "Your quiet hours last until \(end.text)."
    case .doNotDisturb: "Do Not Disturb is on until then."
    case .pause: "Another notification goes first, and they do not come together."
    case .nextDay(let cap): "\(PlannedNotice.most(cap)) on that day, so it waits for the next."
    case .beyondPlan: "It is later than this plan looks."
    case .together: "It goes together with another of its kind."
    case .allOff: "All notifications are turned off."
    case .kindOff: "This kind is turned off."
    case .alreadySent: "It has been sent already."
    case .neverOfUse: "Its end is not after its time, so it is never of use."
    case .expired: "It was of no use any more."
    case .expiresInQuietHours(let end): "It is of no use any more when your quiet hours end at \(end.text)."
    case .expiresMeanwhile: "It would be of no use any more when its turn came."
    case .noRoom(let cap) where cap < 1: "The most on a day is set to 0, so none is sent."
    case .noRoom(let cap): "\(PlannedNotice.most(cap)) on that day, and others matter more."
    }
  }

  /// The reason as it may leave the device: without what was learnt there.
  public var sharedWords: String {
    if case .usualTime = reason { "At your usual time." } else { words }
  }

  private static func most(_ cap: Int) -> String {
    cap == 1 ? "There is room for 1 notification" : "There is room for \(cap) notifications"
  }
}

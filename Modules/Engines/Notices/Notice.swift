public import Platform

/// A notification that may be sent: the planner decides whether and when.
public struct Notice: Sendable, Hashable, Identifiable {
  /// The same on all devices of a person, so that a reminder that two devices plan is one notification.
  public let id: String
  /// The name of its `NoticeKind`.
  public let kind: String
  /// When it is wanted: the time of a reminder, or the time at which something happened.
  public var at: Date
  /// From then on it is of no use: a reminder of dinner on the next morning. Nil for as long as the rules say.
  public var expires: Date?
  /// The person asked to be reminded again then.
  public var snoozedUntil: Date?

  public init(_ id: String, kind: String, at: Date, expires: Date? = nil, snoozedUntil: Date? = nil) {
    self.id = id
    self.kind = kind
    self.at = at
    self.expires = expires
    self.snoozedUntil = snoozedUntil
  }
}

/// A notification of a kind at some time: one that was sent, or one that the person opened.
public struct NoticeEvent: Sendable, Hashable {
  /// The notification; nil if only the kind is known.
  public var id: String?
  public var kind: String
  public var at: Date

  public init(_ id: String? = nil, kind: String, at: Date) {
    self.id = id
    self.kind = kind
    self.at = at
  }
}

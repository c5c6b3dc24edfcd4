public import Interface
public import Notices

/// A kind of notification as a product hands it in: how it is planned, and how it is shown.
public struct NotificationKind: Sendable, Hashable, Identifiable {
  public let notice: NoticeKind
  /// The title of each notification of the kind, such as "Meal reminder".
  public let title: String
  public let icon: Icon

  public var id: String { notice.id }

  public init(_ notice: NoticeKind, _ title: String, icon: Icon) {
    self.notice = notice
    self.title = title
    self.icon = icon
  }
}

/// A notification that may be sent, with its words. The planner decides whether and when.
public struct NotificationCandidate: Sendable, Hashable, Identifiable {
  /// Its identifier is made from its kind and day, so that all devices of a person plan the same one.
  public var notice: Notice
  public var body: String
  /// The place that it opens.
  public var link: Route
  /// The label of the button that opens it, such as "Log Now".
  public var action: String
  public var isSnoozable: Bool
  /// The reason for the notification as a sentence: "No dinner is logged yet."
  public var cause: String
  /// A sentence with what this device has learnt that the cause rests on: shown here, and never sent.
  public var learned: String?
  /// Says why it is not sent at all, for a kind whose destination does not work.
  public var withheld: String?

  public var id: String { notice.id }

  public init(
    _ notice: Notice, _ body: String, opens link: Route, action: String, isSnoozable: Bool = false,
    because cause: String, learned: String? = nil, withheld: String? = nil
  ) {
    self.notice = notice
    self.body = body
    self.link = link
    self.action = action
    self.isSnoozable = isSnoozable
    self.cause = cause
    self.learned = learned
    self.withheld = withheld
  }
}

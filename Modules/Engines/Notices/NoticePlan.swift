public import Platform

/// The decisions about all notifications of a person, each with its time and reason. A pure function of what is handed
/// in: device and server compute the same, whatever the order of the notifications.
public struct NoticePlan: Sendable, Hashable {
  /// Input of a plan.
  public struct Inputs: Sendable {
    public var now: Date
    /// Notifications that would go after this wait for a later plan.
    public var until: Date
    public var notices: [Notice]
    /// A kind that is not among them has the usual priority and adapts to its openings.
    public var kinds: [NoticeKind]
    public var rules: NoticeRules
    /// Covers the time from the first opening to `until`.
    public var journey: Journey
    public var opens: [NoticeEvent]
    /// Notifications sent before now; they count for the cap, the pause and against being sent twice. Those of one kind and
    /// one instant went together and count once.
    public var sent: [NoticeEvent]

    public init(
      now: Date, until: Date, notices: [Notice], kinds: [NoticeKind] = [], rules: NoticeRules, journey: Journey,
      opens: [NoticeEvent] = [], sent: [NoticeEvent] = []
    ) {
      self.now = now
      self.until = until
      self.notices = notices
      self.kinds = kinds
      self.rules = rules
      self.journey = journey
      self.opens = opens
      self.sent = sent
    }
  }

  /// One for each notification, in the order of the inputs.
  public let planned: [PlannedNotice]

  public init(_ inputs: Inputs) {
    var planning = Planning(inputs)
    planned = planning.run()
  }

  /// The notifications that are due at some instant, in the order in which they are sent.
  public func due(by instant: Date) -> [PlannedNotice] {
    planned.filter { one in
      guard let at = one.at else { return false }
      return (one.decision == .send || one.decision == .hold) && at <= instant
    }.sorted { ($0.at ?? .distantPast, $0.id) < ($1.at ?? .distantPast, $1.id) }
  }
}

public import Days
public import Platform

/// The person for whom candidates are ranked, with what stands between them and others.
public struct Viewpoint: Sendable {
  /// A request that this person or the candidate declined.
  public struct Decline: Sendable, Hashable {
    public let candidate: String
    public let at: Date

    public init(_ candidate: String, at: Date) {
      self.candidate = candidate
      self.at = at
    }
  }

  /// Somebody who declined, or was declined, is not suggested for 30 days, to the second.
  public static let cooldown: TimeInterval = 30 * 86_400

  public let person: Candidate
  /// People whom this person has blocked, and who have blocked this person.
  public let blocked: Set<String>
  /// People with whom there is a request or a connection.
  public let known: Set<String>
  public let now: Date
  /// The viewer's own day.
  public let today: CalendarDay
  let coolsUntil: [String: Date]

  public init(
    _ person: Candidate, blocked: Set<String> = [], known: Set<String> = [], declines: [Decline] = [], now: Date,
    in zone: TimeZone
  ) {
    self.person = person
    self.blocked = blocked
    self.known = known
    self.now = now
    today = CalendarDay(now, in: zone)
    coolsUntil = Dictionary(
      declines.map { ($0.candidate, $0.at.addingTimeInterval(Viewpoint.cooldown)) }, uniquingKeysWith: max)
  }
}

/// The person's filters for suggestions; both may be asked for at once.
public struct MatchFilter: Sendable, Hashable {
  public var program: String?
  public var availability: Availability?

  public init(program: String? = nil, availability: Availability? = nil) {
    self.program = program
    self.availability = availability
  }
}

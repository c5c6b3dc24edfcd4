public import Days

/// The titles of programmes and times that a product offers, by the identifiers under which cards keep them.
public struct PeerWords: Sendable, Equatable {
  public struct Choice: Sendable, Equatable {
    public let id: String
    public let title: String

    public init(_ id: String, _ title: String) {
      self.id = id
      self.title = title
    }
  }

  public let programmes: [Choice]
  public let times: [Choice]

  public init(programmes: [Choice], times: [Choice]) {
    self.programmes = programmes
    self.times = times
  }

  public func programme(_ id: String) -> String { programmes.first { $0.id == id }?.title ?? id }

  /// "Evenings, Weekends".
  public func times(_ ids: [String]) -> String {
    ids.map { id in times.first { $0.id == id }?.title ?? id }.joined(separator: ", ")
  }

  public static func role(_ role: String) -> String {
    switch role {
    case "sponsor": "Sponsor"
    case "sponsee": "Sponsee"
    case "both": "Sponsor and sponsee"
    default: ""
    }
  }

  /// "3 years", "8 months", "12 days", in whole years and months of the calendar.
  public static func length(since day: CalendarDay, on today: CalendarDay) -> String {
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let (months, days) = (today.months(since: day), today.days(since: day))
    return months >= 24
      ? counted(months / 12, "year") : months >= 2 ? counted(months, "month") : counted(max(0, days), "day")
  }

  /// "1 year", for a number of days that can be chosen, in whole years.
  public static func years(_ days: Int) -> String { days < 730 ? "1 year" : "\(days / 365) years" }

  /// A line of a card.
  public struct Fact: Sendable, Hashable, Identifiable {
    public let id: String
    public let label: String
    public let value: String
  }

  /// The lines of a card: what it does not say is left out.
  public func facts(_ card: PeerCard, on today: CalendarDay) -> [Fact] {
    let all: [(String, String, String?)] = [
      ("role", "Role", PeerWords.role(card.role)), ("programme", "Recovery programme", card.programme.map(programme)),
      ("sober", "Sober for", card.soberSince.map { PeerWords.length(since: $0, on: today) }),
      ("region", "Location", card.region), ("times", "Availability", times(card.availability)),
      ("bio", "About", card.bio), ("looks-for", "Looks for", card.looksFor),
    ]
    return all.compactMap { id, label, value in
      value.flatMap { $0.isEmpty ? nil : Fact(id: id, label: label, value: $0) }
    }
  }
}

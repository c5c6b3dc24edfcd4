public import Board
public import Days
internal import Insights
public import Interface
internal import Kernel
internal import Pillar
internal import Scores
public import Units

// The cards of a dashboard, and their order.
extension ProgressState {
  /// The most cards that a home screen shows at once. It shows fewer in Light mode.
  private static let mostCards = 5

  /// The cards of a day for a home screen, the most useful first; none while nothing is found. Among equals those of
  /// the pillar in focus come first.
  public func cards(on day: CalendarDay, in amounts: AmountNotation = .plain) -> [InsightCard] {
    let cards = alerts + findingCards(on: day, amounts) + leverCards
    // A stable sort: equal cards keep their order.
    let sorted = cards.enumerated().sorted { ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset) }
    return sorted.prefix(ProgressState.mostCards).map(\.element)
  }

  /// The findings that are not dismissed and whose source holds, in the day's order: by priority, then those of the pillar
  /// in focus, then never opened first, then by the pillar opened most; equals rotate daily.
  func order(on day: CalendarDay) -> [Finding] {
    let findings = (run?.run.findings ?? []).filter {
      regards[$0.id]?.isDismissed != true && sound?.contains($0.id) != false
    }
    let interest = openings
    struct Rank: Hashable, Comparable {
      let priority: Int
      let isInFocus: Bool
      let wasOpened: Bool
      let interest: Int

      static func < (one: Rank, other: Rank) -> Bool {
        (one.priority, one.isInFocus ? 0 : 1, one.wasOpened ? 1 : 0, -one.interest)
          < (other.priority, other.isInFocus ? 0 : 1, other.wasOpened ? 1 : 0, -other.interest)
      }
    }
    let ranks = Dictionary(grouping: findings) { finding in
      Rank(
        priority: finding.priority, isInFocus: finding.pillar == focus,
        wasOpened: (regards[finding.id]?.opened ?? 0) > 0,
        interest: interest[finding.pillar] ?? 0)
    }
    return ranks.keys.sorted().flatMap { (ranks[$0] ?? []).rotated(by: day.number) }
  }

  /// The number of times that findings of each pillar were opened.
  private var openings: [Pillar: Int] {
    var counts: [Pillar: Int] = [:]
    for finding in run?.run.findings ?? [] { counts[finding.pillar, default: 0] += regards[finding.id]?.opened ?? 0 }
    return counts
  }

  private func findingCards(on day: CalendarDay, _ amounts: AmountNotation) -> [InsightCard] {
    order(on: day).map { finding in
      InsightCard(
        id: finding.id, title: finding.title, text: finding.says(in: amounts),
        more: "\(finding.certainty(in: amounts)) \(Finding.caution)", button: "See this insight", route: finding.route,
        priority: finding.priority)
    }
  }

  private var alerts: [InsightCard] {
    guard let alert = recovery?.alert else { return [] }
    return [
      InsightCard(
        id: "recovery", title: "Recovery", text: alert, button: "See your recovery",
        route: ProgressPlaces.pillar(.fitness), priority: 1)
    ]
  }

  /// The best lever of each pillar.
  private var leverCards: [InsightCard] {
    pillarsInOrder.compactMap { pillar in
      guard let lever = scores[pillar]?.levers.first else { return nil }
      return InsightCard(
        id: "lever-\(pillar.rawValue)", title: "Improve \(pillar.title)", text: lever.says,
        button: "See \(pillar.title)", route: ProgressPlaces.pillar(pillar), priority: 4)
    }
  }

  /// The pillars, the one in focus first.
  var pillarsInOrder: [Pillar] { Pillar.allCases.filter { $0 == focus } + Pillar.allCases.filter { $0 != focus } }

  // MARK: Unread findings

  /// Number of findings that were neither seen nor dismissed, for the tab's badge.
  public var unread: Int { listed.count { regards[$0] == nil } }

  /// The identifiers of the findings on the list of insights, those about the person's own measures included.
  var listed: [String] {
    (run?.run.findings ?? []).map(\.id) + (run?.run.own ?? []).filter { ownLabels[$0.own] != nil }.map(\.id)
  }

  /// The findings of a day that were neither seen nor dismissed, the most useful first.
  public func newInsights(on day: CalendarDay, in amounts: AmountNotation = .plain) -> [NewInsight] {
    order(on: day).filter(isNew).map { NewInsight(id: "\($0.number)", says: $0.says(in: amounts), route: $0.route) }
  }

  /// Whether the place of a finding still has one. Every other place has something.
  public func hasContent(at route: Route) -> Bool { route.path != ProgressPlaces.finding.path || finding(route) != nil }

  func isNew(_ finding: Finding) -> Bool { regards[finding.id] == nil }

  func finding(_ route: Route) -> Finding? {
    guard let number = route.parameters["id"].flatMap({ Kernel.ID<Regard>($0) }) else { return nil }
    return run?.run.findings.first { finding in finding.number == number }
  }
}

/// A finding that the person has not seen.
public struct NewInsight: Sendable, Hashable, Identifiable {
  public let id: String
  /// The finding in a sentence.
  public let says: String
  public let route: Route
}

extension Finding {
  var route: Route { Route(ProgressPlaces.finding.path, ["id": "\(number)"]) }
}

extension Array {
  /// The elements rotated to begin at another index.
  func rotated(by count: Int) -> [Element] {
    guard self.count > 1 else { return self }
    let start = ((count % self.count) + self.count) % self.count
    return Array(self[start...] + self[..<start])
  }
}

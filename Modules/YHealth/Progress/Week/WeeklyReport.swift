internal import Days
public import Interface
internal import Kernel
internal import Pillar
internal import Scores

extension ProgressPlaces {
  public static let weekly = Route(["insights", "weekly"])
}

// The report of the last seven days: each pillar's mean, compared with the seven days before, and its best day.
extension ProgressState {
  public func weeklyReport(_ route: Route, in surroundings: Surroundings) -> Screen<ProgressWindowAction> {
    let title = "Weekly report"
    let nodes: [Node<ProgressWindowAction>]
    switch days {
    case .unread: nodes = [.skeleton("Loading your week")]
    case .failed(let problem):
      nodes = [
        .notice(
          problem.sentence, id: "problem", tone: .warning, icon: .warning,
          [.button("Try again", icon: .refresh, does: .retry)])
      ]
    case .done:
      let rows = Pillar.allCases.compactMap(row)
      nodes =
        rows.isEmpty
        ? [
          .empty(
            "There are no scores of this week yet.", because: "A score needs entries of the last seven days.",
            icon: .calendar, .link("Log", to: ProgressPlaces.log, icon: .add))
        ]
        : [
          .text("The mean of each score over the last seven days, and its best day.", id: "about"),
          .list("Your pillars", id: "pillars", rows),
        ]
    }
    return Screen(route, title: title, nodes: [.heading(title, level: 1)] + nodes, refresh: .retry)
  }

  private func row(_ pillar: Pillar) -> Node<ProgressWindowAction>? {
    let known = (week[pillar] ?? []).compactMap { score in score.value.map { (day: score.day, value: $0) } }
    guard let mean = ProgressState.mean(known.map { Double($0.value) }),
      let best = known.max(by: { $0.value < $1.value })
    else { return nil }
    // A week of too few days is not compared.
    let earlier = (weekBefore[pillar] ?? []).compactMap(\.self)
    let isComparable = min(known.count, earlier.count) >= WeekSummary.least
    let before = isComparable ? ProgressState.mean(earlier) : nil
    let change =
      before.map { before in
        switch mean - before {
        case 0: ", as in the week before"
        case let more where more > 0: ", \(more) more than the week before"
        case let less: ", \(-less) less than the week before"
        }
      } ?? ""
    return .row(
      pillar.title, id: pillar.rawValue, value: "\(mean)\(change). Best on \(best.day.weekdayName): \(best.value).",
      to: ProgressPlaces.pillar(pillar)
    ).with { $0.icon = pillar.icon }
  }

  /// The mean to the nearest whole number; nil without values.
  private static func mean(_ values: [Double]) -> Int? {
    values.isEmpty ? nil : Int((values.reduce(0, +) / Double(values.count)).rounded())
  }
}

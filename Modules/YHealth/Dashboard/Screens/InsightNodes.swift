internal import Board
internal import Interface
internal import Platform

// The insights about the person, the most useful first.
extension BoardView<DashboardCards> {
  var insights: [Leaf] {
    if isLoading {
      return [.section("Insights", id: "insights", [.skeleton("Loading your insights", id: "loading", lines: 3)])]
    }
    guard let facts else { return [] }
    return [.section("Insights", id: "insights", remark(facts) + Array(cards(facts).prefix(1)))]
  }

  /// The further insights of Deep mode, placed below what matters now.
  var moreInsights: [Leaf] {
    guard isDeep, let facts = facts else { return [] }
    let more = Array(cards(facts).dropFirst())
    return more.isEmpty ? [] : [.section("More insights", id: "more-insights", more)]
  }

  /// Number of cards: one in Light, up to five in Deep, at night no more than three.
  private var most: Int { isDeep ? (part == .night ? 3 : 5) : 1 }

  private func cards(_ facts: DashboardFacts) -> [Leaf] {
    guard let all = facts.insights else { return cards(InsightCard.generalTips, prefix: "General tip: ") }
    guard !all.isEmpty else {
      return [
        .card(.keepLogging, id: "unlock", to: Ways.log, [.text("Insights come from your own days.", id: "text")])
          .with { $0.icon = .lightbulb }
      ]
    }
    return cards(all)
  }

  /// Says how old the insights are, or that they are general tips, where newer ones could not be made.
  private func remark(_ facts: DashboardFacts) -> [Leaf] {
    guard let all = facts.insights else {
      return [.note("Insights are currently unavailable. Try again later.", icon: .info, id: "unavailable")]
    }
    guard !all.isEmpty, let made = wholeAt, let asOf, made < asOf else { return [] }
    return [.note(words.updated(made), icon: .clock, id: "made")]
  }

  private func cards(_ all: [InsightCard], prefix: String = "") -> [Leaf] {
    let shown = InsightOrder.cards(all, room: Self.mostInDeep, on: today)
    // Buttons of the same title lead to different places, so each names its insight; in Light mode too, so that the
    // titles do not change.
    var names: [String: Int] = [:]
    for card in shown { names[card.button, default: 0] += 1 }
    return shown.prefix(most).map { one in
      card(one, "\(prefix)\(one.title)", button: names[one.button] == 1 ? one.button : "\(one.button): \(one.title)")
    }
  }

  private static var mostInDeep: Int { 5 }

  private func card(_ card: InsightCard, _ title: String, button: String) -> Leaf {
    let tap = DashboardTap.insight(card.id)
    var node = Leaf.card(
      title, id: "insight-\(card.id)", to: card.route,
      [.text(card.text, id: "text")] + (isDeep ? card.more.map { [.text($0, id: "more")] } ?? [] : [])
        + [link(button, .forward, tap, to: card.route, id: "go")])
    node.offers = [Offer(.activate) { _ in .tap(tap) }]
    node.state.icon = .lightbulb
    return node
  }
}

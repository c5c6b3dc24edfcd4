import Covers
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Mode
import Testing

@testable import Board
@testable import Dashboard

@Suite("Insight cards") struct InsightTests {
  private func cards(_ insights: [InsightCard]?, _ mode: Mode, at now: Moment = Bench.morning)
    -> [Node<DashboardWindowAction>]
  {
    let facts = DashboardFacts(today: DashboardFacts.figures(), insights: insights)
    return DashboardState.knowing(facts, at: now).shown(mode, at: now).all.filter { $0.role == .card }
  }

  private func ids(_ insights: [InsightCard], _ mode: Mode, at now: Moment = Bench.morning) -> [String] {
    cards(insights, mode, at: now).map { String($0.id.split(separator: ".").last?.dropFirst("insight-".count) ?? "") }
  }

  @Test(
    "Light mode shows the most useful card, Deep mode three to five",
    .covers("yh-S04.1.2-AC1", "yh-S04.1.2-B1", "yh-S04.1.3-B3"))
  func modes() {
    for count in 1...20 {
      for hour in [3, 9, 15, 20] {
        let all = InsightCard.several(count)
        #expect(cards(all, .light, at: .at(hour)).count == 1)
        let deep = cards(all, .deep, at: .at(hour)).count
        #expect(count < 3 ? deep == count : (3...5).contains(deep))
      }
    }
    // The only one of priority 1.
    #expect(ids(InsightCard.several(7), .light) == ["card-4"])
    #expect(cards(InsightCard.several(7), .deep).count == 5)
    let (light, deep) = (cards(InsightCard.several(7), .light), cards(InsightCard.several(7), .deep))
    #expect(light.allSatisfy { $0.children.map(\.label).contains("It held on 41 days.") == false })
    #expect(deep.allSatisfy { $0.children.map(\.label).contains("It held on 41 days.") })
  }

  @Test("Cards are sorted by priority", .covers("yh-S04.1.2-AC2", "yh-S04.1.2-B4"))
  func order() {
    var random = Seeded(7)
    for _ in 0..<300 {
      let count = Int.random(in: 1...20, using: &random)
      let all = (0..<count).map { InsightCard.sample("c\($0)", priority: Int.random(in: 1...5, using: &random)) }
      let now = Moment.at(Int.random(in: 0...23, using: &random), day: Int.random(in: 1...28, using: &random))
      let shown = ids(all, .deep, at: now).compactMap { id in all.first { $0.id == id }?.priority }
      #expect(shown == shown.sorted() && shown == Array(all.map(\.priority).sorted().prefix(shown.count)))
    }
  }

  @Test("Cards of equal priority keep their order, and rotate daily if there are too many")
  func rotation() {
    let alike = (0..<3).map { InsightCard.sample("c\($0)", priority: 2) }
    let first = InsightCard.sample("first", priority: 1)
    for day in 16...21 { #expect(ids(alike + [first], .deep, at: .at(9, day: day)) == ["first", "c0", "c1", "c2"]) }
    let many = (0..<9).map { InsightCard.sample("c\($0)", priority: 3) }
    let days = (1...9).map { ids([first] + many, .deep, at: .at(9, day: $0)) }
    #expect(days.allSatisfy { $0.first == "first" && Set($0).count == 5 })
    #expect(Set(days.map { $0[1] }).count == 9)
    // The most useful card rotates too, if several share the priority.
    #expect(Set((1...9).flatMap { ids(many, .light, at: .at(9, day: $0)) }).count == 9)
    #expect(ids([first] + many, .deep, at: .at(6)) == ids([first] + many, .deep, at: .at(20)))
  }

  @Test(
    "A card has a title, a description and a button; the card and the button open its route",
    .covers("yh-S04.1.2-B3", "yh-S04.1.2-B5", "yh-S04.1.2-L4"))
  func content() async throws {
    let bench = try await Bench()
    await bench.know(.full())
    let card = try #require(bench.node("insights.insight-card-4"))
    #expect(
      card.label == "Sleep and mood card-4" && card.children.first?.label.hasPrefix("After longer nights") == true)
    let button = try #require(card.children.first { $0.role == .button })
    #expect(button.label == "See why: Sleep and mood card-4")
    #expect(card.destination?.text == "/insights/finding?id=card-4" && button.destination == card.destination)
    let route = try #require(card.destination)
    await bench.tap(card.label)
    await bench.tap(button.label)
    let both = [DashboardEvent.tapped(.insight("card-4")), .opened(route)]
    #expect(bench.events.suffix(4) == both + both)
    #expect(bench.steps(of: .tap(.insight("card-4"))) == [.say(both[0]), .tell(both[1], bench.window)])
  }

  @Test("Button texts that are already unique stay as they are")
  func buttons() {
    let cards = [
      InsightCard.sample("a", priority: 1, button: "See sleep"), .sample("b", priority: 2, button: "See mood"),
    ]
    #expect(
      self.cards(cards, .deep).flatMap(\.children).filter { $0.role == .button }.map(\.label) == [
        "See sleep", "See mood",
      ])
  }

  @Test("Without insights, a card says how to get them", .covers("yh-S04.1.2-E1"))
  func none() {
    for mode in Mode.allCases {
      let cards = cards([], mode)
      #expect(cards.map(\.label) == ["Keep logging to unlock personalized insights!"])
      #expect(cards.first?.destination?.text == "/log")
    }
  }

  @Test("If insights are unavailable, the earlier ones stay with their time; without any, general tips are shown")
  func failed() async throws {
    let bench = try await Bench()
    await bench.know(.partial)
    let titles = bench.nodes(.deep).filter { $0.role == .card }.map(\.label)
    #expect(titles.count == 3 && titles.allSatisfy { $0.hasPrefix("General tip: ") })
    #expect(bench.labels().contains("Insights is currently unavailable. Try again later.") == false)
    #expect(bench.labels().contains("Insights are currently unavailable. Try again later."))
    await bench.know(.full())
    func shown() -> [String] { ["insights", "more-insights"].flatMap { bench.screen(.deep).labels(in: $0) } }
    let before = shown()
    #expect(!before.contains { $0.hasPrefix("Last updated") })
    await bench.advance(.seconds(3600))
    await bench.know(.partial)
    #expect(shown().filter { !$0.hasPrefix("Last updated") } == before)
    #expect(bench.node("insights.made")?.label == "Last updated 08:15")
    #expect(bench.node("updated.freshness")?.label == "Last updated 09:15")
    // After a restart they still have their old time.
    let after = try await Bench(over: bench)
    #expect(after.node("insights.made")?.label == "Last updated 08:15")
  }

  @Test("Tapping a card that is gone does nothing")
  func gone() async throws {
    let bench = try await Bench()
    await bench.know(.full())
    bench.forget()
    await bench.do(.tap(.insight("other")))
    #expect(bench.events == [])
  }
}

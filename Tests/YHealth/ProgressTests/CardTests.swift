import Board
import Covers
import Days
import FeatureTesting
import Insights
import Interface
import Kernel
import Measures
import Mode
import Pillar
import Scores
import Testing

@testable import Progress

@Suite("Insight cards of the dashboard") struct CardTests {
  private func alike(_ count: Int) -> InsightRun {
    InsightRun(
      findings: Measure.allCases.prefix(count).map { Sample.finding($0, .mood, priority: 2) }, looked: 50, days: 60)
  }

  @Test("Up to five cards, by priority, each with a text, a button and a route")
  func ordered() async throws {
    let bench = try await Bench(finds: Sample.run)
    await bench.live(Sample.table(61))
    let cards = bench.state.cards(on: Bench.today)
    #expect(cards.map(\.priority) == cards.map(\.priority).sorted() && Set(cards.map(\.id)).count == 5)
    for card in cards {
      #expect(!card.title.isEmpty && !card.text.isEmpty && !card.button.isEmpty && (1...5).contains(card.priority))
      #expect(ProgressPlaces.all.contains { $0.pattern.matches(card.route) })
    }
  }

  @Test("Without findings there is no card")
  func none() async throws {
    let bench = try await Bench()
    #expect(bench.state.cards(on: Bench.today).isEmpty)
    await bench.live(Sample.table(1))
    #expect(bench.state.cards(on: Bench.today).isEmpty)
  }

  @Test(
    "Cards of equal priority rotate daily, each coming first once; there are three to five every day",
    .covers("yh-S04.1.2-B2", "yh-S04.1.2-B14"))
  func rotation() async throws {
    let bench = try await Bench(finds: alike(6))
    await bench.live(Sample.table(61))
    var first: Set<String> = []
    for ahead in 0..<6 {
      let cards = bench.state.cards(on: Bench.today.following(ahead))
      first.formUnion(cards.prefix(1).map(\.id))
      #expect((3...5).contains(cards.count) && cards.map(\.priority) == cards.map(\.priority).sorted())
    }
    #expect(first == Set(alike(6).findings.map(\.id)))
  }

  @Test("Among equals, findings and goals of the pillar in focus come first")
  func focus() async throws {
    let findings = [Measure.steps, .water, .journal].map { Sample.finding($0, .mood, priority: 2) }
    let bench = try await Bench(finds: InsightRun(findings: findings, looked: 50, days: 60))
    await bench.live(Sample.table(61))
    await bench.goal(.water, "2000")
    await bench.goal(.steps, "8000")
    for pillar in Pillar.allCases {
      await bench.send(.focus(pillar))
      let among = findings.filter { $0.pillar == pillar }.map(\.id)
      #expect(bench.state.order(on: Bench.today).prefix(among.count).allSatisfy { among.contains($0.id) })
      let lever = bench.state.cards(on: Bench.today).map(\.id).first { $0.hasPrefix("lever-") }
      #expect(lever == nil || lever == "lever-\(pillar.rawValue)" || bench.state.scores[pillar]?.levers.isEmpty == true)
    }
    await bench.send(.focus(.nutrition))
    let goals = bench.words(ProgressPlaces.goals).filter { $0.hasPrefix("Water") || $0.hasPrefix("Steps") }
    #expect(goals.first?.hasPrefix("Water") == true && goals.count >= 2)
  }

  @Test("An opened finding is remembered and moves behind unopened ones", .covers("yh-S04.1.2-B17"))
  func engagement() async throws {
    let bench = try await Bench(finds: alike(3))
    await bench.live(Sample.table(61))
    let first = try #require(bench.state.order(on: Bench.today).first)
    await bench.do(.appeared(first.route))
    #expect(bench.events.contains(.opened(pillar: .wellbeing)))
    #expect(bench.state.order(on: Bench.today).last == first)
    let after = try await Bench(over: bench, finds: alike(3))
    #expect(after.state.regards[first.id]?.opened == 1 && after.state.order(on: Bench.today).last == first)
    // Nothing of it is sent to a server.
    #expect(try await after.waiting().isEmpty)
  }

  @Test("Among unopened findings, the pillar opened most often comes first")
  func interest() async throws {
    let run = InsightRun(
      findings: [
        Sample.finding(.steps, .mood, priority: 2), Sample.finding(.water, .sleepMinutes, priority: 2),
        Sample.finding(.mood, .restingHeartRate, priority: 2),
      ], looked: 9, days: 60)
    let bench = try await Bench(finds: run)
    await bench.live(Sample.table(61))
    await bench.do(.appeared(run.findings[2].route))
    for ahead in 0..<4 {
      #expect(bench.state.order(on: Bench.today.following(ahead)).first == run.findings[1])
    }
  }

  @Test("A recovery alert comes first")
  func alert() async throws {
    let bench = try await Bench(finds: Sample.run)
    var table = Sample.table(61)
    var today = table.days[60]
    today[.sleepMinutes] = 301
    table.take([today])
    await bench.live(table)
    let card = try #require(bench.state.cards(on: Bench.today).first)
    #expect(card.id == "recovery" && card.text == "You slept little. Take it easy today.")
  }
}

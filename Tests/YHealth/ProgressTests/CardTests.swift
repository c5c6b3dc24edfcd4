import Covers
import Days
import FeatureTesting
import Insights
import Interface
import Kernel
import Measures
import Mode
import Pillar
import Testing

@testable import Progress

@Suite("Insight cards of the dashboard") struct CardTests {
  private func alike(_ count: Int) -> InsightRun {
    InsightRun(
      findings: Measure.allCases.prefix(count).map { Sample.finding($0, .mood, priority: 2) }, looked: 50, days: 60)
  }

  @Test("Light mode has one card, Deep mode up to five, by priority, each with a text, a button and a route")
  func ordered() async throws {
    let bench = try await Bench(finds: Sample.run)
    await bench.live(Sample.table(61))
    let light = bench.state.cards(in: bench.surroundings())
    let deep = bench.state.cards(in: bench.surroundings(.deep))
    #expect(light.count == 1 && deep.count == 5 && deep.first == light.first)
    #expect(deep.map(\.priority) == deep.map(\.priority).sorted() && Set(deep.map(\.id)).count == 5)
    for card in deep {
      #expect(!card.title.isEmpty && !card.text.isEmpty && !card.button.isEmpty && (1...5).contains(card.priority))
      #expect(ProgressPlaces.all.contains { $0.pattern.matches(card.route) })
    }
  }

  @Test("Without findings there is the welcome card with the specified text")
  func welcome() async throws {
    let bench = try await Bench()
    #expect(bench.state.cards(in: bench.surroundings(.deep)) == [.welcome])
    await bench.live(Sample.table(1))
    #expect(bench.state.cards(in: bench.surroundings()) == [.welcome])
    #expect(InsightCard.welcome.text == "Keep logging to unlock personalized insights!")
  }

  @Test(
    "Cards of equal priority rotate daily, each coming first once; Deep mode has three to five every day",
    .covers("yh-S04.1.2-B2", "yh-S04.1.2-B14"))
  func rotation() async throws {
    let bench = try await Bench(finds: alike(6))
    await bench.live(Sample.table(61))
    var first: Set<String> = []
    for ahead in 0..<6 {
      var surroundings = bench.surroundings()
      surroundings.now = surroundings.now.advanced(by: .seconds(86_400 * ahead))
      first.formUnion(bench.state.cards(in: surroundings).map(\.id))
      surroundings.mode = .deep
      let deep = bench.state.cards(in: surroundings)
      #expect((3...5).contains(deep.count) && deep.map(\.priority) == deep.map(\.priority).sorted())
      // The order is the same all day.
      let evening = surroundings.now.advanced(by: .seconds(3_600 * 12))
      #expect(bench.state.order(on: evening.day) == bench.state.order(on: surroundings.now.day))
    }
    #expect(first == Set(alike(6).findings.map(\.id)))
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
    let card = try #require(bench.state.cards(in: bench.surroundings()).first)
    #expect(card.id == "recovery" && card.text == "You slept little. Take it easy today.")
  }
}

import Covers
import Interface
import Kernel
import Mode
import Plot
import Testing

@testable import Charts

@Suite("Chart loading") struct LoadingTests {
  static let broken = Problem("no-values", "The values could not be read.", remedy: "Try again.")

  @Test(
    "While values are loading, a skeleton of the chart's kind is shown",
    .covers("yh-S04.3.1-AC6", "yh-S04.3.1-B20", "yh-S04.3.1-B28"), arguments: ChartSpec.Kind.names)
  func skeleton(kind: String) throws {
    let hand = Hand(ChartSubject("Mood", kind: kind)) { _ in nil }
    let node = try #require(hand.node("skeleton"))
    #expect(node.role == .skeleton && node.view?.skeleton == kind && node.state.isBusy)
    #expect(hand.node("chart") == nil)
  }

  @Test(
    "A slow load of a year shows progress; cancelling it restores the previous chart",
    .covers("yh-S04.3.3-E3"))
  func slow() {
    var hand = Hand { $0 == .days(365) ? nil : Sample.fitness(7) }
    hand.use("range", .choose, .text("365"))
    #expect(hand.node("progress")?.role == .progressbar && hand.node("chart") == nil)
    hand.use("cancel")
    #expect(hand.steps == [.stop(.latest("load"))])
    #expect(hand.node("range")?.value == "7 days" && hand.node("chart") != nil)
    // A late answer changes nothing.
    let before = hand.state
    hand.act(.loaded(Sample.fitness(365), .days(365)))
    #expect(hand.state == before)
  }

  @Test("Cancelling the first load offers to start it again")
  func first() {
    var hand = Hand { _ in nil }
    hand.use("cancel")
    #expect(hand.labels.contains("Fitness score was not loaded."))
    hand.use("empty.load")
    #expect(hand.loads == [.days(7)])
  }

  @Test("A load failure is shown with a retry button")
  func failure() {
    var hand = Hand { _ in nil }
    hand.act(.notLoaded(Self.broken))
    #expect(hand.node("problem")?.label == Self.broken.sentence)
    hand.use("problem.again")
    #expect(hand.loads == [.days(7)])
  }

  @Test("A chart that cannot be drawn is replaced by a text summary", .covers("yh-S04.3.1-E2"))
  func fallback() throws {
    let hand = Hand { _ in Sample.single(7) { $0 == 3 ? .nan : 5 } }
    let words = try #require(hand.node("fallback")?.label)
    #expect(words.hasPrefix("Chart unavailable. Summary: Fitness score"))
    #expect(hand.node("chart") == nil)
  }

  @Test(
    "With too few values, the chart states how many more days are needed", .covers("yh-S04.3.1-E1"),
    arguments: [(1, "Need 2 more days of data for this view."), (2, "Need 1 more day of data for this view.")])
  func insufficient(count: Int, words: String) {
    let hand = Hand { _ in Sample.single(count) }
    #expect(hand.node("empty")?.label == words)
  }

  @Test("A chart without values says so", .covers("yh-S04.3.3-E4"))
  func nothing() {
    #expect(Hand { _ in Sample.single(0) }.node("empty")?.label == "No data available for this chart.")
  }

  @Test("A correlation with too little data says so")
  func correlation() {
    let few = ChartSpec(
      title: "Sleep and mood",
      kind: .scatter(
        Scatter(series: [Series(id: "a", name: "Days", points: [Point(.number(1), 2)])], x: Axis(), y: Axis())))
    let hand = Hand(ChartSubject("Sleep and mood", kind: "scatter")) { _ in few }
    #expect(hand.node("empty")?.label == "Not enough data to show correlations yet.")
  }

  @Test(
    "The actor loads, draws and saves, and shows failures as text; the log contains no values",
    .covers("yh-S04.3.1-L7"))
  func actor() async {
    let lines = Locked<[String]>([])
    let context = FeatureContext(settling: Settling(), log: Log { line in lines.withLock { $0.append("\(line)") } })
    let charts = Charts(
      ChartSubject("Fitness score", kind: "line"), on: context,
      needs: ChartsNeeds(
        load: { period throws(Problem) in
          if period == .days(90) { throw LoadingTests.broken }
          return Sample.single(7)
        }, draw: { _ in [1, 2, 3] },
        handOut: { _, _, answered in await answered(.failed(Delivery.notPermitted("/disk"))) }))
    await charts.send(.modeChanged(.deep))
    await charts.send(.begin)
    _ = await context.settling.settled(within: .seconds(10))
    #expect(charts.states.value.reading == .done)
    await charts.send(.export)
    _ = await context.settling.settled(within: .seconds(10))
    #expect(charts.states.value.export?.file?.bytes == [1, 2, 3])
    await charts.send(.hand(.save))
    _ = await context.settling.settled(within: .seconds(10))
    #expect(charts.states.value.dialog?.label == "Unable to save chart. Check storage permissions?")
    await charts.send(.show(days: 90))
    _ = await context.settling.settled(within: .seconds(10))
    #expect(charts.states.value.reading == .failed(LoadingTests.broken))
    #expect(!lines.withLock { $0 }.isEmpty)
    #expect(lines.withLock { $0 }.allSatisfy { !$0.contains("80") && !$0.contains("Fitness") })
  }
}

import Covers
import Interface
import Kernel
import Mode
import Plot
import Testing

@testable import Charts

@Suite("Chart ranges") struct RangeTests {
  @Test(
    "Light mode shows the last seven days and no selector", .covers("yh-S04.3.3-AC1", "yh-S04.3.3-B1"))
  func light() throws {
    var hand = Hand(mode: .light)
    #expect(hand.state.period == .days(7))
    #expect(hand.node("range") == nil)
    let chart = try #require(hand.node("chart"))
    #expect(chart.view?.period == .days(7))
    hand.act(.show(days: 30))
    #expect(hand.loads.isEmpty && hand.state.period == .days(7))
  }

  @Test(
    "Deep mode offers 7, 30, 90, 365 days and a custom range, above the chart",
    .covers("yh-S04.3.3-AC2", "yh-S04.3.3-B2", "yh-S04.3.3-B3", "yh-S04.3.3-B4"))
  func presets() throws {
    let hand = Hand()
    let range = try #require(hand.node("range"))
    #expect(range.children.map(\.label) == ["7 days", "30 days", "90 days", "365 days", "Custom"])
    #expect(range.role == .radiogroup && range.children.allSatisfy { $0.role == .radio } && range.value == "7 days")
    let order = hand.nodes.map(\.id)
    #expect(try #require(order.firstIndex(of: "range")) < #require(order.firstIndex(of: "chart")))
  }

  @Test(
    "Choosing a range loads its days and shows them", .covers("yh-S04.3.3-AC3", "yh-S04.3.3-B6", "yh-S04.3.3-B14"),
    arguments: [30, 90, 365])
  func choosing(days: Int) throws {
    var hand = Hand()
    hand.use("range", .choose, .text("\(days)"))
    #expect(hand.loads == [.days(days)])
    #expect(hand.node("range")?.value == "\(days) days")
    let chart = try #require(hand.node("chart"))
    #expect(chart.chart?.pointCount == days * 2)
    #expect(chart.value?.contains("over the last \(days) days") ?? false)
  }

  @Test(
    "A custom range asks for its first and last day, and shows that period",
    .covers("yh-S04.3.3-AC4", "yh-S04.3.3-B5"))
  func custom() throws {
    var hand = Hand()
    hand.use("range", .choose, .text("Custom"))
    #expect(hand.node("own.first")?.role == .datefield)
    hand.use("own.first", .edit, .text("2026-02-01"))
    hand.use("own.last", .edit, .text("2026-02-10"))
    hand.use("own.show")
    let period = Period.custom(from: try #require(Day("2026-02-01")), to: try #require(Day("2026-02-10")))
    #expect(hand.loads == [period] && hand.state.period == period)
    #expect(hand.node("own") == nil && hand.node("range")?.value == "Custom")
    #expect(hand.node("chart")?.view?.period == period)
  }

  @Test(
    "An invalid range is reported at its field, and nothing is loaded",
    arguments: [
      ("2026-02-10", "2026-02-01"), ("yesterday", "2026-02-01"), ("2026-02-01", ""), ("1900-01-01", "2026-01-01"),
    ])
  func complaints(first: String, last: String) {
    var hand = Hand()
    hand.act(.askForRange)
    hand.act(.typeFirst(first))
    hand.act(.typeLast(last))
    hand.act(.showRange)
    #expect(hand.loads.isEmpty && hand.state.period == .days(7))
    #expect(hand.node("own.last")?.state.invalid != nil)
  }

  @Test("A custom range without data shows “No data available for selected period.”", .covers("yh-S04.3.3-E1"))
  func nothing() {
    for isEmpty in [true, false] {
      var hand = Hand { period in
        if case .days = period { Sample.single(7) } else { isEmpty ? Sample.single(0) : Sample.single(7) }
      }
      hand.act(.askForRange)
      hand.act(.typeFirst("2020-02-01"))
      hand.act(.typeLast("2020-02-10"))
      hand.act(.showRange)
      #expect(hand.node("empty")?.label == "No data available for selected period.")
      #expect(hand.node("chart") == nil)
    }
  }

  @Test("Returning to Light mode loads the last seven days and resets the view")
  func calm() {
    var hand = Hand()
    hand.act(.show(days: 90))
    hand.act(.zoom(3, at: 0.5))
    hand.act(.toggle(series: "goal"))
    hand.act(.modeChanged(.light))
    #expect(hand.loads == [.days(7)])
    #expect(
      hand.state.view
        == ChartView { view in
          view.period = .days(7); view.isDeep = false
        })
  }

  @Test("A chart without ranges has no range selector")
  func timeless() {
    let hand = Hand(ChartSubject("Activity", kind: "heatmap", hasRanges: false)) { _ in Sample.heatmap }
    #expect(hand.node("range") == nil && hand.node("chart") != nil)
  }
}

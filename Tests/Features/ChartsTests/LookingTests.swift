import Covers
import FoundationEssentials
import Interface
import Kernel
import Mode
import Plot
import Testing

@testable import Charts

@Suite("Chart interaction") struct LookingTests {
  @Test(
    "Pinching zooms around its centre, and dragging pans",
    .covers("yh-S04.3.2-AC4", "yh-S04.3.2-B13"))
  func zoomAndPan() throws {
    var hand = Hand()
    hand.act(.show(days: 90))
    let whole = try #require(hand.state.inSight)
    hand.use("chart", .zoom, .pair(3, 0.5))
    let near = try #require(hand.state.inSight)
    #expect(abs(near.length - whole.length / 3) < 0.001)
    #expect(abs((near.from + near.to) - (whole.from + whole.to)) < 0.001)
    #expect(hand.node("chart")?.view?.window == near)
    hand.use("chart", .pan, .number(0.5))
    let later = try #require(hand.state.inSight)
    #expect(abs(later.from - near.from - near.length / 2) < 0.001 && abs(later.length - near.length) < 0.001)
    hand.use("chart.hands.whole")
    #expect(hand.state.inSight == whole && hand.state.window == nil)
  }

  @Test(
    "A pinch or a swipe by accident is taken back by one button, to exactly what was shown",
    .covers("yh-S04.7.2-E4"))
  func accident() throws {
    var hand = Hand()
    hand.act(.show(days: 90))
    let before = hand.node("chart")?.element
    for gesture in [(Verb.zoom, Entry.pair(5, 0.9)), (.zoom, .pair(2, 0.1)), (.pan, .number(-0.7))] {
      hand.use("chart", gesture.0, gesture.1)
      #expect(hand.node("chart")?.view?.window != before?.view?.window)
    }
    let undo = try #require(hand.node("chart.hands.whole"))
    #expect(undo.label == "Whole range" && undo.state.icon == .undo && !undo.state.isDisabled)
    hand.use(undo.id)
    #expect(hand.node("chart")?.element == before)
  }

  @Test("Zooming or panning beyond the data snaps back to it", .covers("yh-S04.3.2-E3"))
  func snap() throws {
    var hand = Hand()
    let whole = try #require(hand.state.inSight)
    hand.act(.zoom(0.1, at: 0.5))
    #expect(hand.state.inSight == whole && hand.state.window == nil && hand.felt == [.warning])
    hand.act(.zoom(2, at: 0))
    hand.act(.pan(-5))
    #expect(hand.state.inSight?.from == whole.from)
    hand.act(.pan(5))
    #expect(hand.state.inSight?.to == whole.to)
    // At least two points stay in view.
    for _ in 0..<30 { hand.act(.zoom(10, at: 0.3)) }
    #expect(try #require(hand.state.inSight).length >= 1)
  }

  @Test("Zooming in on a gap shows a button for the whole range")
  func nothingThere() throws {
    var hand = Hand { _ in
      var spec = Sample.fitness(90)
      guard case .line(var lines) = spec.kind else { return spec }
      for one in lines.series.indices {
        for place in lines.series[one].points.indices.dropFirst(2).dropLast(2) {
          lines.series[one].points[place].y = nil
        }
      }
      spec.kind = .line(lines)
      return spec
    }
    hand.act(.show(days: 90))
    #expect(hand.node("chart") != nil)
    hand.act(.zoom(4, at: 0.5))
    #expect(hand.node("chart") == nil)
    let whole = try #require(hand.screen().nodes.flatMap(\.all).first { $0.label == "Whole range" }?.id)
    hand.use(whole)
    #expect(hand.node("chart") != nil && hand.state.window == nil)
  }

  @Test(
    "Holding shows the exact value and the other series at that point", .covers("yh-S04.3.2-AC3", "yh-S04.3.2-B12"))
  func hold() throws {
    var hand = Hand { _ in Sample.fitness(11) }
    hand.act(.show(days: 30))
    hand.use("chart", .hold, .pair(1, 1))
    #expect(hand.node("chart")?.view?.held == ChartView.Held("own", 10))
    let words = try #require(hand.node("chart.tip")?.label)
    #expect(words.contains("12 March 2026: 75") && words.contains("Goal: 85"))
    #expect(hand.node("chart.tip")?.state.live == .polite)
    // The other series lies higher up.
    hand.use("chart", .hold, .pair(1, 0))
    #expect(hand.node("chart")?.view?.held?.series == "goal")
    hand.use("chart", .dismiss)
    #expect(hand.node("chart")?.view?.held == nil)
  }

  @Test("Keyboard steps visit every value in turn and skip none")
  func steps() {
    var hand = Hand()
    var seen: [Int] = []
    for _ in 0..<9 {
      hand.use("chart", .hold, .text("next"))
      if let held = hand.state.held { seen.append(held.index) }
    }
    #expect(seen == [0, 1, 2, 3, 4, 5, 6, 6, 6])
    hand.use("chart", .hold, .text("above"))
    #expect(hand.state.held == ChartView.Held("goal", 6))
    hand.use("chart", .hold, .text("below"))
    #expect(hand.state.held == ChartView.Held("own", 6))
    hand.use("chart.hands.previous")
    #expect(hand.state.held == ChartView.Held("own", 5))
    hand.use("chart", .hold, .text("first"))
    #expect(hand.state.held?.index == 0)
    hand.use("chart", .hold, .text("sideways"))
    #expect(hand.state.held?.index == 0)
  }

  @Test(
    "A heatmap cell shows its exact value, and steps move to the neighbouring cells", .covers("yh-S04.3.2-B5"))
  func cells() throws {
    var hand = Hand(ChartSubject("Activity", kind: "heatmap", hasRanges: false)) { _ in Sample.heatmap }
    hand.use("chart", .hold, .pair(0.02, 0.07))
    #expect(try #require(hand.node("chart.tip")?.label).contains("Monday 00:00: 100"))
    hand.use("chart", .hold, .text("next"))
    #expect(try #require(hand.node("chart.tip")?.label).contains("Monday 01:00: 101"))
    hand.use("chart", .hold, .text("below"))
    #expect(try #require(hand.node("chart.tip")?.label).contains("Tuesday 01:00: 201"))
    #expect(hand.node("chart")?.offer(.zoom) == nil)
  }

  @Test(
    "The legend hides and shows a series, and describes its dash and point shape",
    .covers("yh-S04.3.2-AC5", "yh-S04.3.2-B14"))
  func legend() throws {
    var hand = Hand()
    let goal = try #require(hand.node("legend.series-goal"))
    #expect(goal.role == .toggle && goal.state.check == .on && goal.hint == "Dashed line, square points.")
    hand.use("legend.series-goal")
    #expect(hand.node("chart")?.view?.hidden == ["goal"])
    #expect(hand.node("legend.series-goal")?.state.check == .off)
    hand.use("legend.series-own")
    // The user hid all series: the chart stays and says so.
    #expect(hand.node("chart")?.value?.contains("All series are hidden") ?? false)
    hand.use("legend.series-own")
    hand.use("legend.series-goal")
    #expect(hand.node("chart")?.view?.hidden == [])
  }

  @Test(
    "In Light mode the chart offers no interaction, and actions change nothing",
    .covers("yh-S04.3.2-AC6", "yh-S04.3.2-B16"))
  func light() throws {
    var hand = Hand(mode: .light)
    let chart = try #require(hand.node("chart"))
    #expect(chart.offers.isEmpty && chart.view?.isDeep == false)
    #expect(hand.nodes.allSatisfy { $0.offers.isEmpty })
    #expect(hand.node("legend") == nil && hand.node("export") == nil)
    let before = hand.state
    for action: ChartsAction in [
      .zoom(2, at: 0.5), .pan(0.1), .hold(.step(.next)), .toggle(series: "own"), .look(.table), .export,
    ] {
      hand.act(action)
      #expect(hand.state == before, "\(action)")
    }
  }

  @Test(
    "Heatmaps and scatter plots require Deep mode",
    arguments: [("heatmap", Sample.heatmap), ("scatter", Sample.scatter)])
  func advanced(kind: String, spec: ChartSpec) {
    let subject = ChartSubject(spec.title, kind: kind, hasRanges: false)
    #expect(Hand(subject, mode: .light) { _ in spec }.node("chart") == nil)
    #expect(Hand(subject, mode: .light) { _ in spec }.labels.contains("\(spec.title) is a chart of Deep mode."))
    #expect(Hand(subject) { _ in spec }.node("chart") != nil)
  }

  @Test(
    "An unusual value is marked with the specified sentence; reviewing it selects the point", .covers("yh-S04.3.1-E3"))
  func unusual() throws {
    let spike = Sample.single(30) { $0 == 20 ? 900 : 60 + Double($0 % 3) }
    var hand = Hand { _ in spike }
    hand.act(.show(days: 30))
    let found = try #require(hand.node("unusual")?.children.first)
    #expect(found.label == "Unusually high value on 3 March 2026. Tap to review.")
    hand.use(found.id)
    #expect(hand.state.held == ChartView.Held("own", 20))
    #expect(hand.node("chart.tip")?.label.contains("3 March 2026: 900") ?? false)
    #expect(hand.node("chart.tip")?.label.contains("Unusually high value on 3 March 2026. Tap to review.") ?? false)
  }

  @Test("A chart describes its trend and key values to a screen reader", .covers("yh-S04.3.3-AC6"))
  func text() {
    let hand = Hand { _ in Sample.single(7) { [80, 79, 78, 78, 77, 76, 75][$0] } }
    #expect(hand.node("chart")?.value == "Fitness score decreased 5 points from 80 to 75 over the last 7 days.")
  }

  @Test("Many values are listed in expandable groups, so a year is not a list of 365 rows")
  func walk() throws {
    var hand = Hand { _ in Sample.single(365) { Double($0) } }
    hand.act(.show(days: 365))
    let rows = try #require(hand.node("chart.values")?.children)
    #expect(rows.count <= 31 && hand.nodes.count < 200)
    let open = try #require(rows.first?.children.first)
    #expect(open.state.isExpanded == false)
    hand.use(open.id)
    let opened = try #require(hand.node("chart.values")?.children.first)
    #expect(opened.children.first?.state.isExpanded == true)
    #expect(try #require(opened.children.last).children.count > 2)
  }

  @Test("The same chart can be shown as a paged table and as sentences")
  func looks() throws {
    var hand = Hand { _ in Sample.single(120) { Double($0) } }
    hand.act(.show(days: 365))
    hand.use("look.table")
    #expect(hand.node("chart") == nil && hand.node("table")?.children.count == 51)
    #expect(hand.node("pages.page")?.label == "Page 1 of 3")
    hand.use("pages.on")
    hand.use("pages.on")
    #expect(hand.node("table")?.children.count == 21 && hand.node("pages.on") == nil)
    hand.use("look.words")
    #expect(try #require(hand.node("words")).children.count >= 2)
  }

  @Test(
    "Interactions run no effects; they use the values already loaded",
    .covers("yh-S04.3.2-L7"))
  func local() {
    var hand = Hand { _ in Sample.fitness(90) }
    hand.act(.show(days: 90))
    #expect(hand.loads == [.days(90)])
    for action: ChartsAction in [
      .hold(.step(.next)), .hold(.at(x: 0.4, y: 0.5)), .clear, .zoom(3, at: 0.5), .pan(0.3), .whole,
      .toggle(series: "goal"), .look(.table), .turn(page: 1), .look(.words), .look(.picture),
    ] {
      let before = hand.state
      hand.act(action)
      #expect(hand.state != before, "\(action)")
      #expect(!hand.steps.contains { if case .run = $0 { true } else { false } }, "\(action)")
    }
  }

  @Test("Interactions trigger haptic feedback", .covers("yh-S04.3.2-B17"))
  func felt() {
    var hand = Hand()
    hand.act(.hold(.step(.next)))
    #expect(hand.felt == [.selection])
    hand.act(.zoom(2, at: 0.5))
    #expect(hand.felt == [.selection])
    hand.act(.toggle(series: "own"))
    #expect(hand.felt == [.selection])
  }
}

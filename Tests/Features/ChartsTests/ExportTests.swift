import Covers
import Interface
import Kernel
import Mode
import Plot
import Testing

@testable import Charts

@Suite("Chart export") struct ExportTests {
  private func asked(_ hand: Hand) -> ChartOrder? {
    for case .run(.draw(let order), .latest("draw", of: nil)) in hand.steps { return order }
    return nil
  }

  private func ready() throws -> Hand {
    var hand = Hand()
    hand.use("export")
    let order = try #require(asked(hand))
    hand.act(.drawn(ChartFile(of: order, [1, 2, 3])))
    return hand
  }

  @Test("The export button requests a PNG, then offers to save and to share it")
  func export() throws {
    var hand = Hand()
    #expect(hand.node("export") != nil)
    hand.use("export")
    let order = try #require(asked(hand))
    #expect(order.format == .png && order.spec.asOf == Sample.now.date)
    #expect(hand.node("exporting.drawing")?.role == .progressbar && hand.node("exporting.ways.save") == nil)
    hand.act(.drawn(ChartFile(of: order, [1])))
    #expect(hand.node("exporting.ways.save") != nil && hand.node("exporting.ways.share") != nil)
  }

  @Test("The exported view keeps the period and the hidden series, without the held point")
  func view() throws {
    var hand = Hand()
    hand.act(.toggle(series: "goal"))
    hand.act(.hold(.step(.next)))
    hand.use("export")
    let view = try #require(asked(hand)).view
    #expect(view.hidden == ["goal"] && view.held == nil && view.period == .days(7))
  }

  @Test("The file name consists of the chart's title and day in ASCII, and does not identify the user")
  func name() throws {
    #expect(try ready().state.export?.file?.name == "fitness-score-2026-03-12.png")
    #expect(ChartFormat.csv.name(of: ChartSpec(title: "../Étude\"\n", kind: .ring(Rings([])))) == "tude.csv")
    #expect(ChartFormat.wav.name(of: ChartSpec(title: "眠り", kind: .ring(Rings([])))) == "chart.wav")
  }

  @Test("Saving without permission shows the specified dialog, which can retry")
  func permission() throws {
    var hand = try ready()
    hand.use("exporting.ways.save")
    #expect(hand.steps.contains { if case .run(.hand(_, .save), .inOrder("hand")) = $0 { true } else { false } })
    hand.act(.notHanded(.save, ChartsNeeds.notPermitted))
    #expect(hand.screen().dialog?.label == "Unable to save chart. Check storage permissions?")
    #expect(hand.screen().dialog?.role == .alertDialog)
    hand.use("permission.buttons.again")
    #expect(hand.steps.contains { if case .run(.hand(_, .save), .inOrder("hand")) = $0 { true } else { false } })
    hand.act(.handed(.save))
    #expect(hand.node("exporting.stands")?.label == "fitness-score-2026-03-12.png was saved.")
    hand.use("exporting", .dismiss)
    #expect(hand.screen().dialog == nil)
  }

  @Test("Any other failure shows its own sentence, and the file can be shared again")
  func failure() throws {
    var hand = try ready()
    hand.use("exporting.ways.share")
    let problem = Problem("no-room", "The disk is full.", remedy: "Make room.")
    hand.act(.notHanded(.share, problem))
    #expect(hand.node("exporting.problem")?.label == problem.sentence && hand.node("exporting.ways.share") != nil)
  }

  @Test(
    "Choosing a format draws the chart again; a late result in the previous format is dropped",
    arguments: ChartFormat.allCases)
  func formats(format: ChartFormat) throws {
    var hand = Hand()
    hand.use("export")
    let first = try #require(asked(hand))
    hand.use("exporting.format", .choose, .text(format.rawValue))
    if format != .png {
      hand.act(.drawn(ChartFile(of: first, [9])))
      #expect(hand.state.export?.file == nil)
    }
    let second = ChartOrder(first.spec, first.view, as: format)
    hand.act(.drawn(ChartFile(of: second, [1])))
    #expect(hand.state.export?.file?.format == format)
  }

  @Test("A file is saved only when the user asks, and saving does not share it")
  func nowhere() async {
    let done = Locked<[String]>([])
    let context = FeatureContext(settling: Settling())
    let charts = Charts(
      ChartSubject("Fitness score", kind: "line"), mode: .deep, on: context,
      needs: ChartsNeeds(
        load: { _ in Sample.fitness(7) },
        draw: { _ in
          done.withLock { $0.append("draw") }
          return [1]
        }, save: { _ in done.withLock { $0.append("save") } }, share: { _ in done.withLock { $0.append("share") } }))
    await charts.send(.begin)
    _ = await context.settling.settled(within: .seconds(10))
    await charts.send(.export)
    _ = await context.settling.settled(within: .seconds(10))
    #expect(done.withLock { $0 } == ["draw"])
    await charts.send(.hand(.save))
    _ = await context.settling.settled(within: .seconds(10))
    #expect(done.withLock { $0 } == ["draw", "save"])
  }

  @Test(
    "Saving and sharing receive the drawn file under its name", arguments: ChartFile.Way.allCases)
  func handed(way: ChartFile.Way) async {
    let handed = Locked<[ChartFile.Way: [ChartFile]]>([:])
    let context = FeatureContext(settling: Settling())
    let charts = Charts(
      ChartSubject("Fitness score", kind: "line"), mode: .deep, on: context,
      needs: ChartsNeeds(
        load: { _ in Sample.fitness(7) }, draw: { _ in [0x89, 0x50] },
        save: { file in handed.withLock { $0[.save, default: []].append(file) } },
        share: { file in handed.withLock { $0[.share, default: []].append(file) } }))
    for action in [ChartsAction.begin, .export, .hand(way)] {
      await charts.send(action)
      _ = await context.settling.settled(within: .seconds(10))
    }
    let files = handed.withLock { $0 }
    #expect(Array(files.keys) == [way] && files[way]?.count == 1)
    let file = files[way]?.first
    #expect(file?.format == .png && file?.bytes == [0x89, 0x50])
    #expect(file?.name.hasPrefix("fitness-score") == true && file?.name.hasSuffix(".png") == true)
    #expect(charts.states.value.export?.file == file)
  }

  @Test("Nothing is drawn, saved or shared unless the user asks", .covers("yh-S04.3.3-L8"))
  func unasked() {
    var hand = Hand()
    for action: ChartsAction in [
      .show(days: 30), .hold(.step(.next)), .zoom(2, at: 0.1), .look(.table), .hand(.save), .choose(.csv),
      .drawn(ChartFile(of: ChartOrder(Sample.heatmap, ChartView(), as: .png), [])),
    ] {
      hand.act(action)
      #expect(
        !hand.steps.contains { step in
          switch step {
          case .run(.draw, _), .run(.hand, _): true
          default: false
          }
        })
    }
    #expect(hand.state.export == nil)
  }
}

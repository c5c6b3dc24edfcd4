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

  private func isHanded(_ hand: Hand, _ way: Delivery.Way) -> Bool {
    hand.steps.contains { if case .run(.hand(_, way), .inOrder("hand")) = $0 { true } else { false } }
  }

  @Test(
    "Saving without permission shows the specified dialog, which can retry; saved is said once the file is there",
    .covers("yh-S04.3.3-E2"))
  func permission() throws {
    var hand = try ready()
    let file = try #require(hand.state.export?.file)
    hand.use("exporting.ways.save")
    #expect(isHanded(hand, .save))
    hand.act(.answered(file, .save, .failed(Delivery.notPermitted("/disk"))))
    #expect(hand.screen().dialog?.label == "Unable to save chart. Check storage permissions?")
    #expect(hand.screen().dialog?.role == .alertDialog)
    #expect(hand.node("permission.words")?.label.contains("cannot be saved in /disk") == true)
    hand.use("permission.buttons.again")
    #expect(isHanded(hand, .save))
    #expect(hand.node("exporting.handing")?.label == "Saving fitness-score-2026-03-12.png")
    #expect(hand.node("exporting.stands") == nil && !hand.steps.contains(.say(.handed(.png, .save))))
    hand.act(.answered(file, .save, .saved(as: "/home/a/fitness-score-2026-03-12-2.png")))
    #expect(hand.node("exporting.stands")?.label == "/home/a/fitness-score-2026-03-12-2.png was saved.")
    #expect(hand.steps.contains(.say(.handed(.png, .save))) && hand.steps.contains(.say(.felt(.success))))
    hand.use("exporting", .dismiss)
    #expect(hand.screen().dialog == nil)
  }

  @Test("Any other failure shows its own sentence, and the file can be shared again")
  func failure() throws {
    var hand = try ready()
    let file = try #require(hand.state.export?.file)
    hand.use("exporting.ways.share")
    let problem = Problem("no-room", "The disk is full.", remedy: "Make room.")
    hand.act(.answered(file, .share, .failed(problem)))
    #expect(hand.node("exporting.problem")?.label == problem.sentence && hand.node("exporting.ways.share") != nil)
    #expect(!hand.steps.contains(.say(.handed(.png, .share))))
  }

  @Test(
    "Each answer of the share sheet has its own result: shared, cancelled, or saved where there is none",
    .covers("yh-S04.3.3-L10"))
  func answers() throws {
    var hand = try ready()
    let file = try #require(hand.state.export?.file)
    hand.use("exporting.ways.share")
    #expect(isHanded(hand, .share))
    hand.act(.answered(file, .share, .declined))
    #expect(hand.node("exporting.stands")?.label == "\(file.name) is ready." && hand.steps.isEmpty)
    hand.use("exporting.ways.share")
    hand.act(.answered(file, .share, .shared(as: file.name)))
    #expect(hand.node("exporting.stands")?.label == "\(file.name) was shared.")
    #expect(hand.steps.contains(.say(.handed(.png, .share))))
    hand.use("exporting.ways.share")
    hand.act(.answered(file, .share, .saved(as: "a.png")))
    #expect(hand.node("exporting.stands")?.label == "Files cannot be shared from here, so a.png was saved.")
    #expect(hand.steps.contains(.say(.handed(.png, .save))))
  }

  @Test("The person can stop waiting; a late answer is still an event, and concerns no other file")
  func late() throws {
    var hand = try ready()
    let file = try #require(hand.state.export?.file)
    hand.use("exporting.ways.save")
    hand.use("exporting.stop")
    #expect(hand.node("exporting.stands")?.label == "\(file.name) is ready.")
    // Another format can be chosen while the answer is awaited.
    hand.use("exporting.ways.save")
    hand.use("exporting.format", .choose, .text("csv"))
    hand.act(.answered(file, .save, .saved(as: file.name)))
    #expect(hand.steps.contains(.say(.handed(.png, .save))) && hand.state.export?.stage == .drawing)
    hand.act(.answered(file, .save, .failed(Delivery.interrupted)))
    #expect(hand.steps.isEmpty && hand.state.export?.stage == .drawing)
    hand.use("exporting", .dismiss)
    hand.act(.answered(file, .save, .saved(as: file.name)))
    #expect(hand.screen().dialog == nil)
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
        }, handOut: { _, way, _ in done.withLock { $0.append(way.rawValue) } }))
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
    "Saving and sharing hand out the drawn file under its name, and wait for the answer",
    arguments: Delivery.Way.allCases)
  func handed(way: Delivery.Way) async {
    let handed = Locked<[(OutgoingFile, Delivery.Way)]>([])
    let answering = Locked<(@Sendable (Delivery.Outcome) async -> Void)?>(nil)
    let context = FeatureContext(settling: Settling())
    let charts = Charts(
      ChartSubject("Fitness score", kind: "line"), mode: .deep, on: context,
      needs: ChartsNeeds(
        load: { _ in Sample.fitness(7) }, draw: { _ in [0x89, 0x50] },
        handOut: { file, way, answered in
          handed.withLock { $0.append((file, way)) }
          answering.withLock { $0 = answered }
        }))
    for action in [ChartsAction.begin, .export, .hand(way)] {
      await charts.send(action)
      _ = await context.settling.settled(within: .seconds(10))
    }
    let files = handed.withLock { $0 }
    #expect(files.count == 1 && files.first?.1 == way)
    let file = files.first?.0
    #expect(file?.type == "image/png" && file?.bytes == [0x89, 0x50])
    #expect(file?.name.stem.hasPrefix("fitness-score") == true && file?.name.ending == "png")
    #expect(charts.states.value.export?.isHanding == true)
    await answering.withLock { $0 }?(.saved(as: "a.png"))
    guard case .handed(let drawn, way, .save, "a.png") = charts.states.value.export?.stage else {
      Issue.record("The answer did not arrive.")
      return
    }
    #expect(drawn.outgoing == file)
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

import Catalog
import Connectivity
import Covers
import Days
import Embedded
import Fetch
import Foundation
import Health
import Interface
import Kernel
import Plot
import Progress
import ShellTesting
import Storage
import Testing

@testable import ProductKit
@testable import Shell
@testable import YHealth

@Suite("Charts of a person's own data", .timeLimit(.minutes(10))) struct ChartsOfOnesOwnTests {
  private func drink(_ millilitres: [String], in window: Window) async throws {
    for words in millilitres {
      try await window.perform(.open(Route(["log", "water"])))
      try await window.perform(.tap(.label(words)))
    }
  }

  private func goDeep(_ window: Window) async throws {
    try await window.perform(.open(Route(["settings", "goals-coaching"])))
    try await window.perform(.choose(.label("Flexibility mode"), .text("Deep")))
  }

  /// The values of the chart that is shown.
  private func bars(_ frame: Frame) -> [Double] {
    guard let spec = frame.everything.compactMap(\.chart).first, case .bar(let bars) = spec.kind else { return [] }
    return bars.series.flatMap(\.points).compactMap(\.y)
  }

  @Test(
    "A chart shows the daily sum of the profile's own entries, and nothing of another profile",
    .covers("yh-S04.3.1-L3", "yh-S04.3.1-L8"))
  func own() async throws {
    let folder = TestFolder()
    let route = Route(["pillars", "nutrition", "water"])
    func person(_ name: String) async throws -> Person {
      try await Person.open(
        .yhealth, profile: name, home: .folder(folder.path), clock: ManualTime(noon), seed: 1, log: .silent)
    }
    let (anna, bob) = (try await person("anna"), try await person("bob"))
    let windows = (await anna.window(), await bob.window())
    try await drink(["250 ml", "500 ml"], in: windows.0)
    try await drink(["250 ml"], in: windows.1)
    #expect(bars(try await windows.0.perform(.open(route))) == [750])
    #expect(bars(try await windows.1.perform(.open(route))) == [250])
    await anna.close()
    await bob.close()
  }

  @Test(
    "A chart draws only figures of a known measure that name their source and are possible",
    .covers("yh-S04.3.1-L2"))
  func validated() async throws {
    let person = try await Person.test()
    let today = CalendarDay(of: person.context.time.now())
    let figures: [(source: String, amount: Double, kind: String, back: Int)] = [
      ("Watch", 8000, "steps", 0), (" ", 7000, "steps", 1), ("Watch", -5, "steps", 2), ("Watch", 1e12, "steps", 3),
      (String(repeating: "x", count: 200), 6000, "steps", 4), ("Watch", 9000, "steps_of_a_newer_version", 5),
    ]
    let rows = figures.map { figure in
      let id = person.context.identifiers.uuid()
      let fields: Fields = [
        "id": .text(id.uuidString.lowercased()), "day": .text(today.following(-figure.back).text),
        "kind": .text(figure.kind), "amount": .double(figure.amount), "source": .text(figure.source),
      ]
      return Pulled(id: id, rev: "1", fields: fields)
    }
    let devices = try await person.store.collection(DeviceDay.self, .owned(.rest))
    try await devices.take(rows, cursor: Cursor(cursor: "1", epoch: "e"))
    #expect(try await devices.records().count == rows.count, "the rows are stored as they came")
    let window = await person.window()
    #expect(bars(try await window.perform(.open(Route(["pillars", "fitness", "steps"])))) == [8000])
    await window.close()
    await person.close()
  }

  @Test("In Deep mode a chart has a choice of ranges, and in Light mode none", .covers("yh-S04.3.3-AC2"))
  func ranges() async throws {
    let window = try await Person.test().window()
    let route = Route(["pillars", "nutrition", "water"])
    try await drink(["250 ml"], in: window)
    let light = try await window.perform(.open(route))
    #expect(bars(light) == [250] && light.node("range") == nil)
    try await goDeep(window)
    let deep = try await window.perform(.open(route))
    #expect(deep.node("range")?.children.map(\.label) == ["7 days", "30 days", "90 days", "365 days", "Custom"])
  }

  @Test(
    "In Deep mode every chart has Export, which makes a PNG to be saved or shared",
    .covers("yh-S04.3.3-B7", "yh-S04.3.3-B10", "yh-S04.3.3-AC5"))
  func exports() async throws {
    let person = try await Person.test()
    try await DemonstrationData.fill(person.store, to: person.context.time.now(), days: 20)
    let window = await person.window()
    try await goDeep(window)
    var seen = 0
    for chart in ProgressChart.all {
      let frame = try await window.perform(.open(chart.place.pattern.examples[0]))
      guard frame.everything.contains(where: { $0.role == .chart && $0.chart != nil }) else { continue }
      seen += 1
      #expect(frame.labels.contains("Export"), "\(chart.place.title)")
    }
    #expect(seen > 10)
    try await window.perform(.open(Route(["pillars", "fitness", "steps"])))
    let frame = try await window.perform(.tap(.label("Export")))
    let dialog = try #require(frame.dialog).all.map(\.label)
    #expect(dialog.contains("Save") && dialog.contains("Share") && dialog.contains { $0.hasSuffix(".png is ready.") })
  }

  @Test(
    "Drawing, zooming and exporting a chart sends no request to the server",
    .covers("yh-S04.3.2-L8", "yh-S04.3.3-L2", "yh-S04.3.3-L7"))
  func silent() async throws {
    let fetch = try Fetch()
    let clock = ManualTime(noon)
    let server = EmbeddedServer(EmbeddedPlan(schema: .products), fetch, time: clock.time)
    let asked = Locked([String]())
    let answered = Locked(0)
    let port = server.port
    let counting = ServerPort(
      project: port.project,
      send: { outgoing throws(Problem) in
        asked.withLock { $0.append("\(outgoing)") }
        defer { answered.withLock { $0 += 1 } }
        return try await port.send(outgoing)
      }, connect: port.connect)
    let folder = TestFolder()
    let person = try await Person.open(
      .yhealth, home: .folder(folder.path), clock: clock, seed: 1, server: counting)
    person.network.set(.online)
    let window = await person.window()
    try await window.perform(.open(Route(["account", "sign-up"])))
    try await window.perform(.type(.label("E-mail"), "maria@example.org"))
    try await window.perform(.type(.label("Password"), "a-long-secret-of-maria"))
    try await window.perform(.tap(.label("Create account")))
    try await window.perform(.open(Route(["account"])))
    try await window.perform(.wait(.label("Sign out"), seconds: 30))
    try await window.consent()
    try await goDeep(window)
    try await drink(["500 ml"], in: window)
    try await window.perform(.open(Route(["settings", "sync"])))
    try await window.perform(.advance(seconds: 30))
    try await window.perform(.wait(.label("Nothing waits to be sent."), seconds: 30))
    // The sync may still pull after the last row is sent.
    var before = 0
    repeat {
      before = asked.withLock { $0.count }
      try await window.perform(.advance(seconds: 1))
    } while asked.withLock { $0.count } != before || answered.withLock { $0 } != before
    #expect(before > 0)
    try await window.perform(.open(Route(["pillars", "nutrition", "water"])))
    let quarter = try await window.perform(.choose(.label("Time range"), .text("90 days")))
    #expect(bars(quarter).contains(500))
    // Zooms into a range without data, and back.
    try await window.perform(.act(.id("chart"), .zoom, .pair(2, 0.5)))
    try await window.perform(.tap(.label("Whole range")))
    try await window.perform(.tap(.label("Export")))
    try await window.perform(.tap(.label("Save")))
    let frame = try await window.perform(.delivered(.saved()))
    #expect(frame.labels.contains { $0.hasSuffix(".png was saved.") })
    // Whether the account is about to be deleted is asked by itself.
    let later = asked.withLock { $0 }[before...].filter { !$0.contains("/auth/v1/user/deletion") }
    #expect(later.isEmpty)
    await window.close()
    await person.close()
    await server.stop()
    await fetch.close()
  }
}

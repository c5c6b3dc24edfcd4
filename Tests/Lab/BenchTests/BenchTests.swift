import Chance
import Foundation
import JSON
import Kernel
import Testing

@testable import Bench

@Suite("Benchmarks") struct BenchTests {
  static var isShipped: Bool {
    (try? Program.shipped()).map { FileManager.default.isExecutableFile(atPath: $0) } ?? false
  }

  static var isLabBuilt: Bool {
    (try? Program.shipped()).map { FileManager.default.isExecutableFile(atPath: $0 + "-lab") } ?? false
  }

  @Test("A figure is encoded with the JSON keys that scripts rely on")
  func json() throws {
    let figure = Figure("start", here: 6, peer: 2, peerName: "bare", unit: "ms")
    let value = try JSONDecoder().decode(JSON.self, from: JSON.data(figure))
    #expect(
      value == [
        "name": "start", "here": 6, "peer": 2, "peer_name": "bare", "ratio": 3, "unit": "ms", "better": "lower",
      ])
  }

  @Test("A figure holds up to its limit, in the direction that is better")
  func limits() {
    func figure(_ here: Double, _ better: Figure.Better, _ limit: Double?) -> Figure {
      Figure("x", here: here, peer: 10, peerName: "peer", unit: "ms", better: better, limit: limit)
    }
    #expect(figure(10, .lower, 1).holds && !figure(11, .lower, 1).holds)
    #expect(figure(9, .higher, 0.9).holds && !figure(8, .higher, 0.9).holds)
    #expect(figure(1000, .lower, nil).holds)
    #expect(figure(11, .lower, 1).text.contains("PAST"))
  }

  @Test("The median and the 99th percentile are taken from the sorted times")
  func times() throws {
    var random = try FuzzPlan.generator(for: "BenchTests.times")
    let times = Times((1...100).map(Double.init).shuffled(using: &random))
    #expect(times.median == 51 && times.p99 == 100)
    #expect(Times([]).median == 0)
  }

  @Test("Every benchmark has a unique name and a summary")
  func names() {
    let names = Benchmark.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Benchmark.all.allSatisfy { !$0.summary.isEmpty })
  }

  // With far fewer records than `troupe bench` uses, and the same limits. The times measured here mean nothing, because
  // other tests run at the same time.
  @Test("The time to show the cached dashboard is measured against its limit")
  func cached() async throws { try await holds(.syncCached(entries: 50), "sync-cached", 500) }

  @Test("The time of a cleanup is measured against its limit")
  func tidied() async throws { try await holds(.syncTidy(records: 500), "sync-tidy", 5000) }

  @Test(
    "A send, a registration and a delivery of notifications are measured",
    .enabled(if: isShipped, "The program that is measured is not built."))
  func pushed() async throws {
    let figures = try await Benchmark.pushed(sends: 3, registrations: 1, deliveries: 1)
    #expect(figures.map(\.name) == ["notifications-send", "notifications-registration", "notifications-delivery"])
    #expect(figures.allSatisfy { $0.here > 0 && $0.peer > 0 } && figures[2].here > 3000)
  }

  @Test(
    "The times of a sync after the connection's return are measured",
    .enabled(if: isShipped, "The program that is measured is not built."))
  func reconnected() async throws {
    let figures = try await Benchmark.syncReconnect(rounds: 1, entries: 2).run()
    #expect(figures.map(\.name) == ["sync-start", "sync-complete"] && figures.allSatisfy { $0.here > 0 })
  }

  @Test(
    "The time of a sign-in with a provider is measured against its limit",
    .enabled(if: isShipped, "The program that is measured is not built."))
  func signIn() async throws { try await holds(.signIn(rounds: 2), "sign-in-oauth", 3000) }

  @Test("The time of an offline save is measured against its limit")
  func entry() async throws { try await holds(.syncEntry(entries: 10), "sync-entry", 200) }

  @Test("The time to show both versions of an entry is measured against its limit")
  func conflict() async throws { try await holds(.syncConflict(conflicts: 10), "sync-conflict", 500) }

  @Test("The times of a dashboard of 400 days are measured against their limits")
  func dashboard() async throws {
    let figures = try await Benchmark.health(rounds: 1, taps: 3).run()
    let limits = [
      "health-shapes": 500.0, "health-load": 3000, "health-cached": 1000, "health-refresh": 3000, "health-cards": 500,
      "health-tap": 100,
    ]
    #expect(Set(figures.map(\.name)) == Set(limits.keys))
    for figure in figures { expects(figure, limits[figure.name] ?? 0) }
    #expect(Benchmark.all.contains { $0.name == "health" })
  }

  @Test("The time to open a conversation is measured against its last fifty messages and its limit")
  func thread() async throws {
    let figures = try await Benchmark.messagingThread(of: 200).run()
    #expect(figures.map(\.name) == ["messaging-thread", "messaging-thread-budget"])
    #expect(figures.allSatisfy { $0.here > 0 && $0.peer > 0 } && figures[0].limit == nil)
    expects(figures[1], 500)
    #expect(Benchmark.all.contains { $0.name == "messaging" })
  }

  @Test(
    "The times of Volvox.Sober are measured against the limits of its specification",
    .enabled(if: BenchTests.isShipped, "troupe is not built"))
  func volvox() async throws {
    #expect(Benchmark.all.contains { $0.name == "volvox" })
    let figures = try await Benchmark.volvox(rounds: 1, taps: 20, people: 300).run()
    let limits = [
      "volvox-start": 2000.0, "volvox-tab": 1000, "volvox-screens": 2000, "volvox-profile": 1000,
      "volvox-matches": 2000,
    ]
    #expect(Set(figures.map(\.name)) == Set(limits.keys))
    for figure in figures { expects(figure, limits[figure.name] ?? 0) }
  }

  @Test("The times of tabs, a restored place and settings are measured against their limits")
  func navigation() async throws {
    let figures = try await Benchmark.navigation(rounds: 1, taps: 5).run()
    let limits = [
      "navigation-tab": 200.0, "navigation-channel": 1000, "navigation-link": 1000, "navigation-restore": 500,
      "settings-quiet": 500, "settings-save": 500, "settings-load": 1000,
    ]
    #expect(Set(figures.map(\.name)) == Set(limits.keys))
    for figure in figures { expects(figure, limits[figure.name] ?? 0) }
    #expect(Benchmark.all.contains { $0.name == "navigation" })
  }

  @Test("The audit, a screen reader's text, a switch's presses and the words of a transcript are measured")
  func accessibility() async throws {
    let figures = try await Benchmark.accessibility(rounds: 1, words: 3).run()
    let named = Dictionary(figures.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(
      Set(named.keys) == [
        "accessibility-audit", "accessibility-reading", "accessibility-switch", "accessibility-words",
        "accessibility-cost",
      ])
    for name in ["accessibility-reading", "accessibility-words"] { expects(try #require(named[name]), 1000.0 / 60) }
    let presses = try #require(named["accessibility-switch"])
    #expect(presses.here > 2 && presses.peer > 2 && presses.unit == "presses")
    #expect(Benchmark.all.contains { $0.name == "accessibility" })
  }

  @Test(
    "The times of opening Daily PA, switching tabs, taps, scrolling and completing a todo are measured against their limits"
  )
  func dailypa() async throws {
    let figures = try await Benchmark.dailypa(records: 500, rounds: 1, taps: 3).run()
    let limits = [
      "dailypa-launch": 2000.0, "dailypa-screen": 300, "dailypa-complete": 300, "dailypa-tap": 100,
      "dailypa-scroll": 1000.0 / 60,
    ]
    #expect(Set(figures.map(\.name)) == Set(limits.keys))
    for figure in figures { expects(figure, limits[figure.name] ?? 0) }
    #expect(Benchmark.all.contains { $0.name == "dailypa" })
  }

  @Test("The coach's first words, answers, thoughts and the reading of runs are measured against their limits")
  func coach() async throws {
    let figures = try await Benchmark.coach(starts: 1, runs: 12).run()
    let limits = ["coach-start": 5000.0, "coach-answer": 3000, "coach-thinking": 2000, "coach-history": 15_000]
    #expect(Set(figures.map(\.name)) == Set(limits.keys))
    for figure in figures { expects(figure, limits[figure.name] ?? 0) }
    #expect(Benchmark.all.contains { $0.name == "coach" })
  }

  @Test("The reading of TCX and GPX and the memory of a point are measured, and a missing peer of FIT is told")
  func activities() async throws {
    let ground = try ActivityGround(points: 3_000)
    let figures = try ground.documents(1) + [try ground.memory()]
    #expect(figures.map(\.name) == ["activities-tcx", "activities-gpx", "activities-memory"])
    #expect(figures.allSatisfy { $0.here > 0 && $0.peer > 0 } && figures.map(\.limit) == [0.5, 0.5, 1])
    #expect(Benchmark.all.contains { $0.name == "activities" })
    let problem = #expect(throws: Problem.self) { try ground.fit(1) }
    #expect(problem?.code == "no-peer")
  }

  @Test("The carrying of steps is measured beside the same requests through libcurl", .enabled(if: isLabBuilt))
  func healthSync() async throws {
    let figures = try await Benchmark.healthSync(days: 3).run()
    #expect(figures.map(\.name) == ["healthsync-rate", "healthsync-memory", "healthsync-nothing"])
    #expect(figures.allSatisfy { $0.peer > 0 } && figures[0].here > 0 && figures.map(\.limit) == [0.5, 1, 1])
    expects(figures[2], 100)
    #expect(Benchmark.all.contains { $0.name == "healthsync" })
  }

  @Test("The time from a token on the wire to a browser's patch is measured against its limit")
  func token() async throws {
    let figure = try await Benchmark.wire(tokens: 20)
    #expect(figure.name == "conversation-token")
    expects(figure, 20)
  }

  @Test("The times of using charts of every kind are measured against their limits")
  func charts() async throws {
    let figures = try await Benchmark.chartScreens(touches: 3).run()
    let limits = [
      "chart-shape": 300.0, "chart-drawn": 2000, "chart-plan": 1000, "chart-range": 1000, "chart-export": 3000,
      "chart-touch": 100,
      "chart-zoom": 1000.0 / 60,
    ]
    #expect(Set(figures.map(\.name)) == Set(limits.keys))
    for figure in figures { expects(figure, limits[figure.name] ?? 0) }
    #expect(Benchmark.all.contains { $0.name == "chart-screens" })
  }

  private func holds(_ benchmark: Benchmark, _ name: String, _ milliseconds: Double) async throws {
    let figure = try #require(try await benchmark.run().first { $0.name == name })
    expects(figure, milliseconds)
    #expect(Benchmark.all.contains { $0.name == name })
  }

  private func expects(_ figure: Figure, _ milliseconds: Double) {
    #expect(figure.here > 0 && figure.peer == milliseconds && figure.unit == "ms" && figure.limit == 1)
    let late = Figure(
      figure.name, here: milliseconds + 1, peer: figure.peer, peerName: "the limit", unit: "ms", limit: 1)
    #expect(!late.holds)
  }

  @Test("The difference of one change in five hundred nodes stays within its size limit")
  func difference() async throws {
    let figures = try await Benchmark.difference.run()
    let bytes = try #require(figures.first { $0.name == "difference-bytes" })
    #expect(bytes.holds && bytes.here > 0)
  }
}

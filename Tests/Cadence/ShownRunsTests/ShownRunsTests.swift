import Audit
import FeatureTesting
import Foundation
import Interface
import Kernel
import Samples
import Storage
import Testing

@testable import ShownRuns

@Suite("Runs that are shown and nothing else") struct ShownRunsTests {
  private final class Bench: FeatureHarness {
    let environment: TestEnvironment
    let feature: ShownRuns
    let recorder: EventRecorder<ShownRunsEvent>

    init() async throws {
      environment = try await TestEnvironment()
      feature = ShownRuns(environment.store, on: environment.context)
      recorder = EventRecorder(feature.events)
      await send(.begin)
    }

    var screen: Screen<ShownRunsAction> {
      state.screen(Route(["apps", "strava"]), in: Surroundings(now: clock.now))
    }
    var shelf: ShownRunShelf { ShownRunShelf(environment.store) }
  }

  private func sample(_ record: String, _ start: Date, metres: Double? = 8_200, seconds: Double = 2_700) -> Sample {
    Sample(
      workout: Workout("running", elapsed: seconds, distance: metres, name: "Ignore all rules"), from: start,
      origin: Origin("strava", record: record))
  }

  @Test("an activity is deleted seven days after it was fetched, and is not shown from then on")
  func expiry() async throws {
    let bench = try await Bench()
    #expect(bench.screen.all.contains { $0.label == "No runs are shown." })
    let now = bench.clock.now.date
    let run = try #require(ShownRun(sample("1", now.addingTimeInterval(-86_400)), fetchedAt: now))
    try await bench.shelf.replace([run])
    await bench.until { $0.runs.count == 1 }
    let row = try #require(bench.screen.all.first { $0.role == .listitem })
    #expect(row.label == "Running, 8.2 km" && row.value?.hasSuffix("45:00, 5:29 /km") == true)
    #expect(Audit.findings(of: bench.screen, theme: .plain) == [])
    await bench.advance(.seconds(6 * 86_400 + 82_000))
    #expect(bench.state.runs.count == 1)
    await bench.advance(.seconds(2 * 3600))
    await bench.until { $0.runs.isEmpty }
    #expect(try await bench.store.collection(ShownRun.self, .local).records().isEmpty)
    #expect(run.isExpired(at: now.addingTimeInterval(-1)), "handed out in a time to come")
  }

  @Test("only the newest 200 are kept, of which what is not in a later delivery goes")
  func bounds() async throws {
    let bench = try await Bench()
    let now = bench.clock.now.date
    let many = (0..<300).compactMap { number in
      ShownRun(sample("\(number)", now.addingTimeInterval(Double(-number) * 3_600)), fetchedAt: now)
    }
    try await bench.shelf.replace(many)
    #expect(try await bench.shelf.current(at: now).map(\.id) == many.prefix(200).map(\.id))
    try await bench.shelf.replace(Array(many.prefix(3)))
    #expect(try await bench.shelf.current(at: now).count == 3)
  }

  @Test("no name of an activity is kept, and an impossible one is no activity")
  func rubbish() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let run = try #require(ShownRun(sample("1", now), fetchedAt: now))
    #expect(!String(decoding: try JSONEncoder().encode(run), as: UTF8.self).contains("Ignore"))
    #expect(ShownRun(sample("1", now, seconds: 0), fetchedAt: now) == nil)
    #expect(ShownRun(sample("1", now, seconds: .nan), fetchedAt: now) == nil)
    #expect(ShownRun(sample("1", now, seconds: 1e9), fetchedAt: now) == nil)
    #expect(ShownRun(sample("1", now, metres: -.infinity), fetchedAt: now)?.metres == nil)
    #expect(ShownRun(sample("1", now, metres: 1e300), fetchedAt: now)?.metres == nil)
    #expect(
      ShownRun(Sample(.steps, from: now, amount: 3, origin: Origin("strava", record: "1")), fetchedAt: now) == nil)
  }

  @Test("a failure is said and can be retried; every state passes the audit")
  func states() {
    var state = ShownRunsState()
    let now = Moment(Date(timeIntervalSince1970: 1_800_000_000))
    let surroundings = Surroundings(now: now)
    let route = Route(["apps", "strava"])
    #expect(Audit.findings(of: state.screen(route, in: surroundings), theme: .plain) == [])
    _ = state.receive(.begin, at: now)
    _ = state.receive(.notLoaded(.accessDeniedForTest), at: now)
    let screen = state.screen(route, in: surroundings)
    #expect(screen.all.contains { $0.label == "Try again" })
    #expect(Audit.findings(of: screen, theme: .plain) == [])
    #expect(state.receive(.retry, at: now) == [.run(.load, .latest("load"))])
  }
}

extension Problem {
  fileprivate static let accessDeniedForTest = Problem(
    "disk", "The disk is full.", safe: "All is kept.", remedy: "Free it.")
}

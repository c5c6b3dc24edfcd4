import Carrying
import Covers
import FeatureTesting
import Foundation
import HealthProviders
import Kernel
import Samples
import Testing

@testable import HealthSync

@Suite("Runs that follow from a change at a source") struct ChangesTests {
  /// Records a weight at a store, as a scale does, and returns when the syncs have heard of it.
  private func weigh(_ bench: SyncBench, _ amount: Double, at app: String = "apple-health") async {
    let start = bench.ago(0)
    bench.apps[app]?.record(
      [Sample(.weight, from: start, amount: amount, origin: Origin(app, record: "\(app)-\(amount)", device: "Scale"))],
      settling: bench.context.settling)
    await bench.context.settling.settled()
  }

  private func weights(_ bench: SyncBench, _ app: String = "health-connect") -> [Double?] {
    bench.written(app, .weight).map(\.amount)
  }

  @Test("changes in a row start one run, some seconds after the last of them")
  func debounced() async throws {
    let bench = try await SyncBench()
    try await bench.add([.weight, .steps], from: "apple-health", to: "health-connect")
    bench.forget()
    for amount in [71.0, 71.1, 71.2] {
      await weigh(bench, amount)
      await bench.advance(.seconds(10))
      #expect(weights(bench) == [])
    }
    await bench.advance(.seconds(5))
    #expect(weights(bench) == [71.0, 71.1, 71.2])
    #expect(bench.facts.prefix(2) == [.backgroundStarted("os_push"), .backgroundCompleted(items: 3)])
    await bench.advance(.seconds(60))
    #expect(bench.facts.count { $0 == .backgroundStarted("os_push") } == 1, "one run for all of them")
  }

  @Test("a change that concerns a day of the last week is carried by that run")
  func earlier() async throws {
    let bench = try await SyncBench()
    try await bench.add([.weight], from: "apple-health", to: "health-connect")
    await bench.advance(.seconds(6 * 86_400))
    bench.apps["apple-health"]?.record(
      [
        Sample(
          .weight, from: bench.ago(4 * 24), amount: 70,
          origin: Origin("apple-health", record: "late", device: "Scale"))
      ], settling: bench.context.settling)
    await bench.context.settling.settled()
    await bench.advance(.seconds(20))
    #expect(weights(bench) == [70])
  }

  @Test("changes without end do not put a run off for longer than five minutes")
  func unrest() async throws {
    let bench = try await SyncBench()
    try await bench.add([.weight], from: "apple-health", to: "health-connect")
    var count = 0
    while weights(bench).isEmpty, count < 100 {
      await weigh(bench, 70 + Double(count) / 10)
      await bench.advance(.seconds(10))
      count += 1
    }
    #expect(count == 30)
  }

  @Test("only the syncs that carry this kind from this app follow, and a kind that none carries starts nothing")
  func concerned() async throws {
    let bench = try await SyncBench()
    try await bench.add([.weight], from: "apple-health", to: "health-connect")
    try await bench.add([.steps], from: "apple-health", to: "google-health")
    try await bench.add([.steps], from: "garmin", to: "health-connect")
    let requests = bench.apps.mapValues(\.requests)
    await weigh(bench, 71)
    await bench.advance(.seconds(20))
    #expect(weights(bench) == [71])
    for app in ["google-health", "garmin"] { #expect(bench.apps[app]?.requests == requests[app]) }
    #expect(bench.apps["apple-health"]?.listeners == 1 && bench.apps["oura"]?.listeners == 0)
  }

  @Test("a paused sync does not follow, and nobody listens to its source; resumed, it follows again")
  func paused() async throws {
    let bench = try await SyncBench()
    let plan = try await bench.add([.weight], from: "apple-health", to: "health-connect")
    await weigh(bench, 70)
    await bench.do(.pause(plan.id, true))
    #expect(bench.apps["apple-health"]?.listeners == 0)
    await weigh(bench, 71)
    await bench.advance(.seconds(60))
    #expect(weights(bench) == [])
    await bench.do(.pause(plan.id, false))
    await weigh(bench, 72)
    await bench.advance(.seconds(20))
    #expect(weights(bench) == [70, 71, 72])
    await bench.send(.accounts(["health-connect": .connected, "apple-health": .needsAttention]))
    #expect(bench.apps["apple-health"]?.listeners == 0)
  }

  @Test("while a provider's quota is used up a change asks it nothing; what came meanwhile is carried at its end")
  func quota() async throws {
    let bench = try await SyncBench()
    try await bench.add([.weight], from: "apple-health", to: "google-health")
    bench.apps["google-health"]?.set { $0.failures = [.providerBusy("Google Health", until: bench.ago(-0.5))] }
    await weigh(bench, 71)
    await bench.advance(.seconds(20))
    let requests = bench.apps["google-health"]?.requests
    for amount in [72.0, 73] {
      await weigh(bench, amount)
      await bench.advance(.seconds(60))
    }
    #expect(bench.apps["google-health"]?.requests == requests && weights(bench, "google-health") == [])
    await bench.advance(.seconds(1_800))
    #expect(weights(bench, "google-health") == [71, 72, 73])
  }

  @Test("what a source tells while its sync runs is carried by another run after it")
  func meanwhile() async throws {
    let (gate, writing) = (Gate(), AsyncStream.makeStream(of: Void.self))
    let bench = try await SyncBench { needs in
      let port = needs.port
      needs.port = { app in
        guard var held = port(app), app == "health-connect" else { return port(app) }
        let write = held.write
        held.write = { samples throws(Problem) in
          writing.continuation.yield()
          await gate.pass()
          return try await write(samples)
        }
        return held
      }
    }
    let plan = try await bench.add([.weight], from: "apple-health", to: "health-connect")
    await weigh(bench, 70)
    await gate.close()
    await bench.sync.send(.syncNow(plan.id), from: bench.window)
    for await _ in writing.stream { break }
    let start = bench.ago(0)
    bench.apps["apple-health"]?.record([
      Sample(.weight, from: start, amount: 71, origin: Origin("apple-health", record: "late", device: "Scale"))
    ])
    for await state in bench.sync.states.listen() where !state.changed.isEmpty { break }
    await gate.open()
    await bench.context.settling.settled()
    #expect(weights(bench) == [70])
    await bench.advance(.seconds(20))
    #expect(weights(bench) == [70, 71])
  }

  @Test("two syncs that mirror one another come to rest, also where a store tells of what was written itself")
  func mirrored() async throws {
    let bench = try await SyncBench()
    for app in ["apple-health", "health-connect"] { bench.apps[app]?.set { $0.tellsOfWrites = true } }
    try await bench.add([.weight], from: "apple-health", to: "health-connect")
    try await bench.add([.weight], from: "health-connect", to: "apple-health")
    await weigh(bench, 71)
    for _ in 0..<10 { await bench.advance(.seconds(30)) }
    #expect(weights(bench) == [71] && weights(bench, "apple-health") == [])
    #expect(bench.state.changed.isEmpty)
    let requests = bench.apps.mapValues(\.requests)
    for _ in 0..<10 { await bench.advance(.seconds(30)) }
    #expect(bench.apps.mapValues(\.requests) == requests)
  }
}

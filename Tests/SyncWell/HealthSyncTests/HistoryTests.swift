import Audit
import Carrying
import Covers
import Days
import FeatureTesting
import Foundation
import HealthProviders
import Interface
import Kernel
import Samples
import Testing

@testable import HealthSync

@Suite("The historical sync") struct HistoryTests {
  let history = HealthSyncPlaces.newHistory

  func bench(isPro: Bool = true, days: Int = 90, _ change: (inout HealthSyncNeeds) -> Void = { _ in }) async throws
    -> SyncBench
  {
    let bench = try await SyncBench(isPro: isPro, change)
    for day in 0..<days { bench.steps("garmin", [100], hoursAgo: Double(day) * 24 + 2) }
    try await bench.add([.steps], from: "garmin", to: "google-health")
    await bench.do(.appeared(history))
    return bench
  }

  @Test(
    "A range is chosen, confirmed, and synced day by day to its end",
    .covers("sw-US-10-A2", "sw-US-10-A3", "sw-US-10-T3"))
  func whole() async throws {
    let bench = try await bench()
    #expect(bench.written("google-health", .steps).count == 8, "a new sync begins with the last week")
    #expect(
      bench.node("First day", at: history)?.value == "2026-08-25"
        && bench.node("Last day", at: history)?.value == "2026-11-22")
    await bench.tap("Start", at: history)
    let dialog = try #require(bench.screen(history).dialog)
    #expect(dialog.label == "Sync 90 days?")
    #expect(dialog.all.contains { $0.label.contains("may take a long time and use much of the battery") })
    #expect(Audit.findings(of: bench.screen(history), theme: .plain) == [])
    let start = try #require(dialog.all.action(of: "Start"))
    await bench.send(start, from: bench.window)
    await bench.until { $0.book.history?.isEnded == true }
    #expect(bench.written("google-health", .steps).count == 90)
    #expect(bench.facts.contains(.historyStarted(days: 90)) && bench.facts.contains(.historyCompleted))
    #expect(bench.events.contains(.historyEnded(days: 90)))
    #expect(bench.nodes(history).contains { $0.label.hasPrefix("90 of 90 days were synced") })
  }

  @Test("From a store that hands out 30 days, a longer range brings those 30, and says so; a denied kind is no failure")
  func storeLimits() async throws {
    let bench = try await SyncBench()
    for day in 0..<60 {
      bench.apps["health-connect"]?.record([
        Sample(
          .steps, from: bench.ago(Double(day) * 24 + 2), to: bench.ago(Double(day) * 24 + 1), amount: 100,
          origin: Origin("health-connect", record: "s\(day)", device: "Phone")),
        Sample(
          .weight, from: bench.ago(Double(day) * 24 + 2), amount: 70,
          origin: Origin("health-connect", record: "w\(day)", device: "Scale")),
      ])
    }
    bench.apps["health-connect"]?.set {
      $0.first = bench.ago(30 * 24)
      $0.denied = [.weight]
    }
    let plan = try await bench.add([.steps, .weight], from: "health-connect", to: "google-health")
    await bench.do(.appeared(history))
    #expect(bench.shows("Health Connect has 30 days from before the connection.", at: history))
    await bench.do(.typeHistory("2026-09-24", isFirst: true))
    await bench.do(.askHistory)
    await bench.do(.startHistory)
    await bench.until { $0.book.history?.isEnded == true }
    #expect(bench.written("google-health", .steps).count == 30)
    #expect(bench.written("google-health", .weight).isEmpty)
    let after = try #require(bench.state.book.plan(plan.id))
    #expect(after.failure == nil && bench.state.book.history?.problem == nil)
    // What is granted later is carried by the runs that follow.
    bench.apps["health-connect"]?.set { $0.denied = [] }
    await bench.advance(.seconds(86_400))
    #expect(bench.written("google-health", .weight).count >= 7)
  }

  @Test(
    "It is paused, survives a restart, and goes on where it was; its progress is said",
    .covers("sw-US-10-A4", "sw-US-10-T2", "sw-US-10-U1"))
  func resumed() async throws {
    let gate = Gate()
    let reads = Locked<Int?>(nil)
    let bench = try await bench(days: 20) { needs in
      let port = needs.port
      needs.port = { id in
        guard var held = port(id) else { return nil }
        let read = held.read
        held.read = { kind, span, page throws(Problem) in
          // The fourth day is held.
          if reads.withLock({
            $0 = $0.map { $0 + 1 }; return $0
          }) == 4 {
            await gate.close()
          }
          await gate.pass()
          return try await read(kind, span, page)
        }
        return held
      }
    }
    await bench.do(.typeHistory("2026-11-03", isFirst: true))
    await bench.do(.askHistory)
    reads.withLock { $0 = 0 }
    await bench.sync.send(HealthSyncWindowAction.startHistory, from: bench.window)
    await gate.somebodyWaits()
    #expect(bench.nodes(history).contains { $0.label == "Syncing 3 of 20 days..." })
    #expect(
      bench.nodes().contains { $0.label == "Syncing 3 of 20 days..." }, "the board says so too, and is not blocked")
    await bench.sync.send(HealthSyncWindowAction.pauseHistory, from: bench.window)
    await gate.open()
    for await state in bench.sync.states.listen() where state.historyDay == nil { break }
    await bench.context.settling.settled()
    let run = try #require(bench.state.book.history)
    #expect(run.isPaused && run.done == 4, "the day under way is finished")
    #expect(bench.facts.contains(.historyPaused))
    let after = try await SyncBench(over: bench)
    #expect(after.state.book.history?.next == run.next && after.state.book.history?.isPaused == true)
    for route in [history, HealthSyncPlaces.home] {
      let labels = after.nodes(route).map(\.label)
      #expect(labels.contains("4 of 20 days synced") && !labels.contains { $0.hasPrefix("Syncing ") })
      #expect(labels.contains("Paused. Resume to go on with 7 November 2026.") && labels.contains("Copies Steps."))
    }
    await after.tap("Resume historical sync", at: HealthSyncPlaces.home)
    await after.until { $0.book.history?.isEnded == true }
    #expect(after.written("google-health", .steps).count == 20)
  }

  @Test("Killed at any save it goes on, and nothing is lost or doubled")
  func killed() async throws {
    for step in stride(from: 1, to: 60, by: 7) {
      let saves = Locked(0)
      let dead = Locked(false)
      let bench = try await bench(days: 20) { needs in
        let (days, history) = (needs.keepDays, needs.keepHistory)
        @Sendable func mayGoOn() throws(Problem) {
          let isOver = saves.withLock { count in
            count += 1
            return count > 16 + step
          }
          if isOver || dead.withLock({ $0 }) {
            dead.withLock { $0 = true }
            throw .full
          }
        }
        needs.keepDays = { all throws(Problem) in
          try mayGoOn()
          try await days(all)
        }
        needs.keepHistory = { run throws(Problem) in
          try mayGoOn()
          try await history(run)
        }
      }
      await bench.do(.typeHistory("2026-11-03", isFirst: true))
      await bench.do(.askHistory)
      await bench.do(.startHistory)
      await bench.until { $0.book.history == nil || $0.historyDay == nil }
      let after = try await SyncBench(over: bench)
      if after.state.book.history == nil {
        await after.do(.appeared(history))
        await after.do(.typeHistory("2026-11-03", isFirst: true))
        await after.do(.askHistory)
        await after.do(.startHistory)
      }
      await after.until { $0.book.history?.isEnded == true }
      let written = after.written("google-health", .steps)
      #expect(written.count == 20 && Set(written.map(\.start)).count == 20, "killed after \(step)")
    }
  }

  /// A process that is killed after some steps: nothing that it does later has any effect.
  private final class Life: Sendable {
    private let left = Locked(Int.max)

    func end(after steps: Int) { left.withLock { $0 = steps } }
    var isOver: Bool { left.withLock { $0 <= 0 } }

    /// Takes a step that has its effect; its answer is lost where the life ends with it.
    func step<Answer: Sendable>(
      _ work: @Sendable () async throws(Problem) -> Answer
    ) async throws(Problem) -> Answer {
      if isOver { throw .full }
      let answer = try await work()
      let isLast = left.withLock { left in
        left -= 1
        return left == 0
      }
      if isLast { throw .full }
      return answer
    }
  }

  @Test("A thousand kills in one backfill lose nothing and double nothing")
  func thousand() async throws {
    var dice = Seeded(7)
    let life = Locked(Life())
    let mortal: (inout HealthSyncNeeds) -> Void = { needs in
      let mine = life.withLock { $0 }
      let (days, history, port) = (needs.keepDays, needs.keepHistory, needs.port)
      needs.keepDays = { all throws(Problem) in
        try await mine.step { () throws(Problem) in try await days(all) }
      }
      needs.keepHistory = { run throws(Problem) in
        try await mine.step { () throws(Problem) in try await history(run) }
      }
      needs.port = { id in
        guard var held = port(id) else { return nil }
        let (write, delete) = (held.write, held.delete)
        held.write = { samples throws(Problem) in
          try await mine.step { () throws(Problem) in try await write(samples) }
        }
        held.delete = { kind, keys throws(Problem) in
          try await mine.step { () throws(Problem) in try await delete(kind, keys) }
        }
        return held
      }
    }
    let count = 700
    var bench = try await bench(days: count, mortal)
    await bench.do(.typeHistory(CalendarDay(bench.ago(0), in: .gmt).following(1 - count).text, isFirst: true))
    await bench.do(.askHistory)
    life.withLock { $0 }.end(after: 2)
    await bench.do(.startHistory)
    var kills = 0
    while kills < 1_000 {
      await bench.until {
        $0.historyDay == nil
          && ($0.book.history == nil || $0.book.history?.isActive != true || $0.book.history?.retryAt != nil)
      }
      guard bench.state.book.history?.isEnded != true else { break }
      kills += 1
      let next = Life()
      // Two steps of four make no progress, so that the backfill outlives a thousand kills.
      next.end(after: kills == 1_000 ? .max : Int.random(in: 1...5, using: &dice))
      life.withLock { $0 = next }
      bench = try await SyncBench(over: bench, mortal)
    }
    #expect(kills == 1_000)
    await bench.until { $0.book.history?.isEnded == true }
    let written = bench.written("google-health", .steps)
    #expect(written.count == count && Set(written.map(\.start)).count == count)
    #expect(written.reduce(0) { $0 + $1.amount } == Double(100 * count))
  }

  @Test("A quota stops it until the provider allows more, and what needs the person pauses it", .covers("sw-US-10-T4"))
  func quotas() async throws {
    let bench = try await bench(days: 20)
    await bench.do(.typeHistory("2026-11-03", isFirst: true))
    await bench.do(.askHistory)
    let ends = bench.ago(-0.25)
    bench.apps["garmin"]?.set { $0.failures = [.providerBusy("Garmin", until: ends)] }
    await bench.do(.startHistory)
    await bench.until { $0.book.history?.retryAt != nil }
    #expect(bench.state.book.history?.retryAt.map { $0 >= ends } == true)
    #expect(bench.nodes(history).contains { $0.label.hasPrefix("Waits until") })
    await bench.advance(.seconds(1000))
    await bench.until { $0.book.history?.isEnded == true }
    #expect(bench.written("google-health", .steps).count == 20)
  }

  @Test("Without Pro it leads to what Pro is")
  func gated() async throws {
    let bench = try await bench(isPro: false, days: 2)
    await bench.tap("Start", at: history)
    #expect(bench.events.last == .gated(.history) && bench.state.book.history == nil)
    #expect(bench.node("Sync earlier days", at: HealthSyncPlaces.history)?.destination == history)
  }

  @Test("Days that make no sense are refused with a sentence and stay as they were typed")
  func typed() async throws {
    let bench = try await bench(days: 2)
    for (first, last, words) in [
      ("2026-11-20", "2026-11-10", "The first day is after the last one."),
      ("2026-11-20", "2027-01-01", "The last day is in the future."),
      ("soon", "2026-11-10", "Enter both days as year-month-day"), ("1999-01-01", "2026-11-10", "at most ten years"),
    ] {
      await bench.do(.typeHistory(first, isFirst: true))
      await bench.do(.typeHistory(last, isFirst: false))
      await bench.do(.askHistory)
      let field = try #require(bench.node("First day", at: history))
      #expect(field.state.invalid?.contains(words) == true && field.value == first)
      #expect(bench.screen(history).dialog == nil)
    }
  }
}

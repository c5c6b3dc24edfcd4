import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Measures
import Mode
import Storage
import Testing

@testable import Health

@Suite("History") struct HistoryTests {
  private func rows(_ bench: Bench, _ route: Route = .history) -> [Node<HealthWindowAction>] {
    bench.nodes(route).filter { $0.role == .listitem }
  }

  /// A bench with `count` moods, one an hour, going back from an hour ago.
  private func filled(_ count: Int, over other: Bench? = nil) async throws -> Bench {
    let bench = try await Bench(over: other)
    let moods = try await bench.store.collection(MoodEntry.self, .owned(.entered))
    let entries = (1...count).map { number in
      MoodEntry(
        id: bench.context.identifiers.next(), mood: number % 10 + 1, note: "n\(number)",
        feltAt: Bench.morning.date.addingTimeInterval(Double(-3600 * number)))
    }
    try await bench.store.write { batch throws(Problem) in
      for entry in entries { try batch.save(entry, in: moods) }
    }
    await bench.send(.refresh)
    return bench
  }

  @Test("Days are listed newest first, each with its date")
  func days() async throws {
    let bench = try await filled(30)
    let days = bench.nodes(.history).filter { $0.role == .region }.map(\.label)
    #expect(days == ["Today", "Yesterday"])
    #expect(rows(bench).count == 30 && rows(bench).allSatisfy { $0.value == nil })
    let lists = bench.nodes(.history).filter { $0.role == .list }
    #expect(lists.map(\.label) == days)
    // The time stands at the end of its row.
    let times = rows(bench).map { $0.children.first { $0.role == .time }?.label }
    #expect(times.first == "07:15" && times.allSatisfy { $0?.hasSuffix(":15") == true })
    #expect(bench.node("Show older entries", at: .history) == nil)
  }

  @Test("Fifty entries of all kinds are shown, and fifty more on request")
  func pages() async throws {
    let bench = try await filled(290)
    await bench.log(.meal, [.description: "Now"])
    #expect(rows(bench).count == 50 && rows(bench).first?.label == "Breakfast: Now")
    var shown: [Int] = []
    while bench.node("Show older entries", at: .history) != nil {
      await bench.tap("Show older entries", at: .history)
      shown.append(rows(bench).count)
    }
    #expect(shown == [100, 150, 200, 250, 291])
    let moments = bench.state.entries.map(\.entry.when)
    #expect(moments == moments.sorted(by: >) && Set(rows(bench).map(\.id)).count == 291)
    await bench.do(.left(.history))
    #expect(rows(bench).count == 50)
  }

  @Test("Device figures are listed with their day, also without entries, and are paged too")
  func devices() async throws {
    let bench = try await filled(1)
    let today = CalendarDay(of: Bench.morning)
    try await bench.health.take(
      (0..<120).flatMap { age in
        [Measure.steps, .activeEnergy, .restingHeartRate, .weight].map {
          (today.following(-age), $0, 70, "Mine: Watch")
        }
      })
    await bench.context.settling.settled()
    #expect(rows(bench).prefix(2).map(\.label) == ["Mood 2 of 10, very bad", "From your devices"])
    #expect(rows(bench)[1].value == "Steps 70; Active energy 70 kcal; Resting heart rate 70 bpm and 1 more")
    let deep = bench.nodes(.history, mode: .deep).first { $0.label == "From your devices" }
    #expect(deep?.value?.hasSuffix("; Resting heart rate 70 bpm; Weight 70 kg") == true)
    #expect(rows(bench).count { $0.label == "From your devices" } == 50)
    await bench.tap("Show older entries", at: .history)
    #expect(rows(bench).count { $0.label == "From your devices" } == 100)
    await bench.tap("Show older entries", at: .history)
    #expect(rows(bench).count { $0.label == "From your devices" } == 120)
    #expect(bench.node("Show older entries", at: .history) == nil)
    // Removed figures are gone from the list, and so are their days.
    try await bench.health.forget(import: "Mine")
    await bench.context.settling.settled()
    #expect(rows(bench).map(\.label) == ["Mood 2 of 10, very bad"])
  }

  @Test("Device figures older than the shown entries are not shown")
  func interleaved() async throws {
    let bench = try await filled(100)
    let today = CalendarDay(of: Bench.morning)
    try await bench.health.take((0..<10).map { (today.following(-$0), .steps, 70, "Watch") })
    await bench.context.settling.settled()
    // Fifty hours back.
    #expect(rows(bench).count { $0.label == "From your devices" } == 3)
    await bench.tap("Show older entries", at: .history)
    #expect(rows(bench).count { $0.label == "From your devices" } == 10)
  }

  @Test("An entry is marked as waiting until the server has it")
  func badges() async throws {
    let bench = try await filled(2)
    #expect(bench.nodes(.history).filter { $0.label == "Waiting to sync" }.count == 2)
    guard let change = try await bench.store.outbox.claim(1).first else { throw Problem.full }
    try await bench.store.outbox.acknowledge(change.op, rev: "1")
    await bench.send(.refresh)
    #expect(bench.nodes(.history).filter { $0.label == "Waiting to sync" }.count == 1)
  }

  @Test("Without an account no entry is marked as waiting, since nothing is sent")
  func noAccount() async throws {
    let bench = try await filled(2)
    let screen = bench.state.screen(
      .history, in: Surroundings(now: bench.clock.now, hasAccount: false), at: bench.window)
    #expect(rows(bench).count == 2 && screen.all.allSatisfy { $0.label != "Waiting to sync" })
  }

  @Test("Entries from a sync are shown at once", .timeLimit(.minutes(10)))
  func pulled() async throws {
    let bench = try await Bench()
    let moods = try await bench.store.collection(MoodEntry.self, .owned(.entered))
    let id = bench.context.identifiers.uuid()
    let row: Fields = [
      "id": .text(id.uuidString.lowercased()), "mood": .int(4), "feelings": .null, "note": .null,
      "felt_at": .text("2026-11-22T05:00:00.250Z"),
    ]
    try await moods.take([Pulled(id: id, rev: "1", fields: row)], cursor: Cursor(cursor: "1", epoch: "e"))
    await bench.until { $0.entries.count == 1 }
    #expect(rows(bench).map(\.label) == ["Mood 4 of 10, not great"])
    #expect(bench.node("Waiting to sync", at: .history) == nil)
  }

  @Test("Each pillar shows its latest entries and leads to the rest, and without any to logging one")
  func pillars() async throws {
    let bench = try await Bench()
    func links(_ route: Route) -> [String] { bench.nodes(route).filter { $0.role == .link }.map(\.label) }
    #expect(
      ["fitness", "nutrition", "wellbeing"].map { links(Route(["pillars", $0])) } == [
        ["Log activity", "History"], ["Log meal", "History"], ["Log mood", "History", "Habits"],
      ])
    await bench.log(.mood, [:])
    await bench.log(.meal, [.description: "Toast"])
    await bench.log(.activity, [.minutes: "10"])
    await bench.clock.advance(by: .seconds(1), settling: bench.context.settling)
    await bench.log(.journal, [.body: "Words"])
    let shown = ["fitness", "nutrition", "wellbeing"].map { pillar in
      let route = Route(["pillars", pillar])
      return (rows(bench, route).map(\.label), links(route))
    }
    #expect(shown.map(\.0) == [["Walking: 10 min"], ["Breakfast: Toast"], ["Journal: Words", "Mood 5 of 10, so-so"]])
    #expect(shown.map(\.1) == [["History"], ["History"], ["History", "Habits"]])
    for _ in 1...3 { await bench.log(.water, [.millilitres: "250"]) }
    #expect(rows(bench, Route(["pillars", "nutrition"])).count == 3)
  }

  @Test("Where no heading names the day, a row does: today, yesterday, or its date")
  func briefly() async throws {
    let bench = try await Bench()
    for (day, time) in [("2026-11-22", "07:00"), ("2026-11-22", "07:00"), ("2026-11-21", "23:59")] {
      await bench.log(.mood, [.mood: "5", .date: day, .time: time])
    }
    let route = Route(["pillars", "wellbeing"])
    #expect(rows(bench, route).map(\.value) == ["Today", "Today, number 2", "Yesterday"])
    let older = try await Bench()
    for day in ["2026-11-20", "2025-11-20"] { await older.log(.mood, [.date: day]) }
    #expect(rows(older, route).map(\.value) == ["Friday 20 November", "Thursday 20 November 2025"])
  }

  @Test("An empty log invites to log something; a read failure says why and can be retried")
  func nothing() async throws {
    let isBroken = Locked(true)
    let bench = try await Bench { needs in
      let read = needs.read
      needs.read = { newest throws(Problem) in
        if isBroken.withLock({ $0 }) { throw .full }
        return try await read(newest)
      }
    }
    for route in [Route.history, .log] { #expect(bench.node(Problem.full.sentence, at: route)?.role == .status) }
    isBroken.withLock { $0 = false }
    await bench.tap("Reload", at: .history)
    #expect(bench.node(Problem.full.sentence, at: .history) == nil)
    #expect(bench.node("Nothing logged yet.", at: .history) != nil)
    #expect(bench.node("Log something", at: .history)?.destination == .log)
  }

  @Test("A read that began before a save does not hide the saved entry", .timeLimit(.minutes(10)))
  func overtaken() async throws {
    let (gate, door) = AsyncStream.makeStream(of: Void.self)
    let isSlow = Locked(false)
    let bench = try await Bench { needs in
      let read = needs.read
      needs.read = { newest throws(Problem) in
        let entries = try await read(newest)
        let waits = isSlow.withLock { slow in
          defer { slow = false }
          return slow
        }
        if waits { for await _ in gate {} }
        return entries
      }
    }
    isSlow.withLock { $0 = true }
    await bench.health.send(.refresh)
    await bench.health.send(.save(.mood), from: bench.window)
    await bench.until { $0.entries.count == 1 }
    door.finish()
    await bench.context.settling.settled()
    #expect(bench.state.entries.count == 1)
  }

  @Test("A constant stream of changes does not prevent a read from finishing")
  func busy() {
    var state = HealthState()
    _ = state.receive(.begin, at: Bench.morning)
    var reads = 0
    func count(_ steps: HealthState.Steps) {
      reads += steps.count {
        switch $0 {
        case .run(.read, _), .run(.catchUp, _), .run(.sumUp, _): true
        default: false
        }
      }
    }
    count(state.receive(.remembered(nil, []), at: Bench.morning))
    for _ in 0..<1000 { count(state.receive(.changed, at: Bench.morning)) }
    #expect(reads == 1)
    count(state.receive(.read([], LogMarks()), at: Bench.morning))
    #expect(reads == 2 && state.reading == .done)
    for _ in 0..<1000 { count(state.receive(.changed, at: Bench.morning)) }
    count(state.receive(.summedUp(SummedDays(days: [], habits: HabitBook())), at: Bench.morning))
    #expect(reads == 3)
    for _ in 0..<1000 { count(state.receive(.changed, at: Bench.morning)) }
    count(state.receive(.caughtUp(LogNews(LogMarks())), at: Bench.morning))
    #expect(reads == 4)
    count(state.receive(.caughtUp(LogNews(LogMarks())), at: Bench.morning))
    #expect(reads == 4)
  }
}

import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Measures
import Storage
import Testing

@testable import Health

@Suite("Daily figures") struct DayTests {
  static let sunday = CalendarDay(of: Bench.morning)

  private func figures(_ bench: Bench, _ day: CalendarDay = sunday) -> [Measure: Double] {
    bench.state.days[day]?.values ?? [:]
  }

  private func fill(_ bench: Bench, _ form: FormName, _ values: [FormField: String]) async {
    await bench.do(.left(form.route))
    await bench.log(form, values)
  }

  @Test(
    "Entries are summed up by day: totals are added, ratings averaged, and unknown measures omitted"
  )
  func logged() async throws {
    let bench = try await Bench()
    #expect(bench.state.days.isEmpty && bench.state.daysFreshness == .fresh)
    for mood in ["4", "9"] { await fill(bench, .mood, [.mood: mood]) }
    await fill(bench, .meal, [.description: "Rice", .calories: "300", .protein: "6.5", .fibre: "2"])
    await fill(bench, .meal, [.description: "Tea", .fibre: "0.5"])
    for water in ["250", "500"] { await fill(bench, .water, [.millilitres: water]) }
    await fill(bench, .activity, [.minutes: "20", .steps: "2000", .distance: "1.5"])
    await fill(bench, .workout, [.minutes: "40", .effort: "7"])
    await fill(bench, .workout, [.minutes: "10", .effort: "3", .time: "07:00"])
    await fill(bench, .energy, [.energy: "6", .stress: "3"])
    await fill(bench, .energy, [.energy: "7"])
    await fill(bench, .weight, [.kilograms: "72.4", .time: "07:30"])
    await fill(bench, .weight, [.kilograms: "73", .time: "06:00"])
    await fill(bench, .journal, [.body: "x"])
    await fill(bench, .sleep, [.fellAsleep: "23:30", .quality: "8", .time: "07:00"])
    #expect(
      figures(bench) == [
        .mood: 6.5, .meals: 2, .calories: 300, .protein: 6.5, .fibre: 2.5, .water: 750, .activeMinutes: 70,
        .steps: 2000, .distance: 1500, .workouts: 2, .workoutMinutes: 50, .effort: 7, .energy: 6.5, .stress: 3,
        .weight: 72.4,
        .journal: 1, .sleepMinutes: 450, .bedtime: 690, .sleepQuality: 8,
      ])
  }

  @Test(
    "A night belongs to the day on which it ended; overlapping minutes count once, and the longer sleep is the night"
  )
  func nights() async throws {
    let bench = try await Bench()
    await fill(bench, .sleep, [.fellAsleep: "23:00", .time: "06:00", .quality: "5"])
    await fill(bench, .sleep, [.fellAsleep: "05:00", .time: "07:00", .quality: "9"])
    #expect(figures(bench) == [.sleepMinutes: 480, .bedtime: 660, .sleepQuality: 5])
    // After midnight.
    await fill(bench, .sleep, [.fellAsleep: "00:30", .date: "2026-11-20", .time: "08:00"])
    #expect(figures(bench, DayTests.sunday.following(-2)) == [.sleepMinutes: 450, .bedtime: 750])
  }

  @Test("An edit, a move to another day, a deletion and an Undo update the affected days and report the change")
  func mended() async throws {
    let bench = try await Bench()
    await bench.log(.mood, [.mood: "4"])
    guard let name = bench.state.entries.first?.name else { throw Problem.full }
    let edit = FormName(.mood, editing: name.id)
    await bench.log(edit, [.mood: "8"])
    #expect(figures(bench) == [.mood: 8])
    await bench.do(.left(edit.route))
    await bench.log(edit, [.date: "2026-11-20"])
    #expect(figures(bench).isEmpty && figures(bench, DayTests.sunday.following(-2)) == [.mood: 8])
    await bench.do(.delete(name))
    #expect(bench.state.days.isEmpty)
    await bench.do(.undo(name))
    #expect(figures(bench, DayTests.sunday.following(-2)) == [.mood: 8])
    // Once for the first, empty summary, and five changes.
    #expect(bench.events.count { $0 == .daysChanged } == 6)
  }

  @Test("Changes by another window or a sync update the days, however old", .timeLimit(.minutes(10)))
  func others() async throws {
    let bench = try await Bench()
    let moods = try await bench.store.collection(MoodEntry.self, .owned(.entered))
    // More than are held at once.
    let entries = (0..<250).map { number in
      MoodEntry(
        id: bench.context.identifiers.next(), mood: 5,
        feltAt: Bench.morning.date.addingTimeInterval(-86_400 * Double(number)))
    }
    try await bench.store.write { batch throws(Problem) in for entry in entries { try batch.save(entry, in: moods) } }
    await bench.until { $0.days.days.count == 250 }
    #expect(bench.state.entries.count == 200)
    var oldest = entries[249]
    let (before, after) = (DayTests.sunday.following(-249), DayTests.sunday.following(-300))
    oldest.feltAt = oldest.feltAt.addingTimeInterval(-51 * 86_400)
    try await moods.save(oldest, over: .anything)
    await bench.until { $0.days[before] == nil }
    #expect(figures(bench, after) == [.mood: 5])
    try await moods.delete(oldest.id)
    await bench.until { $0.days[after] == nil }
    #expect(bench.state.days.days.count == 249)
  }

  @Test("At the start the stored days are shown before anything is read", .timeLimit(.minutes(10)))
  func kept() async throws {
    let bench = try await Bench()
    await bench.log(.mood, [.mood: "4", .date: "2026-01-01"])
    await bench.do(.left(FormName.mood.route))
    await bench.log(.water, [.millilitres: "200"])
    let (gate, door) = AsyncStream.makeStream(of: Void.self)
    let after = Health(
      on: FeatureContext(time: bench.clock.time),
      needs: {
        var needs = HealthNeeds(bench.store, caching: .dashboard)
        needs.read = { _ throws(Problem) in
          for await _ in gate {}
          return []
        }
        return needs
      }())
    await after.send(.begin)
    for await state in after.states.listen() where state.daysFreshness != .unknown {
      #expect(state.days == bench.state.days && state.entries.isEmpty && state.days.days.count == 2)
      break
    }
    door.finish()
  }

  @Test("Stored days without entries are removed after summing up")
  func outdated() async throws {
    let bench = try await Bench()
    let stale = DayFigures(DayTests.sunday.following(-3), [.mood: 3])
    try await HealthNeeds(bench.store, caching: .dashboard).keepDays(DaysToKeep(summary: nil, days: [stale]))
    let after = try await Bench(over: bench)
    #expect(after.state.days.isEmpty)
    #expect(try await HealthNeeds(bench.store, caching: .dashboard).days().isEmpty)
  }

  @Test("In another time zone an entry may belong to another day")
  func zones() async throws {
    let bench = try await Bench()
    await bench.log(.mood, [.mood: "4", .time: "00:30"])
    #expect(figures(bench) == [.mood: 4])
    let west = try await Bench(over: bench)
    #expect(figures(west) == [.mood: 4])
    var state = west.state
    let moment = Moment(Bench.morning.date, in: .gmt)
    let steps = state.receive(.refresh, at: moment)
    #expect(steps == [.run(.sumUp(moment), .latest("look"))])
    let summed = try await HealthNeeds(bench.store, caching: .dashboard).sumUp(moment)
    _ = state.receive(.summedUp(summed), at: moment)
    #expect(state.days[DayTests.sunday] == nil && state.days[DayTests.sunday.following(-1), .mood] == 4)
  }

  @Test("A failed summing up is repeated on refresh")
  func failure() async throws {
    let isFull = Locked(true)
    let bench = try await Bench { needs in
      let sumUp = needs.sumUp
      needs.sumUp = { now throws(Problem) in
        if isFull.withLock({ $0 }) { throw .full }
        return try await sumUp(now)
      }
    }
    await bench.log(.mood, [.mood: "4"])
    #expect(bench.state.days.isEmpty && bench.state.daysFreshness == .unknown && bench.state.entries.count == 1)
    isFull.withLock { $0 = false }
    await bench.send(.refresh)
    #expect(figures(bench) == [.mood: 4] && bench.state.daysFreshness == .fresh)
  }

  @Test("Saves, deletions and refreshes do not read the whole log again")
  func cheap() async throws {
    let reads = Locked(0)
    let bench = try await Bench { needs in
      let (read, sumUp) = (needs.read, needs.sumUp)
      needs.read = { newest throws(Problem) in
        reads.withLock { $0 += 1 }
        return try await read(newest)
      }
      needs.sumUp = { now throws(Problem) in
        reads.withLock { $0 += 1 }
        return try await sumUp(now)
      }
    }
    #expect(reads.withLock { $0 } == 2)
    for number in 1...20 { await fill(bench, .water, [.millilitres: "\(number)"]) }
    guard let name = bench.state.entries.first?.name else { throw Problem.full }
    await bench.do(.delete(name))
    await bench.do(.undo(name))
    await bench.send(.refresh)
    #expect(figures(bench) == [.water: 210] && bench.state.entries.count == 20)
    #expect(reads.withLock { $0 } == 2)
  }
}

extension FormName {
  static let workout = FormName(.workout)
  static let water = FormName(.water)
  static let energy = FormName(.energy)
  static let sleep = FormName(.sleep)
  static let weight = FormName(.weight)
}

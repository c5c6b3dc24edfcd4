import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Measures
import Storage
import Testing

@testable import Health

@Suite("Habits") struct HabitTests {
  static let habits = Route(["habits"])
  static let today = CalendarDay(of: Bench.morning)

  private func add(_ bench: Bench, _ name: String, _ cadence: Habit.Cadence = .daily, times: String = "") async -> UUID
  {
    await bench.do(.habit(.name(name)))
    await bench.do(.habit(.cadence(cadence)))
    await bench.do(.habit(.times(times)))
    await bench.do(.habit(.add))
    return bench.state.habits.habits.last?.id.uuid ?? UUID()
  }

  private func streak(_ cadence: Habit.Cadence, times: Int = 1, _ days: [Int], on today: CalendarDay = today) -> Streak
  {
    let kept = Dictionary(days.map { (today.following(-$0), 1) }, uniquingKeysWith: +)
    return Streak(cadence, times: times, kept, on: today)
  }

  @Test("An unfinished day does not break a streak, a missed day does")
  func daily() {
    #expect(streak(.daily, []).current == 0)
    #expect(streak(.daily, [0]).current == 1)
    #expect(streak(.daily, [1, 2, 3]).current == 3)
    #expect(streak(.daily, [0, 1, 2, 3]).current == 4)
    #expect(streak(.daily, [2, 3, 4]).current == 0 && streak(.daily, [2, 3, 4]).longest == 3)
    #expect(streak(.daily, [0, 1, 5, 6, 7]).longest == 3)
    // Future days do not count.
    #expect(streak(.daily, [-1, 0]).longest == 1)
    // Twice a day; once is not enough.
    #expect(streak(.daily, times: 2, [0, 0, 1, 1, 2]).current == 2)
  }

  @Test("Weeks begin on Monday and months on the first; days of one period count towards its number of times")
  func longer() {
    // Today is Sunday 22 November 2026.
    #expect(streak(.weekly, [0, 6]).current == 1)
    #expect(streak(.weekly, [0, 7]).current == 2)
    #expect(streak(.weekly, times: 2, [0, 6, 7, 13]).current == 2)
    #expect(streak(.weekly, times: 2, [0, 7, 13]).current == 1 && streak(.weekly, times: 2, [0, 7, 13]).now == 1)
    #expect(streak(.weekly, [7]).current == 1 && streak(.weekly, [14]).current == 0)
    #expect(streak(.monthly, [0, 22]).current == 2)
    #expect(streak(.monthly, [21]).current == 1 && streak(.monthly, [53]).current == 0)
    let newYear = CalendarDay("2027-01-01") ?? HabitTests.today
    #expect(streak(.monthly, [0, 1], on: newYear).current == 2)
    #expect(streak(.weekly, [0, 1, 4, 5], on: newYear).current == 2)
    #expect(
      Streak.period(.weekly, CalendarDay(number: -4)) == -1 && Streak.period(.weekly, CalendarDay(number: -3)) == 0)
  }

  @Test("For any history, the current streak is at most the longest, and another day never shortens it")
  func properties() {
    var random = Seeded(3)
    for _ in 0..<300 {
      let days = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0...60, using: &random) }
      for cadence in Habit.Cadence.allCases {
        let before = streak(cadence, days)
        let after = streak(cadence, days + [0])
        #expect(before.current <= before.longest && after.current >= before.current && after.longest >= before.longest)
        #expect(after.current >= 1)
      }
    }
  }

  @Test("A habit is added and ticked for today and an earlier day, and all of it is sent to the server")
  func ticked() async throws {
    let bench = try await Bench()
    await bench.tap("Add habit", at: HabitTests.habits)
    #expect(bench.node("Name", at: HabitTests.habits)?.state.invalid == "Give the habit a name.")
    await bench.tap("Name", at: HabitTests.habits, .edit, .text(" Read "))
    await bench.tap("Add habit", at: HabitTests.habits)
    #expect(bench.toasts() == ["“Read” added."])
    #expect(bench.node("Every day. Not kept yet.", at: HabitTests.habits) != nil)
    await bench.tap("Read", at: HabitTests.habits)
    #expect(bench.node("Every day. 1 day in a row, 1 day at best.", at: HabitTests.habits) != nil)
    await bench.tap("Previous day", at: HabitTests.habits)
    #expect(bench.node("Yesterday, Saturday 21 November 2026", at: HabitTests.habits) != nil)
    await bench.tap("Read", at: HabitTests.habits)
    #expect(bench.node("Every day. 2 days in a row, 2 days at best.", at: HabitTests.habits) != nil)
    let waiting = try await bench.waiting()
    #expect(waiting.map(\.collection).sorted() == ["habit_entries", "habit_entries", "habits"])
    let fields = waiting.first { $0.collection == "habits" }?.fields
    #expect(fields?["name"] == .text("Read") && fields?["cadence"] == .text("daily") && fields?["times"] == .int(1))
    #expect(fields?["is_archived"] == .bool(false))
    let ticks = waiting.filter { $0.collection == "habit_entries" }.map(\.fields)
    #expect(Set(ticks.map { $0["day"] }) == [.text("2026-11-22"), .text("2026-11-21")])
    #expect(bench.state.days[HabitTests.today, .habitsDone] == 1 && bench.state.days[HabitTests.today, .habitsDue] == 1)
    // Undone, as if it had never been ticked.
    await bench.tap("Read", at: HabitTests.habits)
    #expect(bench.state.days[HabitTests.today.following(-1)] == nil)
    let after = try await Bench(over: bench)
    #expect(after.state.habits == bench.state.habits && after.state.habits.habits.count == 1)
  }

  @Test("A missed habit counts for a day that is over; today counts once a habit was ticked")
  func due() async throws {
    let bench = try await Bench()
    let read = await add(bench, "Read")
    _ = await add(bench, "Walk")
    _ = await add(bench, "Call home", .weekly)
    #expect(bench.state.days.isEmpty)
    await bench.do(.habit(.tick(read, on: HabitTests.today, times: 1)))
    #expect(bench.state.days[HabitTests.today]?.values == [.habitsDone: 1, .habitsDue: 2])
    await bench.clock.advance(by: .seconds(86_400), settling: bench.context.settling)
    await bench.send(.refresh)
    #expect(bench.state.days[HabitTests.today]?.values == [.habitsDone: 1, .habitsDue: 2])
    await bench.clock.advance(by: .seconds(86_400), settling: bench.context.settling)
    await bench.send(.refresh)
    #expect(bench.state.days[HabitTests.today.following(1)]?.values == [.habitsDone: 0, .habitsDue: 2])
    #expect(bench.state.days[HabitTests.today.following(2)] == nil)
  }

  @Test("A habit due several times a day counts up and down, and is done when the number is reached")
  func several() async throws {
    let bench = try await Bench()
    let id = await add(bench, "Stretch", times: "2")
    await bench.tap("Add one: Stretch", at: HabitTests.habits)
    #expect(bench.state.habits.times(id, on: HabitTests.today) == 1 && bench.state.days.isEmpty)
    await bench.tap("Add one: Stretch", at: HabitTests.habits)
    #expect(bench.node("Stretch: 2 of 2", at: HabitTests.habits)?.value == "100 %")
    #expect(bench.state.days[HabitTests.today, .habitsDone] == 1)
    await bench.tap("Remove one: Stretch", at: HabitTests.habits)
    #expect(bench.state.habits.times(id, on: HabitTests.today) == 1)
  }

  @Test("An archived habit is hidden, and restored with all its days")
  func archived() async throws {
    let bench = try await Bench()
    let id = await add(bench, "Read")
    await bench.do(.habit(.tick(id, on: HabitTests.today, times: 1)))
    await bench.tap("Archive", at: HabitTests.habits)
    #expect(bench.node("Read", at: HabitTests.habits) == nil)
    await bench.tap("Restore Read", at: HabitTests.habits)
    #expect(bench.node("Every day. 1 day in a row, 1 day at best.", at: HabitTests.habits) != nil)
    #expect(
      try await bench.waiting().filter { $0.collection == "habits" }.map(\.fields["is_archived"]) == [.bool(false)])
  }

  @Test("Changes to habits on another device are shown", .timeLimit(.minutes(10)))
  func others() async throws {
    let bench = try await Bench()
    let id = await add(bench, "Read")
    let ticks = try await bench.store.collection(HabitEntry.self, .owned(.entered))
    let tick = HabitEntry(ID(id), on: HabitTests.today)
    try await ticks.save(tick)
    await bench.until { $0.habits.times(id, on: HabitTests.today) == 1 && $0.days[HabitTests.today] != nil }
    try await ticks.delete(tick.id)
    await bench.until { $0.habits.times(id, on: HabitTests.today) == 0 && $0.days[HabitTests.today] == nil }
    let habits = try await bench.store.collection(Habit.self, .owned(.entered))
    try await habits.save(Habit(id: bench.context.identifiers.next(), name: "Walk"))
    await bench.until { $0.habits.habits.count == 2 }
    #expect(Set(bench.state.habits.habits.map(\.name)) == ["Read", "Walk"])
    #expect(bench.node("Walk", at: HabitTests.habits) != nil)
  }

  @Test("An invalid habit, a future tick and a failed save change nothing, and the typed text stays")
  func refused() async throws {
    let isFull = Locked(true)
    let bench = try await Bench { needs in
      let save = needs.habits.save
      needs.habits.save = { habit, version throws(Problem) in
        if isFull.withLock({ $0 }) { throw .full }
        try await save(habit, version)
      }
    }
    _ = await add(bench, String(repeating: "x", count: 201))
    _ = await add(bench, "Read", times: "0")
    #expect(bench.state.habits.habits.isEmpty)
    _ = await add(bench, "Read")
    #expect(bench.state.habits.habits.isEmpty && bench.node("Name", at: HabitTests.habits)?.value == "Read")
    #expect(bench.nodes(HabitTests.habits).contains { $0.label == "That did not work. \(Problem.full.sentence)" })
    isFull.withLock { $0 = false }
    await bench.tap("Add habit", at: HabitTests.habits)
    guard let id = bench.state.habits.habits.first?.id.uuid else { throw Problem.full }
    await bench.do(.habit(.tick(id, on: HabitTests.today.following(1), times: 1)))
    await bench.do(.habit(.tick(UUID(), on: HabitTests.today, times: 1)))
    #expect(try await bench.waiting().map(\.collection) == ["habits"])
  }
}

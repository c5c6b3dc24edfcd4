import Days
import FeatureTesting
import FoundationEssentials
import Kernel
import Measures
import Storage
import Testing

@testable import Health

@Suite("Device figures") struct TakingTests {
  typealias One = (day: CalendarDay, measure: Measure, amount: Double, source: String)

  private func history(_ days: Int, steps: Double = 1000) -> [One] {
    (0..<days).flatMap { age -> [One] in
      let day = CalendarDay(of: Bench.morning).following(-age)
      return [
        (day, .steps, steps + Double(age), "all"), (day, .steps, 9000, "Watch"), (day, .restingHeartRate, 60, "Watch"),
      ]
    }
  }

  @Test("An import is stored, counted in the days and sent to the server")
  func taken() async throws {
    let bench = try await Bench()
    #expect(try await bench.health.take(history(400)) == 1200)
    await bench.context.settling.settled()
    #expect(bench.state.days.days.count == 400)
    #expect(bench.state.days[CalendarDay(of: Bench.morning)]?.values == [.steps: 1000, .restingHeartRate: 60])
    #expect(try await bench.store.outbox.counts().waiting == 1200)
  }

  @Test("Repeating an import changes nothing, and a later import updates its figures")
  func twice() async throws {
    let bench = try await Bench()
    try await bench.health.take(history(30))
    await bench.context.settling.settled()
    let (days, revision) = (
      bench.state.days, try await bench.store.collection(DeviceDay.self, .owned(.rest)).revision.value
    )
    try await bench.health.take(history(30))
    await bench.context.settling.settled()
    #expect(bench.state.days == days)
    #expect(try await bench.store.collection(DeviceDay.self, .owned(.rest)).revision.value == revision)
    try await bench.health.take(history(1, steps: 7777))
    await bench.context.settling.settled()
    #expect(bench.state.days[CalendarDay(of: Bench.morning), .steps] == 7777)
    #expect(try await bench.store.outbox.counts().waiting == 90)
  }

  @Test("Invalid figures are left out, and a failed write is thrown with the earlier batches kept")
  func bounds() async throws {
    let count = Locked(0)
    let bench = try await Bench { needs in
      let take = needs.take
      needs.take = { days throws(Problem) in
        if count.withLock({
          $0 += 1; return $0
        }) > 2 {
          throw .full
        }
        try await take(days)
      }
    }
    let day = CalendarDay(of: Bench.morning)
    #expect(
      try await bench.health.take([(day, .steps, .nan, "Watch"), (day, .steps, -1, "Watch"), (day, .steps, 1, " ")])
        == 0)
    await #expect(throws: Problem.full) { try await bench.health.take(history(400)) }
    await bench.context.settling.settled()
    #expect(try await bench.store.outbox.counts().waiting == 1000)
  }

  @Test("A cancelled task stops after the current batch")
  func cancelled() async throws {
    let bench = try await Bench()
    let days = history(400)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await bench.health.take(days)
    }
    #expect(try await task.value == 0)
  }

  @Test("Forgetting an import removes its figures and no others")
  func forgotten() async throws {
    let bench = try await Bench()
    let day = CalendarDay(of: Bench.morning)
    let mine: [One] = (0..<700).map { (day.following(-$0), .steps, 5000, "Apple Health: all") }
    let others: [One] = [
      (day, .steps, 100, "Apple"), (day, .steps, 200, "Ring: Apple Health"), (day, .steps, 300, "Watch"),
    ]
    try await bench.health.take(mine + others)
    await bench.context.settling.settled()
    #expect(bench.state.days.days.count == 700 && bench.state.days[day, .steps] == 5000)
    #expect(try await bench.health.forget(import: "Apple Health") == 700)
    await bench.context.settling.settled()
    #expect(bench.state.days.days.map(\.values) == [[.steps: 300]])
    #expect(try await bench.health.forget(import: "Apple Health") == 0)
  }
}

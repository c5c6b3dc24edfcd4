import Days
import FeatureTesting
import FoundationEssentials
import Kernel
import Measures
import Storage
import Testing

@testable import Health

@Suite("Several sources for one day") struct SourceTests {
  static let day = CalendarDay(of: Bench.morning)

  private func amount(_ measure: Measure, _ said: [(String, Double)]) -> Double? {
    var sources = SourceMerge()
    for (source, amount) in said {
      if let day = DeviceDay(SourceTests.day, measure, amount, from: source) { sources.add(day) }
    }
    return sources.amounts[measure]
  }

  @Test("Totals take the maximum and levels the mean; an import's reconciled figure wins over its own sources")
  func sources() {
    #expect(amount(.steps, [("Watch", 8000), ("Phone", 6000)]) == 8000)
    #expect(amount(.restingHeartRate, [("Watch", 60), ("Strap", 50)]) == 55)
    #expect(amount(.steps, [("Watch", 8000), ("all", 7500), ("Phone", 6000)]) == 7500)
    // From another import than the reconciled one.
    #expect(amount(.steps, [("Apple Health: Watch", 8000), ("Apple Health: all", 7500), ("Ring", 9000)]) == 9000)
    #expect(amount(.steps, [("A: all", 1), ("B: all", 2)]) == 2)
    #expect(amount(.steps, []) == nil)
  }

  @Test("The import that the person prefers decides about a day; the others count where it has nothing")
  func preferred() {
    func amount(_ measure: Measure, _ said: [(String, Double)]) -> Double? {
      var sources = SourceMerge(preferring: ["Oura", "Garmin"])
      for (source, amount) in said {
        if let day = DeviceDay(SourceTests.day, measure, amount, from: source) { sources.add(day) }
      }
      return sources.amounts[measure]
    }
    #expect(amount(.steps, [("Garmin: all", 9000), ("Oura: all", 5000), ("Phone", 12_000)]) == 5000)
    #expect(amount(.steps, [("Garmin: all", 9000), ("Phone", 12_000)]) == 9000)
    #expect(amount(.steps, [("Watch", 9000), ("Phone", 12_000)]) == 12_000)
    #expect(amount(.restingHeartRate, [("Oura: all", 50), ("Garmin: all", 60)]) == 50)
  }

  @Test("A device figure is limited to what the server accepts")
  func bounds() {
    func make(_ amount: Double, _ source: String = "Watch") -> DeviceDay? {
      DeviceDay(SourceTests.day, .steps, amount, from: source)
    }
    #expect(make(0) != nil && make(1_000_000_000) != nil)
    #expect(make(-1) == nil && make(1_000_000_001) == nil && make(.nan) == nil && make(.infinity) == nil)
    #expect(
      make(1, " ") == nil && make(1, "\0") == nil && make(1, String(repeating: "x", count: 500))?.source.count == 100)
    #expect(make(1)?.id == make(2)?.id && make(1)?.id != make(1, "Phone")?.id)
    #expect(DeviceDay(CalendarDay(number: -10_000_000), .steps, 1, from: "x") == nil)
  }

  private func sum(_ entries: [LogEntry], _ devices: [(Measure, Double)]) -> [Measure: Double] {
    var sums = DaySums(at: Bench.morning)
    for entry in entries { sums.add(entry) }
    for (measure, amount) in devices {
      if let day = DeviceDay(SourceTests.day, measure, amount, from: "Watch") { sums.add(day) }
    }
    return sums.figures(of: [SourceTests.day], HabitBook()).first?.values ?? [:]
  }

  @Test("A workout that was logged and measured counts once; logged sleep and weight win over measured ones")
  func hands() {
    let at = Bench.morning.date.addingTimeInterval(-3600)
    let workout = LogEntry.workout(Workout(id: ID(UUID()), kind: "running", minutes: 40, startedAt: at))
    let walk = LogEntry.activity(Activity(id: ID(UUID()), kind: "walking", minutes: 20, startedAt: at))
    #expect(sum([workout, walk], [(.activeMinutes, 45)])[.activeMinutes] == 60)
    #expect(sum([workout, walk], [(.activeMinutes, 90)])[.activeMinutes] == 90)
    #expect(sum([workout], [(.workouts, 1)])[.workouts] == 1)
    let night = SleepEntry(id: ID(UUID()), fellAsleepAt: at.addingTimeInterval(-6 * 3600), wokeAt: at).entry
    let slept = sum([night], [(.sleepMinutes, 420), (.bedtime, 600), (.deepMinutes, 80)])
    #expect(slept[.sleepMinutes] == 360 && slept[.deepMinutes] == 80)
    #expect(slept[.bedtime] == 796)
    let weighed = LogEntry.weight(WeightEntry(id: ID(UUID()), grams: 70_000, weighedAt: at))
    #expect(sum([weighed], [(.weight, 71)])[.weight] == 70)
    #expect(sum([], [(.weight, 71), (.steps, 10)]) == [.weight: 71, .steps: 10])
  }
}

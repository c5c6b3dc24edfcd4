import Measures
import Testing

@testable import AppleHealth

@Suite("Sleep and workouts of an export") struct SleepTests {
  private let day = "2026-11-21"

  @Test("a night belongs to the day of waking, with its stages, its bedtime and its times awake")
  func stages() throws {
    let export = try Sample.read(
      Sample.export(
        Sample.slept("InBed", "-23:00", "07:00", from: "Phone"), Sample.slept("AsleepCore", "-23:30", "01:00"),
        Sample.slept("AsleepDeep", "01:00", "02:00"), Sample.slept("Awake", "02:00", "02:10"),
        Sample.slept("AsleepREM", "02:10", "03:00"), Sample.slept("Awake", "03:00", "03:02"),
        Sample.slept("AsleepCore", "03:02", "06:30")))
    #expect(export.amount(.sleepMinutes, day) == 408 && export.amount(.deepMinutes, day) == 60)
    #expect(export.amount(.remMinutes, day) == 50 && export.amount(.awakeMinutes, day) == 12)
    #expect(export.amount(.awakenings, day) == 1)
    // Both devices together: in bed from eleven, as the phone says, which knows no sleep.
    #expect(export.amount(.bedtime, day) == 660 && export.amount(.bedtime, day, from: "Watch") == 690)
    #expect(
      export.amount(.sleepMinutes, day, from: "Phone") == nil && export.amount(.bedtime, day, from: "Phone") == 660)
    #expect(export.dayCount == 1)
  }

  @Test("gaps between sleeps of the same night count as awake; an hour or more later it is another sleep")
  func gaps() throws {
    let export = try Sample.read(
      Sample.export(
        Sample.slept("Asleep", "-23:00", "02:00"), Sample.slept("Asleep", "02:20", "06:00"),
        Sample.slept("Asleep", "14:00", "14:30")))
    #expect(export.amount(.sleepMinutes, day) == 430 && export.amount(.awakeMinutes, day) == 20)
    #expect(export.amount(.awakenings, day) == 1 && export.amount(.bedtime, day) == 660)
    #expect(export.amount(.deepMinutes, day) == nil)
  }

  @Test("of a quarter of an hour the device is believed that tells most apart, and no minute counts twice")
  func together() throws {
    let export = try Sample.read(
      Sample.export(
        Sample.slept("AsleepUnspecified", "-22:00", "07:00", from: "Phone"),
        Sample.slept("AsleepCore", "-23:00", "02:00"), Sample.slept("Awake", "02:00", "02:30")))
    // The watch was taken off at half past two; the phone knows the rest.
    #expect(export.amount(.sleepMinutes, day) == 510 && export.amount(.awakeMinutes, day) == 30)
    #expect(export.amount(.sleepMinutes, day, from: "Phone") == 540)
    #expect(export.amount(.sleepMinutes, day, from: "Watch") == 180)
  }

  @Test("what is said twice of the same time by one device counts once")
  func twice() throws {
    let one = Sample.slept("AsleepCore", "00:00", "06:00")
    let export = try Sample.read(Sample.export(one, one, Sample.slept("Awake", "03:00", "03:30")))
    #expect(export.amount(.sleepMinutes, day) == 330 && export.amount(.awakeMinutes, day) == 30)
  }

  @Test("what ends by six in the evening belongs to that day, what ends later to the next")
  func boundary() {
    let day = 20_778
    #expect(Nights.day(ending: day * 86_400 + 18 * 3600) == day)
    #expect(Nights.day(ending: day * 86_400 + 18 * 3600 + 1) == day + 1)
    #expect(Nights.day(ending: day * 86_400) == day)
  }

  @Test("workouts count where they began; of two devices' at the same time, one counts")
  func workouts() throws {
    let export = try Sample.read(
      Sample.export(
        Sample.workout("10:00", "10:40", duration: "38.5"),
        Sample.workout("10:02", "10:35", duration: "0.5", unit: "hr", from: "App"),
        Sample.workout("18:00", "18:20", duration: "20")))
    #expect(export.amount(.workouts, day) == 2 && export.amount(.workoutMinutes, day) == 58.5)
    #expect(export.amount(.workouts, day, from: "App") == 1 && export.amount(.workoutMinutes, day, from: "App") == 30)
    // What a workout says of itself besides is no record.
    #expect(export.amount(.steps, day) == nil && export.records == 3)
  }
}

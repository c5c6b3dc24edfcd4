import Measures
import Testing

@testable import AppleHealth

@Suite("Sleep and workouts of an export") struct SleepTests {
  private let day = "2026-11-21"

  @Test("a night belongs to the day of waking, with its stages, its bedtime and its time awake")
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
    // Both devices together: in bed from eleven according to the phone, which records no sleep.
    #expect(export.amount(.bedtime, day) == 660 && export.amount(.bedtime, day, from: "Watch") == 690)
    #expect(
      export.amount(.sleepMinutes, day, from: "Phone") == nil && export.amount(.bedtime, day, from: "Phone") == 660)
    #expect(export.dayCount == 1)
  }

  @Test("gaps within a night count as awake; after an hour or more another sleep begins")
  func gaps() throws {
    let export = try Sample.read(
      Sample.export(
        Sample.slept("Asleep", "-23:00", "02:00"), Sample.slept("Asleep", "02:20", "06:00"),
        Sample.slept("Asleep", "14:00", "14:30")))
    #expect(export.amount(.sleepMinutes, day) == 430 && export.amount(.awakeMinutes, day) == 20)
    #expect(export.amount(.awakenings, day) == 1 && export.amount(.bedtime, day) == 660)
    #expect(export.amount(.deepMinutes, day) == nil)
  }

  @Test("within a quarter of an hour the device with the most detailed stages wins, so no minute counts twice")
  func together() throws {
    let export = try Sample.read(
      Sample.export(
        Sample.slept("AsleepUnspecified", "-22:00", "07:00", from: "Phone"),
        Sample.slept("AsleepCore", "-23:00", "02:00"), Sample.slept("Awake", "02:00", "02:30")))
    // The watch was taken off at half past two; the phone has the rest.
    #expect(export.amount(.sleepMinutes, day) == 510 && export.amount(.awakeMinutes, day) == 30)
    #expect(export.amount(.sleepMinutes, day, from: "Phone") == 540)
    #expect(export.amount(.sleepMinutes, day, from: "Watch") == 180)
  }

  @Test("a period reported twice by one device counts once")
  func twice() throws {
    let one = Sample.slept("AsleepCore", "00:00", "06:00")
    let export = try Sample.read(Sample.export(one, one, Sample.slept("Awake", "03:00", "03:30")))
    #expect(export.amount(.sleepMinutes, day) == 330 && export.amount(.awakeMinutes, day) == 30)
  }

  @Test("sleep that ends by 18:00 belongs to that day, later sleep to the next")
  func boundary() {
    let day = 20_778
    #expect(Nights.day(ending: day * 86_400 + 18 * 3600) == day)
    #expect(Nights.day(ending: day * 86_400 + 18 * 3600 + 1) == day + 1)
    #expect(Nights.day(ending: day * 86_400) == day)
  }

  @Test(
    "a workout without a duration, or with one that says nothing, lasts from its start to its end",
    arguments: ["", "duration=\"\"", "duration=\"0\" durationUnit=\"min\"", "duration=\"soon\""])
  func noDuration(attribute: String) throws {
    let workout =
      "<Workout workoutActivityType=\"x\" \(attribute) sourceName=\"Watch\" "
      + "startDate=\"2026-11-21 10:00:00 +0100\" endDate=\"2026-11-21 10:45:00 +0100\"/>\n"
    let export = try Sample.read(Sample.export(workout))
    #expect(export.amount(.workouts, day) == 1 && export.amount(.workoutMinutes, day) == 45)
    #expect(export.unreadable == 0)
  }

  @Test("what crosses midnight is divided alike for steps and for workouts, in the total and for each source")
  func midnight() throws {
    let (start, end) = ("2026-11-20 23:30:00 +0100", "2026-11-21 00:45:00 +0100")
    let workout =
      "<Workout workoutActivityType=\"x\" duration=\"75\" sourceName=\"Watch\" "
      + "startDate=\"\(start)\" endDate=\"\(end)\"/>\n"
    let export = try Sample.read(
      Sample.export(
        Sample.quantity("AppleExerciseTime", "75", "min", start, end), Sample.steps("750", start, end), workout))
    for source in [nil, "Watch"] {
      #expect(export.amount(.workoutMinutes, "2026-11-20", from: source) == 30)
      #expect(export.amount(.workoutMinutes, "2026-11-21", from: source) == 45)
      #expect(export.amount(.activeMinutes, "2026-11-20", from: source) == 30)
      #expect(export.amount(.activeMinutes, "2026-11-21", from: source) == 45)
      #expect(export.amount(.steps, "2026-11-20", from: source) == 300)
      // It is one workout, of the day on which it began.
      #expect(export.amount(.workouts, "2026-11-20", from: source) == 1)
      #expect(export.amount(.workouts, "2026-11-21", from: source) == nil)
    }
  }

  @Test("workouts count on the day they began; of overlapping ones from two devices, one counts")
  func workouts() throws {
    let export = try Sample.read(
      Sample.export(
        Sample.workout("10:00", "10:40", duration: "38.5"),
        Sample.workout("10:02", "10:35", duration: "0.5", unit: "hr", from: "App"),
        Sample.workout("18:00", "18:20", duration: "20")))
    #expect(export.amount(.workouts, day) == 2 && export.amount(.workoutMinutes, day) == 58.5)
    #expect(export.amount(.workouts, day, from: "App") == 1 && export.amount(.workoutMinutes, day, from: "App") == 30)
    // Statistics inside a workout are not records.
    #expect(export.amount(.steps, day) == nil && export.records == 3)
  }
}

import Days
import Kernel
import Measures
import Testing

@testable import Scores

@Suite("Sleep and recovery")
struct RecoveryTests {
  private let last = SomeDays.last
  private let well: [Measure: Double] = [
    .sleepMinutes: 480, .deepMinutes: 95, .remMinutes: 100, .awakeMinutes: 15, .awakenings: 1, .bedtime: 680,
    .restingHeartRate: 58, .heartRateVariability: 50, .workoutMinutes: 20, .effort: 5,
  ]

  @Test("a night is scored two fifths by its length and one fifth each by stages, bedtime and interruptions")
  func night() {
    let table = SomeDays.alike(well)
    #expect(Scores.night(on: last, of: table).value == 100)
    let poor = table.with(.sleepMinutes, 360, on: last).with(.deepMinutes, 45, on: last).with(.bedtime, 785, on: last)
      .with(.awakeMinutes, 55, on: last).with(.awakenings, 2, on: last)
    let score = Scores.night(on: last, of: poor)
    // Six hours; half the deep sleep; 105 minutes late, of which 15 are free; 35 minutes awake beyond 20; woken twice.
    let late = 100.0 * (120 - 105) / 105
    #expect(score.value == weighed((0.4, 80), (0.2, 75), (0.2, late), (0.16, 50), (0.04, 75)))
    #expect(
      score.parts.map { $0.says.text() } == [
        "6 h", "deep sleep 45 min, REM sleep 1 h 40 min", "to bed at 01:05, usually 23:20",
        "awake for 55 min, woken 2 times",
      ])
    // Going to bed early costs a fifth at most.
    let early = Scores.night(on: last, of: table.with(.bedtime, 400, on: last))
    #expect(early.parts[2].points == 80)
    #expect(Scores.night(on: last, of: SomeDays.alike([.sleepMinutes: 300])).value == 50)
    #expect(Scores.night(on: last, of: SomeDays.alike([.sleepMinutes: 300])).coverage.sentence == "1 of 4 parts")
    #expect(Scores.night(on: last, of: SomeDays.alike([.deepMinutes: 90, .awakeMinutes: 5])).value == nil)
  }

  @Test("good signs allow a hard workout, poor ones an easier one, each with the reason")
  func advice() {
    let table = SomeDays.alike(well)
    let good = Scores.recovery(on: last, of: table)
    // Usual values give 85 for heart rate and for variability.
    #expect(good.value == weighed((0.4, 100), (0.5, 85), (0.1, 100)) && good.alert == nil)
    #expect(good.workout == .hard && good.advice == "A hard workout suits today: you have recovered well.")
    #expect(good.coverage.sentence == "4 of 4 signs")

    let tired = Scores.recovery(on: last, of: table.with(.sleepMinutes, 280, on: last))
    #expect(tired.workout == .moderate && tired.advice == "A moderate workout suits today: you slept 4 h 40 min.")

    let trained = table.with(.workoutMinutes, 150, on: last.following(-1)).with(.effort, 9, on: last.following(-1))
    #expect(Scores.recovery(on: last, of: trained).parts[3].points == 20)
  }

  @Test("two abnormal heart signs or three short nights cause an alert; one sign does not")
  func alerts() {
    let table = SomeDays.alike(well)
    let one = Scores.recovery(on: last, of: table.with(.restingHeartRate, 66, on: last))
    #expect(one.alert == nil)
    let two = Scores.recovery(
      on: last, of: table.with(.restingHeartRate, 66, on: last).with(.heartRateVariability, 30, on: last))
    #expect(
      two.alert
        == "Your resting heart rate is well above your usual, and your heart rate variability well below. Take it easy today."
    )
    #expect(two.workout == .easy && two.advice.hasPrefix("Keep it easy today: "))

    let short = (0..<3).reduce(table) { $0.with(.sleepMinutes, 350, on: last.following(-$1)) }
    #expect(
      Scores.recovery(on: last, of: short).alert
        == "Your last three nights were shorter than 6 hours. An early night would do you good.")
    let twoShort = (0..<2).reduce(table) { $0.with(.sleepMinutes, 350, on: last.following(-$1)) }
    #expect(Scores.recovery(on: last, of: twoShort).alert == nil)
  }

  @Test("a recovery below 50 uses the specified sentence")
  func low() throws {
    let ill = SomeDays.alike(well).with(.restingHeartRate, 75, on: last).with(.heartRateVariability, 20, on: last)
      .with(.sleepMinutes, 240, on: last).with(.awakeMinutes, 120, on: last)
    let recovery = Scores.recovery(on: last, of: ill)
    #expect(try #require(recovery.value) < 50)
    #expect(recovery.alert?.hasPrefix("Low recovery today. Consider light activity.") == true)
    #expect(recovery.workout == .rest && recovery.advice.hasPrefix("Rest today, or take a gentle walk: your "))
  }

  @Test("a known night is not asked for: what lacks are recent days, however many there were long ago")
  func lack() {
    let lately = SomeDays.alike([.sleepMinutes: 450], days: 5)
    #expect(Scores.recovery(on: last, of: lately).lack == .comparison)
    #expect(!Scores.recovery(on: last, of: lately).advice.contains("Log last night"))
    var old = DayTable((1..<400).map { DayFigures(last.following(-$0), [.sleepMinutes: 450, .bedtime: 660]) })
    #expect(Scores.recovery(on: last, of: old).lack == .lastNight)
    old.take([DayFigures(last, [.sleepMinutes: 450, .bedtime: 660])])
    #expect(Scores.recovery(on: last, of: old).value != nil && Scores.recovery(on: last, of: old).lack == nil)
  }

  @Test("with too little data there is no recovery score, and the advice says what would help")
  func thin() {
    for table in [
      DayTable(), SomeDays.alike([.steps: 5000]),
      SomeDays.alike([.restingHeartRate: 60, .heartRateVariability: 40], days: 7),
    ] {
      let recovery = Scores.recovery(on: last, of: table)
      #expect(recovery.value == nil && recovery.workout == nil && recovery.alert == nil)
      #expect(
        recovery.advice
          == "Too little is known to recommend a workout. Log last night’s sleep, or wear a device at night.")
    }
    #expect(
      Scores.recovery(on: last, of: SomeDays.alike([.restingHeartRate: 60, .heartRateVariability: 40], days: 8)).value
        == 85)
    #expect(Scores.recovery(on: last, of: SomeDays.alike([.sleepMinutes: 450], days: 9)).value == 100)
  }

  @Test("more sleep up to nine hours, a slower heart, more variability or less training never lowers recovery")
  func monotone() {
    var random = Seeded(11)
    let changes: [(Measure, back: Int, by: Double)] = [
      (.sleepMinutes, 0, 40), (.deepMinutes, 0, 15), (.remMinutes, 0, 15), (.awakeMinutes, 0, -10),
      (.awakenings, 0, -1), (.restingHeartRate, 0, -2), (.heartRateVariability, 0, 5), (.workoutMinutes, 1, -10),
      (.effort, 1, -1),
    ]
    var compared = 0
    for _ in 0..<40 {
      let table = SomeDays.table(&random)
      let before = Scores.recovery(on: last, of: table).parts.points
      for (measure, back, by) in changes {
        let day = last.following(-back)
        guard let value = table[day, measure], measure != .sleepMinutes || value + by <= 540 else { continue }
        let after = Scores.recovery(on: last, of: table.with(measure, value + by, on: day)).parts.points
        guard let before, let after else { continue }
        compared += 1
        #expect(after >= before - 1e-9, "\(measure) of \(value)")
      }
      // Closer to the usual bedtime is never worse.
      if let bedtime = table[last, .bedtime], let now = Scores.night(on: last, of: table).value {
        let usual = ScoringWindow(last, of: table).values(.bedtime, 1..<15).median
        let nearer = table.with(.bedtime, (bedtime + usual) / 2, on: last)
        #expect((Scores.night(on: last, of: nearer).value ?? 0) >= now)
      }
    }
    #expect(compared > 0)
  }
}

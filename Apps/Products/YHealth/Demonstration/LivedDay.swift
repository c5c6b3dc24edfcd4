internal import Days

/// One day of the demonstration person. `LoggedDay` decides what of it is logged or counted.
///
/// Every figure is determined by the seed and the day alone.
struct LivedDay {
  /// Effect of one more hour of sleep on mood (scale of ten): planted for insights to find.
  static let moodOfAnHour = 0.9
  /// Effect of yesterday's training on today's energy.
  static let energyOfTraining = 0.8

  struct Night {
    /// Local minutes after noon of the day before.
    var bedtime: Double
    var minutes: Double
    var deep: Double
    var rem: Double
    var awake: Double
    var awakenings: Int
  }

  struct Training {
    var kind: String
    var title: String
    var minutes: Int
    var effort: Int
    var sets: [String] = []
    /// Minutes after midnight.
    var at: Int
  }

  let seed: UInt64
  let day: CalendarDay
  let time: TimeOfYear
  let night: Night
  let training: Training?
  let mood: Double
  let energy: Double
  let stress: Double
  /// Steps per hour, for the hours 7 to 22.
  let steps: [Double]
  let restingHeartRate: Double
  let variability: Double

  var isWeekend: Bool { day.weekday == 0 || day.weekday == 6 }
  static let hours = 7..<23

  init(_ day: CalendarDay, _ seed: UInt64) {
    self.day = day
    self.seed = seed
    time = TimeOfYear(day, seed)
    let isWeekend = day.weekday == 0 || day.weekday == 6
    night = LivedDay.night(day, seed, time, isWeekend: isWeekend)
    training = LivedDay.training(day, seed, time)
    let before = LivedDay.training(day.following(-1), seed, TimeOfYear(day.following(-1), seed))
    let drift = DayDice.drift(seed, day)
    let rested = night.minutes / 60 - 7.2
    let ill = time.isIll ? 1.0 : 0
    let away = time.holiday == nil ? 0.0 : 1

    var dice = DayDice(seed, day, .feeling)
    mood =
      6.5 + LivedDay.moodOfAnHour * rested + (isWeekend ? 0.4 : 0) + 0.4 * time.summer - 3.2 * ill + 0.7 * away
      + 0.3 * drift + 0.8 * dice.bell()
    energy =
      6.1 + 0.5 * rested + (before == nil ? 0 : LivedDay.energyOfTraining) + 0.3 * time.summer - 2.5 * ill
      + 0.4 * away + 0.9 * dice.bell()
    stress =
      4.9 - 0.5 * rested + (isWeekend ? -1.2 : 0.3) - 1.8 * away + 0.6 * ill - 0.3 * drift + 0.9 * dice.bell()

    var heart = DayDice(seed, day, .heart)
    let hard = Double(before?.effort ?? 0) >= 7 ? 1.0 : 0
    restingHeartRate = 58.5 - 0.8 * time.summer + 9 * ill + 1.5 * hard - 0.6 * rested + 1.4 * heart.bell()
    variability = max(12, 48 + 2 * time.summer - 17 * ill - 4 * hard + 2.5 * rested + 4.5 * heart.bell())
    steps = LivedDay.steps(day, seed, time, training, isWeekend: isWeekend)
  }

  private static func night(
    _ day: CalendarDay, _ seed: UInt64, _ time: TimeOfYear, isWeekend: Bool
  ) -> Night {
    var dice = DayDice(seed, day, .night)
    let ill = time.isIll ? 1.0 : 0
    // The first two nights in another zone are short.
    let travelled = time.holiday.map { $0 < 2 ? 1.0 : 0 } ?? 0
    let minutes =
      428 + (isWeekend ? 35 : 0) - 14 * time.summer + 70 * ill + (time.holiday == nil ? 0 : 22) - 75 * travelled
      + 9 * DayDice.drift(seed, day) + 46 * dice.bell()
    let slept = min(max(minutes, 215), 610)
    let bedtime = 682 + (isWeekend ? 48 : 0) + 10 * time.summer - 45 * ill + 26 * dice.bell()
    return Night(
      bedtime: min(max(bedtime, 540), 900), minutes: slept,
      deep: slept * min(max(0.175 - 0.05 * ill + 0.025 * dice.bell(), 0.06), 0.3),
      rem: slept * min(max(0.215 + 0.03 * dice.bell(), 0.1), 0.32), awake: max(3, 22 + 34 * ill + 11 * dice.bell()),
      awakenings: max(0, dice.whole(0...3) + (time.isIll ? 2 : 0)))
  }

  private static func training(_ day: CalendarDay, _ seed: UInt64, _ time: TimeOfYear) -> Training? {
    var dice = DayDice(seed, day, .moving)
    guard !time.isIll, dice.chance(time.holiday == nil ? 0.85 : 0.5) else { return nil }
    if time.holiday != nil {
      guard day.weekday % 2 == 1 else { return nil }
      return Training(
        kind: "swimming", title: "Swim in the sea", minutes: dice.whole(25...50), effort: dice.whole(3...5), at: 10 * 60
      )
    }
    switch day.weekday {
    case 2:
      return Training(
        kind: "running", title: "Evening run", minutes: dice.whole(28...45), effort: dice.whole(4...7),
        at: 18 * 60 + dice.whole(0...50))
    case 4:
      let kilograms = 50 + 5 * dice.whole(0...3)
      return Training(
        kind: "strength", title: "Strength", minutes: dice.whole(35...55), effort: dice.whole(5...8),
        sets: ["Squat 3x5, \(kilograms) kg", "Press 3x8, 30 kg", "Row 3x8, 40 kg"], at: 17 * 60 + dice.whole(20...59))
    case 6:
      return dice.chance(0.7)
        ? Training(
          kind: "cycling", title: "Ride to the lake", minutes: dice.whole(60...110), effort: dice.whole(4...8),
          at: 9 * 60 + dice.whole(0...59)) : nil
    default: return nil
    }
  }

  private static func steps(
    _ day: CalendarDay, _ seed: UInt64, _ time: TimeOfYear, _ training: Training?, isWeekend: Bool
  ) -> [Double] {
    var dice = DayDice(seed, day, .moving)
    let whole: Double =
      time.isIll
      ? 1500 + 300 * dice.bell()
      : 7300 + 1300 * time.summer + (isWeekend ? 900 : 0) + (time.holiday == nil ? 0 : 4500) + 1900 * dice.bell()
    let shares = hours.map { hour in
      let share = [8, 12, 17, 18].contains(hour) ? 2.2 : hour > 20 ? 0.4 : 1
      return share * dice.between(0.4, 1.6)
    }
    let sum = shares.reduce(0, +)
    var steps = shares.map { (max(whole, 500) * $0 / sum).rounded() }
    if let training, training.kind == "running", let place = hours.firstIndex(of: training.at / 60) {
      steps[place - hours.lowerBound] += Double(training.minutes) * 155
    }
    return steps
  }
}

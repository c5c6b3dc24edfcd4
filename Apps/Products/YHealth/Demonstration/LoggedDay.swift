internal import Days
internal import Health
internal import Hours
internal import Kernel
internal import Measures
internal import Platform
internal import Storage

/// The records of one day of the demonstration person: entries and device totals.
struct LoggedDay {
  private(set) var moods: [MoodEntry] = []
  private(set) var energies: [EnergyEntry] = []
  private(set) var meals: [Meal] = []
  private(set) var waters: [WaterEntry] = []
  private(set) var workouts: [Workout] = []
  private(set) var nights: [SleepEntry] = []
  private(set) var weights: [WeightEntry] = []
  private(set) var journal: [JournalEntry] = []
  private(set) var ticks: [HabitEntry] = []
  private(set) var devices: [DeviceDay] = []

  private let lived: LivedDay
  private let moment: Moment
  private let habits: [Habit]

  private var day: CalendarDay { lived.day }
  private var seed: UInt64 { lived.seed }

  /// Creates the records up to `moment`, in its time zone.
  init(_ lived: LivedDay, to moment: Moment, _ habits: [Habit] = []) {
    self.lived = lived
    self.habits = habits
    self.moment = moment
    guard day <= moment.day, !lived.time.isSilent else { return }
    var dice = DayDice(seed, day, .known)
    // On some days nothing is logged; the watch counts all the same.
    if !dice.chance(0.07) {
      feel()
      eat()
      drink()
      tick()
      write()
      weigh()
    }
    train()
    wear()
  }

  // MARK: Times and identifiers

  /// Returns the instant of a time of day; nil for the future. On holiday in a zone further east the same hour comes
  /// sooner.
  private func at(_ minutes: Int, on day: CalendarDay? = nil) -> Date? {
    let ahead = lived.time.holiday == nil ? 0 : TimeOfYear.hoursAhead * 60
    guard let time = TimeOfDay(minutes: min(max(0, minutes - ahead), 1439)),
      let date = (day ?? self.day).instant(at: time, in: moment.zone), date <= moment.date
    else { return nil }
    return date
  }

  private func id<Record: Kept>(_ number: Int) -> ID<Record> {
    LoggedDay.id(seed, day, number)
  }

  /// Returns an identifier that only demo records have, by which they are found and removed.
  static func id<Record: Kept>(_ seed: UInt64, _ day: CalendarDay, _ number: Int) -> ID<Record> {
    ID(named: "demonstration \(seed) \(day.text) \(number)")
  }

  /// Upper bound of records of a kind per day.
  static let mostOfAKind = 8

  private static func ten(_ value: Double) -> Int { Int(min(max(value, 1), 10).rounded()) }

  // MARK: Manual entries

  private mutating func feel() {
    var dice = DayDice(seed, day, .known)
    for (number, minutes) in [8 * 60 + 20, 20 * 60 + 40].enumerated() where dice.chance(number == 0 ? 0.9 : 0.65) {
      guard let when = at(minutes + dice.whole(0...45)) else { continue }
      let mood = lived.mood + (number == 0 ? -0.1 : 0.1) + 0.4 * dice.bell()
      let feelings =
        lived.time.isIll ? ["tired"] : mood > 7.5 ? ["content", "rested"] : mood < 4.5 ? ["tired", "tense"] : ["calm"]
      moods.append(
        MoodEntry(
          id: id(number), mood: LoggedDay.ten(mood), feelings: dice.chance(0.6) ? feelings : [], feltAt: when))
    }
    if dice.chance(0.85), let when = at(14 * 60 + dice.whole(0...90)) {
      energies.append(
        EnergyEntry(
          id: id(0), energy: LoggedDay.ten(lived.energy), stress: dice.chance(0.9) ? LoggedDay.ten(lived.stress) : nil,
          feltAt: when))
    }
  }

  private mutating func eat() {
    var dice = DayDice(seed, day, .eating)
    let courses: [(Meal.Course, Int, Double)] = [
      (.breakfast, 7 * 60 + 30, lived.isWeekend ? 0.75 : 0.88), (.lunch, 12 * 60 + 30, 0.93),
      (.snack, 16 * 60, 0.5), (.dinner, 19 * 60, 0.95),
    ]
    for (number, (course, minutes, share)) in courses.enumerated() {
      let isEaten = dice.chance(lived.time.isIll ? 0.6 : share)
      let (portion, later) = (dice.between(0.85, 1.2), dice.whole(0...50))
      guard let dish = dice.pick(Dish.dishes(course, isIll: lived.time.isIll)), isEaten,
        let when = at(minutes + later + (lived.isWeekend ? 40 : 0))
      else { continue }
      func grams(_ amount: Double) -> Double { (amount * portion * 10).rounded() / 10 }
      meals.append(
        Meal(
          id: id(number), kind: course, description: dish.name, calories: Int((dish.calories * portion).rounded()),
          protein: grams(dish.protein), carbohydrate: grams(dish.carbohydrate), fat: grams(dish.fat),
          fibre: grams(dish.fibre), eatenAt: when))
    }
  }

  private mutating func drink() {
    var dice = DayDice(seed, day, .drinking)
    let glasses = dice.whole(3...7)
    for number in 0..<glasses {
      let amount = dice.pick([200, 250, 250, 300, 330, 500]) ?? 250
      guard let when = at(7 * 60 + 20 + number * 125 + dice.whole(0...80)) else { continue }
      waters.append(WaterEntry(id: id(number), millilitres: amount, drunkAt: when))
    }
  }

  private mutating func tick() {
    var dice = DayDice(seed, day, .habits)
    for (number, habit) in habits.enumerated() {
      let share = [0.78, 0.55, 0.68][number % 3] - (lived.time.isIll ? 0.45 : 0)
      // A habit counts as done only after 20:00.
      guard dice.chance(share), at(20 * 60) != nil else { continue }
      ticks.append(HabitEntry(habit.id, on: day))
    }
  }

  private mutating func write() {
    var dice = DayDice(seed, day, .journal)
    let pages = Pages.page(
      of: lived.mood, isIll: lived.time.isIll, isAway: lived.time.holiday != nil, isTrained: lived.training != nil)
    guard dice.chance(lived.mood < 5 ? 0.6 : 0.4), let page = dice.pick(pages),
      let when = at(21 * 60 + dice.whole(0...75))
    else { return }
    journal.append(JournalEntry(id: id(0), body: page, writtenAt: when))
  }

  /// Adds a weight on Sunday mornings.
  private mutating func weigh() {
    guard day.weekday == 0, lived.time.holiday == nil, let when = at(8 * 60 + 35) else { return }
    var dice = DayDice(seed, day, .weight)
    let kilograms = 71.4 - 0.9 * lived.time.summer + 0.3 * DayDice.drift(seed, day) + 0.25 * dice.bell()
    weights.append(WeightEntry(id: id(0), grams: Int((kilograms * 10).rounded()) * 100, weighedAt: when))
  }

  private mutating func train() {
    guard let training = lived.training, let when = at(training.at), at(training.at + training.minutes) != nil
    else { return }
    workouts.append(
      Workout(
        id: id(0), kind: training.kind, title: training.title, minutes: training.minutes, effort: training.effort,
        sets: training.sets, startedAt: when))
  }

  // MARK: Device data

  static let watch = "Demonstration: watch"
  static let phone = "Demonstration: phone"
  static let both = "Demonstration: all"

  private mutating func count(_ measure: Measure, _ amount: Double, _ source: String = watch) {
    if let day = DeviceDay(day, measure, amount.rounded(), from: source) { devices.append(day) }
  }

  private mutating func wear() {
    var dice = DayDice(seed, day, .devices)
    let (isWorn, isWornAtNight, isCarried) = (dice.chance(0.95), dice.chance(0.86), dice.chance(0.97))
    sleep(isWorn: isWornAtNight, &dice)
    walk(isWorn: isWorn, isCarried: isCarried, &dice)
  }

  private mutating func sleep(isWorn: Bool, _ dice: inout DayDice) {
    let night = lived.night
    let ahead = lived.time.holiday == nil ? 0.0 : Double(TimeOfYear.hoursAhead * 60)
    guard let noon = day.following(-1).instant(at: .at(12), in: moment.zone) else { return }
    let asleep = noon.addingTimeInterval((night.bedtime - ahead).rounded() * 60)
    let woke = asleep.addingTimeInterval((night.minutes + night.awake).rounded() * 60)
    guard woke <= moment.date else { return }
    guard isWorn else {
      // Without the watch, half of the nights are logged by hand.
      guard dice.chance(0.5) else { return }
      nights.append(
        SleepEntry(
          id: id(0), fellAsleepAt: asleep, wokeAt: asleep.addingTimeInterval(night.minutes.rounded() * 60),
          quality: LoggedDay.ten(night.minutes / 60 - 0.5 - night.awake / 40)))
      return
    }
    count(.sleepMinutes, night.minutes)
    count(.deepMinutes, night.deep)
    count(.remMinutes, night.rem)
    count(.awakeMinutes, night.awake)
    count(.awakenings, Double(night.awakenings))
    count(.bedtime, night.bedtime - ahead)
    count(.restingHeartRate, lived.restingHeartRate)
    count(.heartRateVariability, lived.variability)
  }

  /// Adds steps of watch and phone. Both count most of the same steps: the watch all but the hour in which it is
  /// charged, the phone the hours in which it is carried.
  private mutating func walk(isWorn: Bool, isCarried: Bool, _ dice: inout DayDice) {
    let charged = dice.whole(7...21)
    var (watch, phone, overlap) = (0.0, 0.0, Overlap())
    for (hour, steps) in zip(LivedDay.hours, lived.steps) {
      let isInPocket = dice.chance(0.68)
      guard at((hour + 1) * 60 - 1) != nil else { continue }
      let start = day.number * 86_400 + hour * 3600
      if isWorn, hour != charged {
        watch += steps
        overlap.add(Overlap.Interval(start: start, end: start + 3600, amount: steps, source: LoggedDay.watch))
      }
      if isCarried, isInPocket || hour == charged {
        let counted = (steps * 0.94).rounded()
        phone += counted
        overlap.add(Overlap.Interval(start: start, end: start + 3600, amount: counted, source: LoggedDay.phone))
      }
    }
    let all = overlap.total(from: day.number * 86_400, to: (day.number + 1) * 86_400)
    if phone > 0 { count(.steps, phone, LoggedDay.phone) }
    guard watch > 0 else { return }
    count(.steps, watch)
    count(.steps, all, LoggedDay.both)
    count(.distance, all * 0.74)
    count(.activeEnergy, all * 0.041)
    let trained = workouts.reduce(0) { $0 + $1.minutes }
    count(.activeMinutes, all / 420 + Double(trained))
  }

  // MARK: Habits

  /// Returns habits created on that day, which their identifiers encode: none was due before.
  static func habits(_ seed: UInt64, made: CalendarDay) -> [Habit] {
    let noon = Date(timeIntervalSince1970: Double(made.number) * 86_400 + 43_200)
    let identifiers = Identifiers.seeded(seed ^ 0x4445_4D4F, ManualTime(Moment(noon)).time)
    return ["Read ten pages", "Stretch for five minutes", "Walk after lunch"].map {
      Habit(id: identifiers.next(), name: $0)
    }
  }
}

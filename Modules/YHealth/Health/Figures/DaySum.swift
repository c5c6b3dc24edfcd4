internal import Days
internal import Hours
internal import Kernel
internal import Measures
internal import Platform

/// Accumulates one day's entries into figures. A measure without data is absent.
struct DaySum {
  private var logged: [Measure: Double] = [:]
  private var levels: [Measure: [Double]] = [:]
  private var weighed: (at: Date, kilograms: Double)?
  private var nights: [SleepEntry] = []
  private var devices: SourceMerge

  /// `order` names the imports that the person prefers, the most preferred first.
  init(preferring order: [String] = []) { devices = SourceMerge(preferring: order) }

  private mutating func count(_ measure: Measure, _ amount: Double? = 1) {
    guard let amount else { return }
    logged[measure, default: 0] += amount
  }

  mutating func add(_ day: DeviceDay) { devices.add(day) }

  /// Adds the part of an entry that lies on the day. Amounts are divided by `share`; the entry is counted once.
  mutating func add(_ entry: LogEntry, _ part: DayShare) {
    func shared(_ amount: Double?) -> Double? { amount.map { $0 * part.share } }
    switch entry {
    case .mood(let entry): levels[.mood, default: []].append(Double(entry.mood))
    case .energy(let entry):
      levels[.energy, default: []].append(Double(entry.energy))
      if let stress = entry.stress { levels[.stress, default: []].append(Double(stress)) }
    case .meal(let meal):
      count(.meals)
      count(.calories, meal.calories.map(Double.init))
      count(.protein, meal.protein)
      count(.carbohydrate, meal.carbohydrate)
      count(.fat, meal.fat)
      count(.fibre, meal.fibre)
    case .water(let entry): count(.water, Double(entry.millilitres))
    case .activity(let activity):
      count(.activeMinutes, shared(activity.minutes.map(Double.init)))
      count(.steps, shared(activity.steps.map(Double.init)))
      count(.distance, shared(activity.metres))
      count(.activeEnergy, shared(activity.calories.map(Double.init)))
    case .workout(let workout):
      if part.isFirst { count(.workouts) }
      count(.workoutMinutes, shared(Double(workout.minutes)))
      count(.activeMinutes, shared(Double(workout.minutes)))
      if let effort = workout.effort { logged[.effort] = max(logged[.effort] ?? 0, Double(effort)) }
    case .journal: count(.journal)
    case .sleep(let night): nights.append(night)
    case .weight(let entry):
      if weighed.map({ $0.at <= entry.weighedAt }) ?? true { weighed = (entry.weighedAt, entry.kilograms) }
    }
  }

  /// The day's figures, in the person's time zone.
  func figures(on day: CalendarDay, in zone: TimeZone, _ habits: HabitCount?) -> DayFigures {
    var values = logged
    for (measure, said) in levels { values[measure] = said.reduce(0, +) / Double(said.count) }
    values[.weight] = weighed?.kilograms
    for (measure, slept) in sleep(on: day, in: zone) { values[measure] = slept }
    if let habits {
      values[.habitsDone] = Double(habits.done)
      values[.habitsDue] = Double(habits.due)
    }
    for (measure, amount) in devices.amounts {
      values[measure] = values[measure].map { DaySum.both(measure, byHand: $0, device: amount) } ?? amount
    }
    return DayFigures(day, values)
  }

  /// The figures of devices alone.
  func counted(on day: CalendarDay) -> DayFigures { DayFigures(day, devices.amounts) }

  /// Combines logged and device amounts. A logged workout has often been counted by a watch too, so the greater holds.
  /// For sleep and self-reported levels the logged value holds.
  private static func both(_ measure: Measure, byHand: Double, device: Double) -> Double {
    measure.kind == .level || measure == .sleepMinutes ? byHand : max(byHand, device)
  }

  /// Total sleep of a night and its naps; overlapping minutes count once.
  private func sleep(on day: CalendarDay, in zone: TimeZone) -> [Measure: Double] {
    guard let main = nights.max(by: { ($0.minutes, $1.wokeAt) < ($1.minutes, $0.wokeAt) }) else { return [:] }
    var values: [Measure: Double] = [:]
    var (slept, end) = (0.0, Date.distantPast)
    for night in nights.sorted(by: { $0.fellAsleepAt < $1.fellAsleepAt }) where night.wokeAt > end {
      slept += night.wokeAt.timeIntervalSince(max(night.fellAsleepAt, end))
      end = night.wokeAt
    }
    values[.sleepMinutes] = (slept / 60).rounded()
    if let noon = day.following(-1).instant(at: .at(12), in: zone) {
      values[.bedtime] = (main.fellAsleepAt.timeIntervalSince(noon) / 60).rounded()
    }
    values[.sleepQuality] = main.quality.map(Double.init)
    return values
  }
}

/// The number of habits due on a day, and of those done.
struct HabitCount: Hashable {
  var due = 0
  var done = 0
}

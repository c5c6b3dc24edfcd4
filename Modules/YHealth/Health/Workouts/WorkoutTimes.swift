internal import Days
internal import Platform
internal import Plot

/// The distribution of a person's workouts over the hours of the week, for the last ninety days.
struct WorkoutTimes {
  static let days = 90
  /// Fewest workouts that make a pattern.
  static let fewest = 3

  struct Hour: Hashable, Comparable {
    /// From 1, Monday, to 7, Sunday.
    let day: Int
    let hour: Int

    static func < (left: Hour, right: Hour) -> Bool { (left.day, left.hour) < (right.day, right.hour) }
  }

  private let minutes: [Hour: Double]
  let begun: [Hour: Int]
  let count: Int

  init(_ entries: [LogEntry], to today: CalendarDay, in zone: TimeZone) {
    var (minutes, begun, count) = ([Hour: Double](), [Hour: Int](), 0)
    for case .workout(let workout) in entries {
      let age = today.days(since: CalendarDay(workout.startedAt, in: zone))
      guard (0..<WorkoutTimes.days).contains(age) else { continue }
      count += 1
      begun[WorkoutTimes.hour(of: workout.startedAt, in: zone), default: 0] += 1
      for (hour, share) in WorkoutTimes.shares(of: workout, in: zone) { minutes[hour, default: 0] += share }
    }
    (self.minutes, self.begun, self.count) = (minutes, begun, count)
  }

  private static func hour(of date: Date, in zone: TimeZone) -> Hour {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
    let day = CalendarDay(date, in: zone)
    return Hour(day: day.weekday == 0 ? 7 : day.weekday, hour: (seconds - day.number * 86_400) / 3600)
  }

  /// The minutes of a workout in each hour, across midnight as in every total.
  private static func shares(of workout: Workout, in zone: TimeZone) -> [(Hour, Double)] {
    var left = Double(min(max(workout.minutes, 0), DayShare.reach * 1440))
    var at = workout.startedAt
    var shares: [(Hour, Double)] = []
    while left > 0 {
      // Hours begin at other instants in zones with a half-hour offset.
      let past = (at.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: at))).truncatingRemainder(dividingBy: 3600)
      let share = min(left, (3600 - (past < 0 ? past + 3600 : past)) / 60)
      shares.append((hour(of: at, in: zone), share))
      left -= share
      at = at.addingTimeInterval(share * 60)
    }
    return shares
  }

  var spec: ChartSpec {
    let cells = minutes.sorted { $0.key < $1.key }.map { hour, minutes in
      Heatmap.Cell(day: hour.day, hour: hour.hour, value: minutes.rounded())
    }
    return ChartSpec(
      title: "When you work out", subtitle: "The last \(WorkoutTimes.days) days",
      kind: .heatmap(Heatmap(cells, unit: "min", hue: Hue("fitness"))))
  }

  /// The hour at which most workouts began, if there is one.
  var usual: String? {
    guard let most = begun.values.max(), most > 1 else { return nil }
    let hours = begun.filter { $0.value == most }.keys.sorted()
    guard hours.count == 1, let hour = hours.first, let day = Weekday(rawValue: hour.day) else { return nil }
    let clock = "\(hour.hour < 10 ? "0" : "")\(hour.hour):00"
    return "Most often you begin on \(day.title)s after \(clock): \(most) of \(count) workouts."
  }
}

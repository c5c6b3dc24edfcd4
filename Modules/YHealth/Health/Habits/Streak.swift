public import Days

/// The streak of a habit, in days, weeks or months.
public struct Streak: Sendable, Hashable {
  public let current: Int
  public let longest: Int
  /// The number of times that it was kept in the current day, week or month.
  public let now: Int

  /// The current period does not break a streak: it counts once the habit is kept. A week begins on Monday.
  public init(_ cadence: Habit.Cadence, times: Int, _ kept: [CalendarDay: Int], on today: CalendarDay) {
    var byPeriod: [Int: Int] = [:]
    for (day, times) in kept where day <= today && times > 0 {
      // A week or month counts the days on which the habit was kept; a day counts how often.
      byPeriod[Streak.period(cadence, day), default: 0] += cadence == .daily ? min(times, 1000) : 1
    }
    let present = Streak.period(cadence, today)
    now = byPeriod[present] ?? 0
    let done = Set(byPeriod.filter { $0.value >= max(1, times) }.keys)
    var (length, period) = (0, done.contains(present) ? present : present - 1)
    while done.contains(period) {
      length += 1
      period -= 1
    }
    current = length
    var longest = 0
    for start in done where !done.contains(start - 1) {
      var end = start
      while done.contains(end) { end += 1 }
      longest = max(longest, end - start)
    }
    self.longest = longest
  }

  /// The number of the period, counted without gaps.
  static func period(_ cadence: Habit.Cadence, _ day: CalendarDay) -> Int {
    switch cadence {
    case .daily: day.number
    // 1 January 1970 was a Thursday.
    case .weekly: Int((Double(day.number + 3) / 7).rounded(.down))
    case .monthly: day.year * 12 + day.month - 1
    }
  }
}

extension Habit {
  public func streak(_ kept: [CalendarDay: Int], on today: CalendarDay) -> Streak {
    Streak(cadence, times: times, kept, on: today)
  }

  /// "5 days in a row".
  func said(_ length: Int) -> String {
    let unit =
      switch cadence {
      case .daily: "day"
      case .weekly: "week"
      case .monthly: "month"
      }
    return "\(length) \(unit)\(length == 1 ? "" : "s")"
  }

  /// "3 times a week", "every day".
  var rhythm: String {
    let period =
      switch cadence {
      case .daily: "day"
      case .weekly: "week"
      case .monthly: "month"
      }
    switch times {
    case ...1: return cadence == .daily ? "Every day" : "Once a \(period)"
    case 2: return "Twice a \(period)"
    default: return "\(times) times a \(period)"
    }
  }
}

public import Days

/// How long a habit has been kept in a row, in days, weeks or months.
public struct Streak: Sendable, Hashable {
  public let current: Int
  public let longest: Int
  /// How often it was kept in the day, the week or the month that is not over.
  public let now: Int

  /// What is not over yet breaks no streak: it counts once it is kept. A week begins on a Monday.
  public init(_ cadence: Habit.Cadence, times: Int, _ kept: [CalendarDay: Int], on today: CalendarDay) {
    var byPeriod: [Int: Int] = [:]
    for (day, times) in kept where day <= today && times > 0 {
      // Of a week or a month, days are counted; of a day, how often.
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

  /// Periods are counted on without a gap.
  static func period(_ cadence: Habit.Cadence, _ day: CalendarDay) -> Int {
    switch cadence {
    case .daily: day.number
    // The first of January 1970 was a Thursday.
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

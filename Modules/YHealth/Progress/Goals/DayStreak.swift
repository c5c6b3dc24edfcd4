internal import Days
internal import Measures

/// A streak of consecutive days.
struct DayStreak: Sendable, Equatable {
  /// The streak up to today. While today is not done, the streak up to yesterday counts.
  let current: Int
  let longest: Int

  init(_ days: [Bool?], lastIsToday: Bool) {
    var (run, longest) = (0, 0)
    for day in days {
      run = day == true ? run + 1 : 0
      longest = max(longest, run)
    }
    if run == 0, lastIsToday, days.count > 1 {
      run = days.dropLast().reversed().prefix { $0 == true }.count
    }
    self.current = run
    self.longest = longest
  }

  /// The measures that a person logs, without those that only devices count.
  static let logged: [Measure] = [.meals, .mood, .energy, .stress, .journal, .habitsDone, .water]

  /// The lengths that are reported.
  static let told = [7, 30, 100]

  /// The day on which a streak of that length was first complete; nil when none was.
  static func firstDay(of length: Int, among days: some Sequence<CalendarDay>) -> CalendarDay? {
    var (run, before) = (0, CalendarDay?.none)
    for day in days {
      run = before?.following(1) == day ? run + 1 : 1
      if run == length { return day }
      before = day
    }
    return nil
  }

  /// The days with logged entries, in order.
  static func loggedDays(of table: DayTable) -> some Sequence<CalendarDay> {
    table.days.lazy.filter { figures in logged.contains { (figures[$0] ?? 0) > 0 } }.map(\.day)
  }

  /// The streak of logging, up to today or yesterday.
  static func logging(in table: DayTable, on today: CalendarDay) -> Int {
    var day = today
    let isLogged = { (day: CalendarDay) in
      table[day].map { figures in logged.contains { (figures[$0] ?? 0) > 0 } } ?? false
    }
    if !isLogged(day) { day = day.following(-1) }
    var count = 0
    while isLogged(day) {
      count += 1
      day = day.following(-1)
    }
    return count
  }
}

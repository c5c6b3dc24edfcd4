internal import Days
internal import Measures

/// How many days in a row something was done.
struct Streak: Sendable, Equatable {
  /// Up to the last day. While today is not done, yesterday's still holds: the day is not over.
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

  /// What a person logs, and no device by itself.
  static let logged: [Measure] = [.meals, .mood, .energy, .stress, .journal, .habitsDone, .water]

  /// The lengths that are told.
  static let told = [7, 30, 100]

  /// On which day a run of that many days was complete for the first time; nil when none was.
  static func firstDay(of length: Int, among days: some Sequence<CalendarDay>) -> CalendarDay? {
    var (run, before) = (0, CalendarDay?.none)
    for day in days {
      run = before?.following(1) == day ? run + 1 : 1
      if run == length { return day }
      before = day
    }
    return nil
  }

  /// The days on which something was logged, in order.
  static func loggedDays(of table: DayTable) -> some Sequence<CalendarDay> {
    table.days.lazy.filter { figures in logged.contains { (figures[$0] ?? 0) > 0 } }.map(\.day)
  }

  /// Logging, up to today or yesterday.
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

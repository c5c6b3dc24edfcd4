internal import Kernel

/// The days that the BY parts of a rule allow, with those that the start says where they are silent.
struct DayFilter: Sendable {
  private let frequency: RecurrenceRule.Frequency
  private let weekStart: Int
  /// Bit n for the month n; none for any month.
  private let months: UInt16
  private let monthDays: [Int]
  private let yearDays: [Int]
  private let weeks: [Int]
  /// Bit n for the weekday n; none for any weekday.
  private let weekdays: UInt8
  private let counted: [RecurrenceRule.Weekday]
  /// Weekdays are counted within months rather than the year.
  private let isCountedInMonths: Bool

  init(_ rule: RecurrenceRule, start: CivilDate, day: Int) {
    frequency = rule.frequency
    weekStart = rule.weekStart
    var (months, monthDays) = (rule.months, rule.monthDays)
    var weekdays = rule.weekdays.filter { $0.nth == nil }.map(\.weekday)
    counted = rule.weekdays.filter { $0.nth != nil }
    let isSilent = rule.monthDays.isEmpty && rule.yearDays.isEmpty && rule.weekdays.isEmpty
    if isSilent {
      switch rule.frequency {
      case .yearly where rule.weeks.isEmpty:
        monthDays = [start.day]
        if months.isEmpty { months = [start.month] }
      case .yearly, .weekly: weekdays = [CivilDate.weekday(ofDay: day)]
      case .monthly: monthDays = [start.day]
      default: break
      }
    }
    self.months = months.reduce(0) { $0 | 1 << UInt16($1) }
    self.monthDays = monthDays
    yearDays = rule.yearDays
    weeks = rule.weeks
    self.weekdays = weekdays.reduce(0) { $0 | 1 << UInt8($1) }
    isCountedInMonths = rule.frequency == .monthly || !rule.months.isEmpty
  }

  func takes(month: Int) -> Bool { months == 0 || months & 1 << UInt16(month) != 0 }

  /// Whether the day is allowed; weekdays that are counted are looked at with their month or year.
  func takes(_ day: Int) -> Bool {
    guard frequency != .weekly || months != 0 else { return takesWeekday(day) }
    guard months != 0 || !monthDays.isEmpty || !yearDays.isEmpty || !weeks.isEmpty || !counted.isEmpty else {
      return takesWeekday(day)
    }
    let date = CivilDate(daysSince1970: day)
    return takes(month: date.month) && takes(day, date)
  }

  func days(inYear year: Int) -> [Int] {
    // The usual rules name days of months.
    if months != 0 || !monthDays.isEmpty, yearDays.isEmpty, weeks.isEmpty {
      return (1...12).flatMap { takes(month: $0) ? days(inYear: year, month: $0) : [] }
    }
    // Weeks are those of ISO 8601, whose years begin up to three days before or after January.
    if !weeks.isEmpty { return (firstWeek(of: year)..<firstWeek(of: year + 1)).filter { takes($0) } }
    guard let first = CivilDate(year: year, month: 1, day: 1)?.daysSince1970 else { return [] }
    return (first..<first + DayFilter.length(of: year)).filter { takes($0) }
  }

  /// The year from which a yearly rule counts: that of the start's week where the rule names weeks and some are left in it.
  func firstYear(_ start: CivilDate, day: Int) -> Int {
    guard !weeks.isEmpty else { return start.year }
    let year = week(of: day, start.year).year
    return days(inYear: year).contains { $0 >= day } ? year : start.year
  }

  func days(inYear year: Int, month: Int) -> [Int] {
    guard let first = CivilDate(year: year, month: month, day: 1)?.daysSince1970 else { return [] }
    let length = DayFilter.length(of: year, month)
    if !monthDays.isEmpty, yearDays.isEmpty, weeks.isEmpty {
      let named = Set(monthDays.map { $0 > 0 ? $0 : length + 1 + $0 }.filter { 1...length ~= $0 })
      return named.sorted().map { first + $0 - 1 }.filter { takesWeekdays($0, year: year, month: month) }
    }
    return (first..<first + length).filter { takes($0) }
  }

  private func takesWeekday(_ day: Int) -> Bool {
    weekdays == 0 || weekdays & 1 << UInt8(CivilDate.weekday(ofDay: day)) != 0
  }

  private func takesWeekdays(_ day: Int, year: Int, month: Int) -> Bool {
    guard weekdays != 0 || !counted.isEmpty else { return true }
    if weekdays != 0, takesWeekday(day) { return true }
    return counted.contains { takes(day, $0, year: year, month: month) }
  }

  private func takes(_ day: Int, _ date: CivilDate) -> Bool {
    if !monthDays.isEmpty {
      let length = DayFilter.length(of: date.year, date.month)
      guard monthDays.contains(date.day) || monthDays.contains(date.day - length - 1) else { return false }
    }
    if !yearDays.isEmpty {
      let inYear = day - DayFilter.first(of: date.year) + 1
      guard yearDays.contains(inYear) || yearDays.contains(inYear - DayFilter.length(of: date.year) - 1) else {
        return false
      }
    }
    if !weeks.isEmpty {
      let (_, week, count) = self.week(of: day, date.year)
      guard weeks.contains(week) || weeks.contains(week - count - 1) else { return false }
    }
    return takesWeekdays(day, year: date.year, month: date.month)
  }

  /// Whether a day is the nth of its weekday, from the beginning or the end of its month or year.
  private func takes(_ day: Int, _ wanted: RecurrenceRule.Weekday, year: Int, month: Int) -> Bool {
    guard let nth = wanted.nth, CivilDate.weekday(ofDay: day) == wanted.weekday else { return false }
    let first: Int
    let length: Int
    if isCountedInMonths {
      guard let start = CivilDate(year: year, month: month, day: 1)?.daysSince1970 else { return false }
      (first, length) = (start, DayFilter.length(of: year, month))
    } else {
      (first, length) = (DayFilter.first(of: year), DayFilter.length(of: year))
    }
    return nth > 0 ? (day - first) / 7 + 1 == nth : (first + length - 1 - day) / 7 + 1 == -nth
  }

  /// The week that a day is in: the year that it belongs to, its number, and the number of weeks of that year. The first
  /// week is the first with at least four days in its year.
  private func week(of day: Int, _ year: Int) -> (year: Int, week: Int, count: Int) {
    var year = year
    var start = firstWeek(of: year)
    if day < start {
      year -= 1
      start = firstWeek(of: year)
    } else if day >= firstWeek(of: year + 1) {
      year += 1
      start = firstWeek(of: year)
    }
    return (year, (day - start) / 7 + 1, (firstWeek(of: year + 1) - start) / 7)
  }

  private func firstWeek(of year: Int) -> Int {
    let first = DayFilter.first(of: year)
    let into = (CivilDate.weekday(ofDay: first) - weekStart + 7) % 7
    return into <= 3 ? first - into : first + 7 - into
  }

  // MARK: The calendar

  /// The first of January, as days since 1970. Counts beyond the years of `CivilDate`, since the last week of the year
  /// 9999 asks for the first of the next.
  private static func first(of year: Int) -> Int {
    let before = year - 1
    return before * 365 + before / 4 - before / 100 + before / 400 - 719_162
  }

  private static func length(of year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func length(of year: Int, _ month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

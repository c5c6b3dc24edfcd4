internal import Days

/// What the time of the year makes of a day: its season, an illness, a holiday, and days of which nothing is known.
struct TimeOfYear {
  /// From -1 in the middle of January to 1 in the middle of July.
  let summer: Double
  /// Six days in bed, once a winter.
  let isIll: Bool
  /// Two weeks somewhere where it is two hours later, once a summer; its first day is 0.
  let holiday: Int?
  /// Ten days in spring on which the watch was lost and nothing was logged.
  let isSilent: Bool

  static let hoursAhead = 2

  init(_ day: CalendarDay, _ seed: UInt64) {
    let newYear = CalendarDay(year: day.year, month: 1, day: 1) ?? day
    let passed = day.days(since: newYear)
    let fromJuly = abs(passed - 195)
    summer = 1 - 2 * Double(min(fromJuly, 365 - fromJuly)) / 182.5
    func into(_ first: Int, _ spread: UInt64, _ length: Int) -> Int? {
      let since = passed - first - Int(seed % spread)
      return (0..<length).contains(since) ? since : nil
    }
    isIll = into(14, 30, 6) != nil
    isSilent = into(84, 15, 10) != nil
    holiday = into(184, 35, 14)
  }
}

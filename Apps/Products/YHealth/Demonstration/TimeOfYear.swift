internal import Days

/// Seasonal influences on a day: season, illness, holiday, and days without data.
struct TimeOfYear {
  /// Season, from -1 in the middle of January to 1 in the middle of July.
  let summer: Double
  /// Whether the day is one of six days of illness, once a winter.
  let isIll: Bool
  /// Day of a two-week holiday two time zones east, once a summer, counted from 0; nil otherwise.
  let holiday: Int?
  /// Whether the day is one of ten in spring on which the watch was lost and nothing was logged.
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

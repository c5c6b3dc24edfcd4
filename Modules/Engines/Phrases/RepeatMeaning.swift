internal import Kernel

/// A repetition, as a text names it.
struct RepeatMeaning: Equatable {
  enum Frequency: String { case hourly, daily, weekly, monthly, yearly }

  struct Weekday: Equatable {
    let day: Int
    var nth: Int?
  }

  var frequency: Frequency
  var interval = 1
  var weekdays: [Weekday] = []
  var monthDays: [Int] = []
  var month: Int?
  var count: Int?
  /// The time of each, when the words have one: "every morning".
  var part: PartOfDay?

  init(_ frequency: Frequency, every interval: Int = 1) { (self.frequency, self.interval) = (frequency, interval) }

  /// Whether it is each few months on no day of its own.
  var isPlainMonthly: Bool { frequency == .monthly && monthDays.isEmpty && weekdays.isEmpty }

  private static let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

  /// The rule of RFC 5545, with its last day if there is one.
  func rule(until last: Int?) -> String {
    var parts = ["FREQ=\(frequency.rawValue.uppercased())"]
    if interval > 1 { parts.append("INTERVAL=\(interval)") }
    if let month { parts.append("BYMONTH=\(month)") }
    if !monthDays.isEmpty { parts.append("BYMONTHDAY=\(monthDays.map(String.init).joined(separator: ","))") }
    if !weekdays.isEmpty {
      let days = weekdays.map { ($0.nth.map(String.init) ?? "") + RepeatMeaning.names[$0.day % 7] }
      parts.append("BYDAY=\(days.joined(separator: ","))")
    }
    if let count { parts.append("COUNT=\(count)") }
    if let last {
      parts.append("UNTIL=\(CivilDate(daysSince1970: last).text.split(separator: "-").joined())")
    }
    return parts.joined(separator: ";")
  }

  /// The first day from a day on that the repetition takes, within five years.
  func first(from day: Int) -> Int {
    guard !weekdays.isEmpty || !monthDays.isEmpty || month != nil else { return day }
    for candidate in day..<(day + 1_830) where takes(candidate) { return candidate }
    return day
  }

  private func takes(_ day: Int) -> Bool {
    let date = CivilDate(daysSince1970: day)
    if let month, month != date.month { return false }
    if !monthDays.isEmpty {
      let length = PhraseDays.lastOfMonth(day) - PhraseDays.firstOfMonth(day) + 1
      guard monthDays.contains(where: { ($0 < 0 ? length + 1 + $0 : $0) == date.day }) else { return false }
    }
    guard !weekdays.isEmpty else { return true }
    return weekdays.contains { one in
      guard one.day == CivilDate.weekday(ofDay: day) else { return false }
      return one.nth.map { PhraseDays.nth($0, one.day, in: day) == day } ?? true
    }
  }
}

internal import Kernel

/// A day, or a span of days, as a text names it.
struct DayMeaning: Equatable {
  /// Days since 1970.
  var first: Int
  /// The last day of a span.
  var last: Int?
  /// The day that is meant when the text tells of the past: "friday" of an expense.
  var past: Int?
  /// Another day that the words are also used for.
  var other: Int?
  /// A weekday or day whose own time may still come today.
  var isToday = false
  /// It was named by its number in the month alone: "the 1st".
  var isOfMonth = false
  /// The year was not said.
  var isYearless = false
  /// A first and a last day were said: "12 to 14 March".
  var isRange = false
  var part: PartOfDay?
  /// The time of the day, if the words have one: "tonight", an ISO instant.
  var second: Int?

  init(_ first: Int, to last: Int? = nil, past: Int? = nil, other: Int? = nil) {
    (self.first, self.last, self.past, self.other) = (first, last, past, other)
  }
}

/// Months, days and seconds, as a text names them.
struct PhraseShift: Equatable {
  var months = 0
  var days = 0
  var seconds = 0

  /// The most of anything that is counted.
  static let most = 1_000_000

  var isWithinDay: Bool { months == 0 && days == 0 }

  /// Adds so many of a unit; false if that is out of proportion.
  mutating func add(_ count: Double, _ unit: PhraseUnit) -> Bool {
    guard count >= 0, count <= Double(PhraseShift.most) else { return false }
    let whole = Int(count)
    let rest = count - Double(whole)
    switch unit {
    case .second: seconds += whole
    case .minute: seconds += Int((count * 60).rounded())
    case .hour: seconds += Int((count * 3600).rounded())
    case .day:
      days += whole
      seconds += Int((rest * 86_400).rounded())
    case .week, .weekend: days += Int((count * 7).rounded())
    case .fortnight: days += Int((count * 14).rounded())
    case .month:
      months += whole
      days += Int((rest * 30).rounded())
    case .quarter: months += whole * 3
    case .year: months += Int((count * 12).rounded())
    }
    return months <= 12_000 && days <= 3_660_000
  }

  var negated: PhraseShift { PhraseShift(months: -months, days: -days, seconds: -seconds) }
}

/// Arithmetic of days.
enum PhraseDays {
  /// Days since 1970; nil for a date that does not exist or lies beyond the years 1900 to 2200.
  static func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard 1900...2200 ~= year else { return nil }
    return CivilDate(year: year, month: month, day: day)?.daysSince1970
  }

  /// The day so many months later; the last one of the month if it is too short.
  static func adding(months: Int, to day: Int) -> Int {
    let date = CivilDate(daysSince1970: day)
    let count = date.year * 12 + date.month - 1 + months
    let (year, month) = CivilDate.split(count, dayLength: 12)
    for last in stride(from: date.day, to: 27, by: -1) {
      if let found = CivilDate(year: year, month: month + 1, day: last) { return found.daysSince1970 }
    }
    return CivilDate(year: year, month: month + 1, day: min(date.day, 28))?.daysSince1970 ?? day
  }

  /// Monday is 0.
  static func place(_ day: Int) -> Int { (CivilDate.weekday(ofDay: day) + 6) % 7 }

  /// The Monday of the week.
  static func week(_ day: Int) -> Int { day - place(day) }

  static func firstOfMonth(_ day: Int) -> Int { day - CivilDate(daysSince1970: day).day + 1 }

  static func lastOfMonth(_ day: Int) -> Int { adding(months: 1, to: firstOfMonth(day)) - 1 }

  /// The first or last day of the unit in which a day lies, moved by so many units.
  static func span(_ unit: PhraseUnit, _ day: Int, by count: Int) -> (first: Int, last: Int)? {
    switch unit {
    case .day: return (day + count, day + count)
    case .week:
      let monday = week(day) + 7 * count
      return (monday, monday + 6)
    case .fortnight:
      let monday = week(day) + 14 * count
      return (monday, monday + 13)
    case .weekend:
      // On a Sunday the weekend is still this one.
      let saturday = week(day) + 5 + 7 * count
      return (saturday, saturday + 1)
    case .month:
      let first = adding(months: count, to: firstOfMonth(day))
      return (first, lastOfMonth(first))
    case .quarter:
      let date = CivilDate(daysSince1970: day)
      let first = adding(months: count * 3 - (date.month - 1) % 3, to: firstOfMonth(day))
      return (first, adding(months: 3, to: first) - 1)
    case .year:
      let year = CivilDate(daysSince1970: day).year + count
      guard let first = PhraseDays.day(year, 1, 1), let last = PhraseDays.day(year, 12, 31) else { return nil }
      return (first, last)
    case .second, .minute, .hour: return nil
    }
  }

  /// The nth of a weekday in a month, negative from its end; nil if there is none.
  static func nth(_ nth: Int, _ weekday: Int, in month: Int) -> Int? {
    let (first, last) = (firstOfMonth(month), lastOfMonth(month))
    if nth > 0 {
      let day = first + (weekday - CivilDate.weekday(ofDay: first) + 7) % 7 + 7 * (nth - 1)
      return day <= last ? day : nil
    }
    let day = last - (CivilDate.weekday(ofDay: last) - weekday + 7) % 7 + 7 * (nth + 1)
    return day >= first ? day : nil
  }
}

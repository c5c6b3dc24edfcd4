internal import Days
internal import FoundationEssentials
internal import Kernel
internal import Recurrence

/// The ways in which a todo repeats, as the form offers them.
enum TodoRepeat: String, CaseIterable {
  case never, day, weekday, week, month, year, rule

  var title: String {
    switch self {
    case .never: "Never"
    case .day: "Every day"
    case .weekday: "Every weekday"
    case .week: "Every week"
    case .month: "Every month"
    case .year: "Every year"
    case .rule: "By a rule"
    }
  }

  /// The rule of RFC 5545 that repeats in this way from a day on. A month or a year without that day takes its last one.
  func text(from day: CalendarDay) -> String? {
    switch self {
    case .never, .rule: return nil
    case .day: return "FREQ=DAILY"
    case .weekday: return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
    case .week: return "FREQ=WEEKLY"
    case .month: return "FREQ=MONTHLY" + TodoRepeat.last(upTo: day.day)
    case .year:
      let isLeapDay = day.month == 2 && day.day == 29
      return isLeapDay ? "FREQ=YEARLY;BYMONTH=2" + TodoRepeat.last(upTo: 29) : "FREQ=YEARLY"
    }
  }

  private static func last(upTo day: Int) -> String {
    guard day > 28 else { return "" }
    return ";BYMONTHDAY=\((28...day).map(String.init).joined(separator: ","));BYSETPOS=-1"
  }

  /// The way in which a stored rule repeats.
  init(of rule: String?) {
    guard let rule else {
      self = .never
      return
    }
    let days = (0...30).map { CalendarDay(number: 10_957 + $0) }  // January 2000
    let leapDay = CalendarDay(number: 11_016)
    self =
      [TodoRepeat.day, .weekday, .week].first { $0.text(from: leapDay) == rule }
      ?? (days.contains { TodoRepeat.month.text(from: $0) == rule } ? .month : nil)
      ?? ([leapDay, days[0]].contains { TodoRepeat.year.text(from: $0) == rule } ? .year : .rule)
  }
}

/// Reads the rules of todos.
enum TodoRule {
  /// The next day of a series and the rule from there on.
  struct Next: Equatable {
    let day: CalendarDay
    let rule: String
  }

  /// Days after which the next occurrence is looked for, one after the other: most rules have one within a year, and a
  /// rule of leap days within a century has none for eight years.
  private static let horizons = [400, 4_000, 40_000]

  /// The first day of the rule after its start and beyond `today`; nil when there is none.
  static func next(after start: CalendarDay, by text: String, beyond today: CalendarDay) -> Next? {
    guard let rule = try? RecurrenceRule(text: text), rule.frequency >= .daily,
      let series = try? Recurrence(rule, from: LocalTime(day: start.number, isDay: true), in: .gmt)
    else { return nil }
    let after = max(start, today)
    for horizon in horizons {
      let last = Date(timeIntervalSince1970: Double(after.number + horizon) * 86_400)
      let (all, rest) = series.occurrences(most: 100_000, until: last)
      if let index = all.firstIndex(where: { $0.local.day > after.number }) {
        let day = CalendarDay(number: all[index].local.day)
        if case .count(let count) = rule.end { return Next(day: day, rule: counting(count - index, text)) }
        return Next(day: day, rule: text)
      }
      guard rest == .more else { return nil }
    }
    return nil
  }

  /// The rule with another COUNT.
  private static func counting(_ count: Int, _ text: String) -> String {
    text.split(separator: ";").map { part in
      part.uppercased().hasPrefix("COUNT=") ? "COUNT=\(count)" : String(part)
    }.joined(separator: ";")
  }

  /// The sentence that says why a todo cannot repeat by a rule from a day on; nil when it can.
  static func complaint(_ text: String, from start: CalendarDay?) -> String? {
    let rule: RecurrenceRule
    do throws(Problem) { rule = try RecurrenceRule(text: text) } catch { return error.sentence }
    guard rule.frequency >= .daily else {
      return "A todo repeats by days or longer. Use FREQ=DAILY, WEEKLY, MONTHLY or YEARLY."
    }
    guard let start else { return nil }
    guard next(after: start, by: text, beyond: start) != nil else {
      return "This rule has no day after \(start.long). Change the rule or the due day."
    }
    return nil
  }
}

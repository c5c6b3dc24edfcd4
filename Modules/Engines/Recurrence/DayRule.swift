public import Days
internal import Kernel
internal import Platform

/// The ways in which something of days repeats, as forms offer them.
public enum DayRepeat: String, Sendable, CaseIterable {
  case never, day, weekday, week, month, year, rule

  public var title: String {
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
  public func text(from day: CalendarDay) -> String? {
    switch self {
    case .never, .rule: return nil
    case .day: return "FREQ=DAILY"
    case .weekday: return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
    case .week: return "FREQ=WEEKLY"
    case .month: return "FREQ=MONTHLY" + DayRepeat.last(upTo: day.day)
    case .year:
      let isLeapDay = day.month == 2 && day.day == 29
      return isLeapDay ? "FREQ=YEARLY;BYMONTH=2" + DayRepeat.last(upTo: 29) : "FREQ=YEARLY"
    }
  }

  private static func last(upTo day: Int) -> String {
    guard day > 28 else { return "" }
    return ";BYMONTHDAY=\((28...day).map(String.init).joined(separator: ","));BYSETPOS=-1"
  }

  /// The way in which a stored rule repeats.
  public init(of rule: String?) {
    guard let rule else {
      self = .never
      return
    }
    let days = (0...30).map { CalendarDay(number: 10_957 + $0) }  // January 2000
    let leapDay = CalendarDay(number: 11_016)
    self =
      [DayRepeat.day, .weekday, .week].first { $0.text(from: leapDay) == rule }
      ?? (days.contains { DayRepeat.month.text(from: $0) == rule } ? .month : nil)
      ?? ([leapDay, days[0]].contains { DayRepeat.year.text(from: $0) == rule } ? .year : .rule)
  }
}

/// Reads the rules of what repeats by days.
public enum DayRule {
  /// The next day of a series and the rule from there on.
  public struct Next: Sendable, Equatable {
    public let day: CalendarDay
    public let rule: String

    public init(day: CalendarDay, rule: String) { (self.day, self.rule) = (day, rule) }
  }

  /// Days after which the next occurrence is looked for, one after the other: most rules have one within a year, and a
  /// rule of leap days within a century has none for eight years.
  private static let horizons = [40, 400, 4_000, 40_000]

  /// The first day of the rule after its start and beyond `today`; nil when there is none.
  public static func next(after start: CalendarDay, by text: String, beyond today: CalendarDay) -> Next? {
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
}

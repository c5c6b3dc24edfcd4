internal import Days
internal import Kernel
internal import Platform
internal import Recurrence

/// A rule of a kind that the form offers: each few days, weeks, months or years.
struct RepeatPlan: Equatable {
  var repeats: Repeats
  var every = 1
  /// Sunday is 0.
  var weekdays: [Int] = []
  var end = RecurrenceRule.End.never

  /// Nil for a rule that says more than the form can show.
  init?(_ rule: String, from day: CalendarDay) {
    guard let read = try? RecurrenceRule(text: rule) else { return nil }
    let isPlain =
      [read.seconds, read.minutes, read.hours, read.yearDays, read.weeks, read.months, read.positions]
      .allSatisfy(\.isEmpty)
    guard isPlain, read.weekStart == 1 || read.interval == 1 else { return nil }
    let plain = read.weekdays.filter { $0.nth == nil }.map(\.weekday)
    let isNamed = read.weekdays.count == plain.count
    every = read.interval
    end = read.end
    switch read.frequency {
    case .daily where read.weekdays.isEmpty && read.monthDays.isEmpty: repeats = .day
    case .weekly where isNamed:
      repeats = .week
      weekdays = plain
    case .monthly where read.weekdays.isEmpty && (read.monthDays.isEmpty || read.monthDays == [day.day]):
      repeats = .month
    case .monthly where read.monthDays.isEmpty && read.weekdays == [.init(day.weekday, nth: Repeats.nth(of: day))]:
      repeats = .weekday
    case .yearly where read.weekdays.isEmpty && read.monthDays.isEmpty: repeats = .year
    default: return nil
    }
  }

  /// The last day of the series; nil for one that has none.
  var until: CalendarDay? { if case .local(let last) = end { CalendarDay(number: last.day) } else { nil } }

  /// Whether the form can show its end.
  var hasPlainEnd: Bool {
    switch end {
    case .never: true
    case .local(let last): last.isDay
    case .count, .instant: false
    }
  }

  /// "Every 2 weeks on Monday and Wednesday, until 31 December 2026".
  func words(from day: CalendarDay) -> String {
    var words: String
    switch repeats {
    case .never, .custom: words = ""
    case .day: words = each("day")
    case .week:
      let names = weekdays.map { CalendarDay.sunday.following($0).weekdayName }
      let last = names.last ?? day.weekdayName
      words = each("week") + " on " + (names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " : "") + last
    case .month: words = each("month") + " on day \(day.day)"
    case .weekday: words = each("month") + " on the \(Repeats.ordinal(of: day)) \(day.weekdayName)"
    case .year: words = each("year")
    }
    switch end {
    case .never: break
    case .count(let count): words += ", \(count) \(count == 1 ? "time" : "times")"
    case .local(let last): words += ", until \(CalendarDay(number: last.day).long)"
    case .instant(let last): words += ", until \(CalendarDay(last, in: .gmt).long)"
    }
    return words
  }

  private func each(_ unit: String) -> String { every == 1 ? "Every \(unit)" : "Every \(every) \(unit)s" }
}

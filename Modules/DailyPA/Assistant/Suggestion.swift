public import Days
public import Hours
internal import Kernel
public import Phrases
internal import Platform
public import Recurrence

/// A todo, an event or an expense that a text asks for. It is saved by nobody but the person, in a form that it fills.
public enum Suggestion: Sendable, Hashable {
  case todo(title: String, day: CalendarDay?, time: TimeOfDay?, rule: String?)
  case event(title: String, start: LocalTime, end: LocalTime?, rule: String?)
  case expense(title: String, amount: PhraseAmount?, category: String?, day: CalendarDay, rule: String?)

  public var kind: PhraseKind {
    switch self {
    case .todo: .todo
    case .event: .event
    case .expense: .expense
    }
  }

  /// The suggestion of a reading, as the kind that the person chose. An event without a start is today.
  init(_ reading: PhraseReading, as kind: PhraseKind, at now: Moment) {
    let title = reading.title ?? ""
    let day = reading.start.map { CalendarDay(number: $0.day) }
    switch kind {
    case .todo, .none:
      let time = reading.start.flatMap { $0.isDay ? nil : TimeOfDay(minutes: $0.second / 60) }
      self = .todo(title: title, day: day, time: time, rule: reading.repeats)
    case .event:
      let start = reading.start ?? LocalTime(day: now.day.number, isDay: true)
      self = .event(title: title, start: start, end: reading.end, rule: reading.repeats)
    case .expense:
      self = .expense(
        title: title, amount: reading.amount, category: reading.category, day: min(day ?? now.day, now.day),
        rule: reading.repeats)
    }
  }
}

internal import Days
internal import Forms
internal import Hours
internal import Kernel
internal import Recurrence

/// Says when a todo is due, and what else a row tells of it.
struct TodoWords {
  let now: Moment
  private let dates: DateWords

  init(_ now: Moment) {
    self.now = now
    dates = DateWords(now)
  }

  /// Whether its day, or its time today, is over.
  func isOverdue(_ todo: Todo) -> Bool {
    guard !todo.isDone, let day = todo.dueOn else { return false }
    return day < now.day || (day == now.day && todo.time.map { $0 < now.clock } ?? false)
  }

  func day(_ day: CalendarDay) -> String {
    switch day.days(since: now.day) {
    case 0: "today"
    case 1: "tomorrow"
    case -1: "yesterday"
    default: dates.day(day)
    }
  }

  /// "due tomorrow at 15:00", "was due on 20 November 2026"; nil without a day.
  func due(_ todo: Todo) -> String? {
    guard let day = todo.dueOn else { return nil }
    let isNear = (-1...1).contains(day.days(since: now.day))
    let words = (isOverdue(todo) ? "was due " : "due ") + (isNear ? "" : "on ") + self.day(day)
    return todo.time.map { "\(words) at \(dates.time($0))" } ?? words
  }

  /// "every week".
  func repeats(_ todo: Todo) -> String? {
    switch DayRepeat(of: todo.repeats) {
    case .never: nil
    case .rule: "repeats by a rule"
    case let way: way.title.lowercased()
    }
  }

  /// The words of a row below its title.
  func about(_ todo: Todo, _ steps: TodoSteps) -> String {
    let standing = todo.completedAt.map { "completed on \(dates.day(CalendarDay($0, in: now.zone)))" }
    let parts =
      todo.isDone
      ? [standing ?? "completed"] : [due(todo), repeats(todo)].compactMap(\.self)
    let place = steps.owner(of: todo).map { "step of \($0.brief(60))" }
    return (parts + [steps.words(of: todo.id), place, todo.list].compactMap(\.self))
      .joined(separator: ", ")
  }

  /// "Sunday 22 November 2026".
  func long(_ day: CalendarDay) -> String { dates.weekday(day) }
}

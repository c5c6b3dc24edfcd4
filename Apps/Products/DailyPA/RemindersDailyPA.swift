internal import Agenda
internal import Days
internal import Hours
internal import Interface
internal import Kernel
internal import Notices
internal import Notifications
internal import Platform
internal import Settings
internal import Todos

extension NotificationKind {
  static let dailypa = NoticeKind.dailypa.map { kind in
    kind.id == "event"
      ? NotificationKind(kind, "Event", icon: .calendar) : NotificationKind(kind, "Todo due", icon: .list)
  }
}

/// The times at which a person is reminded, from the settings.
struct ReminderTimes: Sendable, Equatable {
  /// Minutes before an event.
  var event = 15
  /// Minutes before a todo that has a time.
  var todo = 0
  /// The time of day for what has a day only; nil for none.
  var day: TimeOfDay? = .at(9)

  init() {}

  init(_ settings: SettingsState) {
    event = settings[DailyPASettings.eventLead]
    todo = settings[DailyPASettings.todoLead]
    day = settings[DailyPASettings.dayTime].first
  }
}

/// The reminders that may be sent in the next days: todos that are due and events that begin.
struct DailyPAReminders {
  let todos: [Todo]
  let entries: [AgendaEntry]
  let times: ReminderTimes
  let now: Moment

  /// The days that are looked at.
  static func days(at now: Moment) -> ClosedRange<CalendarDay> {
    // An event that begins later may be announced a day before.
    now.day...now.day.following(NotificationsState.ahead + 1)
  }

  var all: [NotificationCandidate] {
    let days = DailyPAReminders.days(at: now)
    return todos.compactMap { $0.isDone ? nil : reminder(of: $0, days) } + entries.compactMap { reminder(of: $0) }
  }

  // MARK: Todos

  private func reminder(of todo: Todo, _ days: ClosedRange<CalendarDay>) -> NotificationCandidate? {
    guard let day = todo.dueOn, days.contains(day) else { return nil }
    let words = DateWords(now)
    let title = String(todo.title.prefix(120))
    guard let time = todo.time else {
      // What is added later on its day needs no reminder of it.
      let ahead = (todo.lead ?? 0) / 1_440
      guard let clock = times.day, let end = day.following(1).start(in: now.zone),
        let at = [ahead, 0].compactMap({ day.following(-$0).instant(at: clock, in: now.zone) })
          .first(where: { todo.createdAt < $0 })
      else { return nil }
      let isEarly = CalendarDay(at, in: now.zone) < day
      return candidate(
        "todo-due \(todo.id) \(day.text)", "todo-due", at: at, until: end,
        isEarly ? "\(title) is due on \(words.day(day))." : "\(title) is due today.",
        opens: TodosPlaces.todo(todo.id.uuid), because: "It is due on \(words.day(day)).")
    }
    guard let due = day.instant(at: time, in: now.zone) else { return nil }
    let early = due.addingTimeInterval(-Double(todo.lead ?? times.todo) * 60)
    // A todo that is added after that is announced when it is due.
    let at = todo.createdAt < early ? early : due
    let isEarly = CalendarDay(at, in: now.zone) < day
    return candidate(
      "todo-due \(todo.id) \(day.text) \(time.text)", "todo-due", at: at, until: due.addingTimeInterval(6 * 3600),
      "\(title) is due \(isEarly ? "on \(words.day(day)) " : "")at \(words.time(time)).",
      opens: TodosPlaces.todo(todo.id.uuid),
      because: "It is due on \(words.day(day)) at \(words.time(time))\(lead(at, due)).")
  }

  // MARK: Events

  private func reminder(of entry: AgendaEntry) -> NotificationCandidate? {
    guard entry.isFirstDay, let id = entry.route.parameters["id"] else { return nil }
    let words = DateWords(now)
    let name = [id, entry.route.parameters["on"]].compactMap(\.self).joined(separator: " ")
    let place = entry.place.map { ", \($0.prefix(80))" } ?? ""
    let title = String(entry.title.prefix(120))
    guard let time = entry.start, let start = entry.day.instant(at: time, in: now.zone) else {
      guard let clock = times.day, let at = entry.day.instant(at: clock, in: now.zone),
        let end = entry.day.following(1).start(in: now.zone)
      else { return nil }
      return candidate(
        "event \(name) \(entry.day.text)", "event", at: at, until: end, "\(title) is today\(place).",
        opens: entry.route, because: "It takes place on \(words.day(entry.day)).")
    }
    let end = entry.end.flatMap { entry.day.instant(at: $0, in: now.zone) } ?? start.addingTimeInterval(3600)
    let at = start.addingTimeInterval(-Double(times.event) * 60)
    let until = entry.end.map { " to \(words.time($0))" } ?? ""
    return candidate(
      "event \(name) \(entry.day.text) \(time.text)", "event", at: at, until: max(end, start.addingTimeInterval(900)),
      "\(title), \(words.time(time))\(until)\(place).", opens: entry.route,
      because: "It begins on \(words.day(entry.day)) at \(words.time(time))\(lead(at, start)).")
  }

  /// ", and you are reminded 15 minutes before".
  private func lead(_ at: Date, _ start: Date) -> String {
    let minutes = Int(start.timeIntervalSince(at) / 60)
    guard minutes > 0, let words = DailyPASettings.leads.first(where: { $0.0 == minutes })?.1 else { return "" }
    return ", and you are reminded \(words)"
  }

  private func candidate(
    _ name: String, _ kind: String, at: Date, until end: Date, _ body: String, opens route: Route, because why: String
  ) -> NotificationCandidate {
    NotificationCandidate(
      Notice(name, kind: kind, at: at, expires: end), body, opens: route, action: "Open", isSnoozable: true,
      because: why)
  }
}

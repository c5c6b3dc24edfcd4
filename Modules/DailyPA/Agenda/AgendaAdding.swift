internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Platform

// Adding an event in one act, without its form.
extension AgendaState {
  /// Fills the form of a new event, unless the person is writing in it.
  mutating func suggest(_ event: CalendarEvent, in window: WindowID, _ now: Moment) -> Steps {
    guard windows[window].forms[.new]?.isDirty != true else {
      return [.tell(.told(Toast("Save or discard your unfinished event first.", tone: .warning)), window)]
    }
    windows[window].forms[.new] = nil
    windows[window].suggested = FormValues(event, nil, .new, at: now)
    return []
  }

  /// Adds an event that its form would save as it is. Another one opens in the form, filled in.
  mutating func add(_ event: CalendarEvent, in window: WindowID, _ now: Moment) -> Steps {
    var form = EventForm(.new, in: window)
    form.region = RegionalSettings(of: now)
    form.begin(with: FormValues(event, nil, .new, at: now))
    if form.attempt(at: now) == .ready {
      var reader = form.reader(at: now)
      let read = reader.event(.new, nil)
      if EventRule.happens(read) { return [.run(.add(read, in: window), .inOrder("events"))] }
    }
    return suggest(event, in: window, now) + [.tell(.opens(AgendaPlaces.new), window)]
  }

  /// Shows an added event at once, and offers to take it back or to change it.
  mutating func added(_ kept: KeptEvent, in window: WindowID, _ now: Moment) -> Steps {
    change(now) { $0[kept.id] = kept }
    let toast = AgendaState.toast("Event added", kept.event, "Edit", AgendaPlaces.edit(kept.id, nil, .all), now)
    return readAnew() + [
      .tell(.offered(toast, undo: .delete(kept.id, nil, .all)), window), .tell(.finished([AgendaPlaces.new]), window),
    ]
  }

  /// "Event added: Dentist, tomorrow 15:00.", with a button that leads to it.
  static func toast(_ what: String, _ event: CalendarEvent, _ label: String, _ route: Route, _ now: Moment) -> Toast {
    let words = "\(what): \(event.title.brief(60)), \(EventWords(now).when(event))."
    return Toast(words, offline: "\(words) Saved offline.", tone: .success, page: .init(label, route))
  }
}

extension EventWords {
  /// "tomorrow, 15:00", "Friday 6 March 2026, 13:00", "today, all day".
  func when(_ event: CalendarEvent) -> String {
    let begin = Moment(event.startsAt, in: event.isAllDay ? .gmt : now.zone)
    let day: String =
      switch begin.day.days(since: now.day) {
      case 0: "today"
      case 1: "tomorrow"
      case -1: "yesterday"
      default: DateWords(now).weekday(begin.day)
      }
    return event.isAllDay ? "\(day), all day" : "\(day), \(time(event.startsAt))"
  }
}

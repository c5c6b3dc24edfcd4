internal import Days
public import Forms
internal import Interface
public import Kernel
internal import Platform

// Forms, and saving what is typed in them.
extension AgendaState {
  public static func effect(_ effect: FormEffect<EventFormName>) -> AgendaEffect { .form(effect) }

  public func fresh(_ name: EventFormName, in window: WindowID, at now: Moment) -> EventForm? {
    var form = EventForm(name, in: window)
    form.region = RegionalSettings(of: now)
    switch name {
    case .new: form.begin(with: windows[window].suggested ?? FormValues(on: windows[window].day ?? now.day, at: now))
    case .edit(let id, _, _):
      if let kept = events[id] {
        form.fill(with: kept, at: now)
      } else if reading == .done {
        form.phase = .missing
      } else {
        // An event that has not been read yet does not count as missing.
        return nil
      }
    }
    return form
  }

  /// The form with its draft, if there is one and its event is there.
  mutating func opened(_ name: EventFormName, in window: WindowID, _ now: Moment) -> EventForm? {
    guard var form = fresh(name, in: window, at: now) else { return nil }
    if form.phase == .editing, !(name.isNew && windows[window].suggested != nil) { recover(&form) }
    return form
  }

  /// A draft of an event that was changed since says so before it replaces the event.
  public func recovered(_ form: inout EventForm) {
    guard case .edit(let id, _, _) = form.name, let kept = events[id] else { return }
    form.opened = kept
    if kept.version != form.version { form.phase = .behind(kept) }
  }

  public mutating func closed(_ local: AgendaWindowState, of window: WindowID, at now: Moment) -> Steps {
    orphan(local, at: now)
    return []
  }

  /// Fills forms that waited for their events, and updates unchanged forms with what was saved elsewhere.
  mutating func refill(_ now: Moment) {
    for window in Array(windows.windows) {
      expand(in: window, now)
      for var form in Array(windows[window].forms.values) {
        guard case .edit(let id, _, _) = form.name, let kept = events[id] else { continue }
        if form.isBehind {
          form.phase = .behind(kept)
          windows[window].forms[form.name] = form
        } else if form.phase == .editing, !form.isDirty, kept.version != form.version {
          windows[window].forms[form.name] = opened(form.name, in: window, now)
        }
      }
    }
  }

  /// Replaces what was saved elsewhere if the person was told of it.
  public mutating func save(_ name: EventFormName, in window: WindowID, at now: Moment) -> Steps {
    windows[window].forms[name]?.rebase(at: now)
    guard var form = ready(name, in: window, at: now) else { return [] }
    var reader = form.reader(at: now)
    let opened = form.opened?.event
    let event = reader.event(name, opened)
    if !EventRule.happens(event) {
      form.phase = .editing
      form.faults[form.values[.repeats] == Repeats.custom.rawValue ? .rule : .repeats] =
        "No day matches this rule, so the event would never take place. Change the rule or the day on which it starts."
      windows[window].forms[name] = form
      return []
    }
    let order = EventOrder(
      event: event, form: name, opened: opened, version: form.version, window: window, draft: form.draft)
    return [.run(.save(order), AgendaState.writing(form.draft))]
  }

  mutating func saved(_ order: EventOrder, _ kept: [KeptEvent], _ now: Moment) -> Steps {
    change(now) { events in for kept in kept { events[kept.id] = kept } }
    guard let last = kept.last else { return readAnew() }
    stored(last, by: order.form, in: order.window, dropping: order.draft)
    windows[order.window].forms[order.form] = nil
    // The event is seen where it now is.
    let zone = last.event.isAllDay ? .gmt : now.zone
    go(to: CalendarDay(last.event.startsAt, in: zone), in: order.window, now)
    var done = [order.form.route]
    if case .edit(let id, let key, _) = order.form { done.append(AgendaPlaces.event(id, key)) }
    let what = order.form.isNew ? "Event added" : "Event saved"
    let toast = AgendaState.toast(what, last.event, "Show", AgendaPlaces.event(last.id), now)
    return readAnew() + [
      .tell(order.form.isNew ? .offered(toast, undo: .takeBack(last.event)) : .told(toast), order.window),
      .tell(.finished(done), order.window),
    ]
  }

  /// The input stays in its form.
  mutating func notSaved(_ order: EventOrder, _ problem: Problem) -> Steps {
    let steps = notStored(order.form, in: order.window, problem) + readAnew()
    guard var form = windows[order.window].forms[order.form], problem.code == "stale" else { return steps }
    // The newer version follows when the events are read.
    form.phase = .behind(form.opened)
    form.problem = nil
    windows[order.window].forms[order.form] = form
    return steps
  }
}

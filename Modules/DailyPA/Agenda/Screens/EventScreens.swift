internal import Days
internal import Forms
internal import Interface
internal import Kernel
internal import Platform
internal import Recurrence

// One event, and the form in which it is typed.
extension AgendaState {
  var gone: AgendaNode {
    .empty(
      "This event is not there any more.", because: "It was deleted, here or on another device.", icon: .calendar,
      .link("Calendar", to: AgendaPlaces.home, id: "calendar", icon: .calendar))
  }

  // MARK: One event

  func eventScreen(
    _ route: Route, _ surroundings: Surroundings, in window: WindowID
  ) -> Screen<AgendaWindowAction> {
    let local = windows[window]
    func screen(_ title: String, _ nodes: [AgendaNode], dialog: AgendaNode? = nil) -> Screen<AgendaWindowAction> {
      Screen(
        route, title: "Event", nodes: [.heading(title, level: 1)] + standing(local) + nodes, dialog: dialog,
        refresh: .retry)
    }
    guard let kept = AgendaPlaces.id(route).flatMap({ events[$0] }) else {
      return screen("Event", reading == .unread ? [.skeleton("Loading this event")] : [gone])
    }
    let (event, now) = (kept.event, surroundings.now)
    let key = AgendaPlaces.key(route) ?? (event.isRepeating ? OccurrenceKey(event.start) : nil)
    let occurrence = event.occurrence(at: key)
    var nodes: [AgendaNode] = [.list("About this event", id: "about", facts(event, occurrence, now))]
    if let details = event.details { nodes.append(.text(details, id: "description")) }
    if let words = overlap(occurrence, now, in: window) { nodes.append(.note(words, icon: .info, id: "overlaps")) }
    if kept.isWaiting, surroundings.hasAccount {
      nodes.append(.note("Waits to be sent.", icon: .waiting, id: "waiting"))
    }
    nodes.append(.group("Change this event", id: "ways", ways(event, key)))
    return screen(event.title.brief(120), nodes, dialog: question(local))
  }

  private func facts(_ event: CalendarEvent, _ occurrence: EventOccurrence, _ now: Moment) -> [AgendaNode] {
    var facts: [AgendaNode] = [
      .row("When", id: "when", value: EventWords(now).whole(occurrence)).with { $0.icon = .clock }
    ]
    let zone = event.timeZone
    if !event.isAllDay, zone.identifier != now.zone.identifier {
      let there = EventWords(Moment(now.date, in: zone, locale: now.locale)).whole(occurrence)
      facts.append(.row("In \(zone.identifier)", id: "there", value: there).with { $0.icon = .map })
    }
    if let repeats = event.repeatWords {
      facts.append(.row("Repeats", id: "repeats", value: repeats).with { $0.icon = .refresh })
    }
    if let place = event.place { facts.append(.row("Place", id: "place", value: place).with { $0.icon = .compass }) }
    return facts
  }

  private func overlap(_ occurrence: EventOccurrence, _ now: Moment, in window: WindowID) -> String? {
    guard !occurrence.isAllDay else { return nil }
    let days = occurrence.days(in: now.zone)
    // A very long event is compared on its first days.
    let range = days.lowerBound...min(days.upperBound, days.lowerBound.following(6))
    let expansion = expansion(of: range, in: window, now)
    var titles: [String] = []
    for number in range.lowerBound.number...range.upperBound.number {
      for other in expansion.on(CalendarDay(number: number))
      where (other.event, other.key) != (occurrence.event, occurrence.key) && other.overlaps(occurrence) {
        let words =
          "\(other.title.brief(40)), \(EventWords(now).time(other.start)) to \(EventWords(now).time(other.end))"
        if !titles.contains(words) { titles.append(words) }
        if titles.count == 3 { break }
      }
    }
    return titles.isEmpty ? nil : "Overlaps " + titles.joined(separator: "; ")
  }

  private func ways(_ event: CalendarEvent, _ key: OccurrenceKey?) -> [AgendaNode] {
    func edit(_ title: String, _ scope: EventScope) -> AgendaNode {
      .link(title, to: AgendaPlaces.edit(event.id, key, scope), id: "edit-\(scope.rawValue)", icon: .edit)
    }
    let edits: [AgendaNode] =
      event.isRepeating
      ? [edit("Edit this event", .one), edit("Edit this and following", .following), edit("Edit all events", .all)]
      : [.link("Edit", to: AgendaPlaces.edit(event.id, nil, .all), id: "edit", icon: .edit)]
    return edits + [
      .button(
        event.isRepeating ? "Delete…" : "Delete event", id: "delete", icon: .remove, does: .askDelete(event.id, key)
      )
      .with { $0.isDestructive = true }
    ]
  }

  private func question(_ local: AgendaWindowState) -> AgendaNode? {
    guard let asked = local.deleting, let event = events[asked.id]?.event else { return nil }
    func button(_ title: String, _ scope: EventScope) -> AgendaNode {
      .button(title, id: "delete-\(scope.rawValue)", icon: .remove, does: .delete(asked.id, asked.key, scope))
        .with { $0.isDestructive = true }
    }
    let day = asked.key.map { CalendarDay(number: $0.local.day).long } ?? ""
    return .dialog(
      "Delete which events?", id: "deleting",
      [.text("“\(event.title.brief(60))” repeats. This one is on \(day).", id: "words")],
      buttons: [
        .button("Cancel", does: .cancel), button("Delete this event", .one),
        button("Delete this and following", .following), button("Delete all events", .all),
      ], dismiss: .cancel)
  }

  // MARK: The form

  static let does: @Sendable (FormAction<EventFormName>) -> AgendaWindowAction = { .form($0) }

  func formScreen(
    _ name: EventFormName, _ route: Route, _ surroundings: Surroundings, in window: WindowID
  ) -> Screen<AgendaWindowAction> {
    let form = form(name, in: window, at: surroundings.now)
    return Screen(
      route, title: name.isNew ? "New event" : "Edit event",
      nodes: [.heading(name.title, level: 1)] + body(name, form, surroundings),
      dialog: windows[window].forms.question?.dialog(does: AgendaState.does))
  }

  private func body(_ name: EventFormName, _ form: EventForm?, _ surroundings: Surroundings) -> [AgendaNode] {
    guard let form else {
      return [
        reading == .unread ? .skeleton("Loading this event") : .text("This event cannot be read now.", id: "unread")
      ]
    }
    if form.phase == .missing { return [gone] }
    var nodes: [AgendaNode] = form.conflictNotice()
    if name.key == nil, form.opened?.event.isRepeating == true {
      nodes.append(.note("The days below are those of the first event of the series.", icon: .info, id: "first"))
    }
    return nodes + form.notices(in: surroundings, does: AgendaState.does)
      + form.fields(in: surroundings, does: AgendaState.does)
      + [.group(id: "ways", form.buttons(does: AgendaState.does))]
  }
}

extension CalendarEvent {
  /// The occurrence with that key, in an event without one the event itself.
  func occurrence(at key: OccurrenceKey?) -> EventOccurrence {
    let start = start(of: key)
    return EventOccurrence(
      event: id, key: key, title: title, place: place, start: start, end: start.addingTimeInterval(length),
      isAllDay: isAllDay, zone: nil)
  }
}

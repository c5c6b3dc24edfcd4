internal import Days
internal import Forms
public import Interface
public import Kernel
internal import Platform

typealias AgendaNode = Node<AgendaWindowAction>

// The screens as pure functions of the state, the route, the surroundings and the local state.
extension AgendaState {
  public func screen(
    _ route: Route, in surroundings: Surroundings, at window: WindowID
  ) -> Screen<AgendaWindowAction> {
    if let form = EventFormName(route) { return formScreen(form, route, surroundings, in: window) }
    if route.path == AgendaPlaces.edit.path {
      return Screen(route, title: "Edit event", nodes: [.heading("Edit event", level: 1), gone])
    }
    if route.path == AgendaPlaces.importing.path { return importSheet(route, surroundings, in: window) }
    if route.path == AgendaPlaces.event.path { return eventScreen(route, surroundings, in: window) }
    return calendarScreen(route, surroundings, in: window)
  }

  private func calendarScreen(
    _ route: Route, _ surroundings: Surroundings, in window: WindowID
  ) -> Screen<AgendaWindowAction> {
    let (local, now) = (windows[window], surroundings.now)
    var nodes: [AgendaNode] = [.heading("Calendar", level: 1)] + standing(local)
    if reading == .done {
      nodes += shown(local.day ?? now.day, local, now, in: window)
    } else if reading == .unread {
      nodes.append(.skeleton("Loading your calendar", lines: 6))
    }
    return Screen(route, title: "Calendar", nodes: nodes, refresh: .retry)
  }

  // MARK: Status

  /// Errors, and deletions that can be undone, at the top of the screen.
  func standing(_ local: AgendaWindowState) -> [AgendaNode] {
    var nodes: [AgendaNode] = []
    if case .failed(let problem) = reading {
      nodes.append(
        .notice(
          problem.sentence, id: "unread", tone: .warning, icon: .warning,
          [.button("Reload", icon: .refresh, does: .retry)]))
    }
    if let problem = local.problem {
      nodes.append(
        .notice(
          "This could not be saved. \(problem.sentence)", id: "not-saved", tone: .warning, icon: .warning,
          dismiss: .dismissProblem))
    }
    if !local.undos.isEmpty {
      let words = local.undos.count == 1 ? "Event deleted." : "\(local.undos.count) events deleted."
      nodes.append(
        local.undos.notice(words, dismiss: .dismissUndos, named: { $0.event.title.brief(40) }) { .undo($0.undoKey) })
    }
    return nodes
  }

  // MARK: Month, week and day

  private func shown(
    _ day: CalendarDay, _ local: AgendaWindowState, _ now: Moment, in window: WindowID
  ) -> [AgendaNode] {
    let range = view.range(of: day, in: now)
    let expansion = expansion(of: range, in: window, now)
    let isEmpty = events.isEmpty && todos.isEmpty
    let title = title(of: day, range, now)
    var panel: [AgendaNode] = [.heading(title, level: 2, id: "period"), ways(day)]
    if view != .day { panel.append(grid(title, of: day, range, expansion, now)) }
    if isEmpty {
      panel.append(
        .empty(
          "No events yet.", because: "What you add is shown here by month, week and day.", icon: .calendar, add))
    } else {
      panel.append(daySection(day, expansion, now))
      if let later = later(day, expansion, now) { panel.append(later) }
    }
    if expansion.isCut {
      panel.append(
        .note("Some events repeat too often to show each time.", tone: .warning, icon: .warning, id: "cut"))
    }
    let tabs = AgendaNode.tabs(
      "View", id: "view", CalendarView.allCases.map { (id: $0.rawValue, title: $0.title, icon: nil) },
      selected: view.rawValue
    ) { .show(CalendarView(rawValue: $0) ?? .month) }
    return (isEmpty ? [] : [add.with { $0.isProminent = true }]) + [
      tabs, Node(.tabpanel, title, id: view.rawValue, children: panel), files(local),
    ]
  }

  private var add: AgendaNode { .link("Add event", to: AgendaPlaces.new, id: "add", icon: .add) }

  private func title(of day: CalendarDay, _ range: ClosedRange<CalendarDay>, _ now: Moment) -> String {
    let dates = DateWords(now)
    switch view {
    case .month: return EventWords.month(day)
    case .week: return "\(dates.day(range.lowerBound)) to \(dates.day(range.upperBound))"
    case .day: return dates.day(day)
    }
  }

  /// The buttons to earlier and later periods, and back to today.
  private func ways(_ day: CalendarDay) -> AgendaNode {
    func button(_ title: String, _ id: String, _ icon: Icon, _ count: Int) -> AgendaNode {
      CalendarDay.reachable.contains(view.moved(day, by: count))
        ? .button(title, id: id, icon: icon, does: .move(count))
        : .disabledButton(title, id: id, icon: icon, because: "The calendar shows 1900 to 2199.")
    }
    return .group(
      id: "ways",
      [
        button("Previous", "previous", .back, -1), .button("Today", id: "today", does: .today),
        button("Next", "next", .forward, 1),
      ])
  }

  // MARK: The grid

  private func grid(
    _ title: String, of day: CalendarDay, _ range: ClosedRange<CalendarDay>, _ expansion: EventExpansion, _ now: Moment
  ) -> AgendaNode {
    let words = EventWords(now)
    let days = (range.lowerBound.number...range.upperBound.number).map { CalendarDay(number: $0) }
    let weeks = stride(from: 0, to: days.count, by: 7).map { start in
      days[start..<min(start + 7, days.count)].map { cell($0, day, expansion, words) }
    }
    return .calendar(title, id: "grid", weeks: weeks, columns: days.prefix(7).map(\.weekdayName))
  }

  private func cell(
    _ day: CalendarDay, _ chosen: CalendarDay, _ expansion: EventExpansion, _ words: EventWords
  ) -> AgendaNode {
    let most = view == .month ? 3 : 8
    let due = todos[day] ?? []
    let count = expansion.count(on: day) + due.count
    let shown =
      expansion.first(count > most ? most - 1 : most, on: day).map { words.brief($0, on: day) }
      + due.map { "\($0.isDone ? "✓" : "○") \($0.title)" }
    let room = count > most ? most - 1 : most
    var entries = shown.prefix(room).enumerated().map { AgendaNode.text($1.brief(60), id: "entry-\($0 + 1)") }
    if count > room { entries.append(.text("\(count - room) more", id: "more")) }
    let said = count == 0 ? "" : ", \(count) \(count == 1 ? "entry" : "entries")"
    return .day(
      words.day(day) + said, id: day.text, holds: entries, isToday: day == words.now.day, isSelected: day == chosen,
      choose: .choose(day))
  }

  // MARK: Lists

  /// All that takes place on a day, and what is due.
  private func daySection(_ day: CalendarDay, _ expansion: EventExpansion, _ now: Moment) -> AgendaNode {
    let words = EventWords(now)
    let all = expansion.on(day)
    let overlaps = EventOverlaps(all)
    let events = all.enumerated().map { index, occurrence in
      row(occurrence, words.times(occurrence, on: day), overlaps[index], words)
    }
    let due = (todos[day] ?? []).map { row($0, now) }
    return .section(
      words.title(day), level: 3, id: "day",
      [
        events.isEmpty && due.isEmpty
          ? .text("Nothing on this day.", id: "none")
          : .list(words.title(day), id: "entries", events + due)
      ])
  }

  /// The next entries of the month or week after a day; nil when there are none.
  private func later(_ day: CalendarDay, _ expansion: EventExpansion, _ now: Moment) -> AgendaNode? {
    guard view != .day else { return nil }
    let words = EventWords(now)
    let next = expansion.after(day, most: 20)
    guard !next.isEmpty else { return nil }
    let title = view == .month ? "After that" : "Later in the week"
    return .section(
      title, level: 3, id: "later",
      [.list(title, id: "entries", next.map { row($0, words.whole($0), [], words) })])
  }

  private func row(
    _ occurrence: EventOccurrence, _ times: String, _ overlaps: [String], _ words: EventWords
  ) -> AgendaNode {
    let about = [times, occurrence.place?.brief(60)].compactMap(\.self).joined(separator: ", ")
    let notes: [AgendaNode] =
      overlaps.isEmpty
      ? []
      : [.note("Overlaps \(overlaps.joined(separator: ", "))", icon: .info, id: "overlaps")]
    return .row(
      occurrence.title.brief(80), id: "\(occurrence.event)-\(occurrence.key?.text.suffix(12) ?? "")", value: about,
      to: AgendaPlaces.event(occurrence.event, occurrence.key), notes
    ).with { $0.icon = .calendar }
  }

  private func row(_ todo: DueTodo, _ now: Moment) -> AgendaNode {
    let dates = DateWords(now)
    let due = todo.isDone ? "Todo, done" : todo.time.map { "Todo, due \(dates.time($0))" } ?? "Todo, due"
    return .row(todo.title.brief(80), id: "todo-\(todo.id)", value: due, to: todo.route)
      .with { $0.icon = todo.isDone ? .success : .list }
  }
}

/// For each of a day's events the titles of those at the same time, at most three.
struct EventOverlaps {
  private var titles: [[String]]

  init(_ occurrences: [EventOccurrence]) {
    titles = Array(repeating: [], count: occurrences.count)
    for (index, one) in occurrences.enumerated() {
      for (other, later) in occurrences.enumerated().dropFirst(index + 1) {
        // They are in the order of their starts.
        if titles[index].count == 3 || !one.isAllDay && later.start >= one.end { break }
        guard one.overlaps(later) else { continue }
        titles[index].append(later.title.brief(40))
        if titles[other].count < 3 { titles[other].append(one.title.brief(40)) }
      }
    }
  }

  subscript(index: Int) -> [String] { titles[index] }
}

extension CalendarView {
  var title: String { rawValue.capitalisedFirst }
}

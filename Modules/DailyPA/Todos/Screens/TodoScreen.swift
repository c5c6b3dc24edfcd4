internal import Days
internal import Interface
internal import Kernel
internal import Platform
internal import Recurrence

// One todo, and the statistics of all.
extension TodosState {
  /// Shown in place of a todo that is not in the store.
  static let missing = TodosNode.empty(
    "This todo is not there.", because: "It was deleted, here or on another device.", icon: .info,
    .link("All todos", to: TodosPlaces.home, id: "todos", icon: .list))

  func todoScreen(
    _ route: Route, _ surroundings: Surroundings, _ local: TodosWindowState
  ) -> Screen<TodosWindowAction> {
    func screen(_ nodes: [TodosNode]) -> Screen<TodosWindowAction> {
      Screen(route, title: "Todo", nodes: [.heading("Todo", level: 1)] + nodes, refresh: .refresh)
    }
    if let unready = unready() { return screen([unready]) }
    guard let id = TodosPlaces.id(route), let stored = self.todo(ID(id)) else {
      return screen([Self.missing])
    }
    let todo = stored.todo
    var nodes: [TodosNode] = [
      .heading(todo.title, level: 2, id: "title"), .list("About this todo", id: "about", facts(todo, surroundings.now)),
    ]
    if let notes = todo.notes {
      nodes.append(.section("Notes", level: 3, id: "notes", [.text(notes, id: "words")]))
    }
    return screen(
      nodes + stepsSection(of: todo, local) + standing(stored) + [.group(id: "ways", ways(todo))]
        + later(todo, surroundings.now))
  }

  private func facts(_ todo: Todo, _ now: Moment) -> [TodosNode] {
    let (words, dates) = (TodoWords(now), DateWords(now))
    var facts: [TodosNode] = [
      .row("Status", id: "status", value: todo.isDone ? "Completed" : words.isOverdue(todo) ? "Overdue" : "Active")
        .with { $0.icon = todo.isDone ? .success : words.isOverdue(todo) ? .warning : .list }
    ]
    if let day = todo.dueOn {
      let time = todo.time.map { " at \(dates.time($0))" } ?? ""
      facts.append(.row("Due", id: "due", value: words.long(day) + time))
    }
    if let lead = todo.lead {
      facts.append(.row("Reminder", id: "lead", value: TodoLead.title(lead)))
    }
    if let repeats = todo.repeats {
      let way = DayRepeat(of: repeats)
      facts.append(.row("Repeats", id: "repeats", value: way == .rule ? repeats : way.title))
    }
    if let list = todo.list { facts.append(.row("List", id: "list", value: list)) }
    facts += [
      .row("Colour", id: "colour", value: TodoColour.title(of: todo.color))
        .with { $0.hue = TodoColour(rawValue: todo.color)?.hue },
      .row("Added", id: "added", value: dates.instant(todo.createdAt)),
    ]
    if let at = todo.completedAt { facts.append(.row("Completed", id: "completed", value: dates.instant(at))) }
    return facts
  }

  private func standing(_ stored: StoredTodo) -> [TodosNode] {
    if let refusal = stored.refusal {
      return [
        .note("Not sent: \(refusal)", tone: .warning, icon: .warning, id: "refused"),
        .link("Sync", to: Route(["settings", "sync"]), id: "sync", icon: .syncing),
      ]
    }
    return []
  }

  private func ways(_ todo: Todo) -> [TodosNode] {
    [
      todo.isDone
        ? .button("Reopen", id: "complete", icon: .undo, does: .reopen(todo.id))
        : .button("Complete", id: "complete", icon: .success, isProminent: true, does: .complete(todo.id)),
      .link("Edit", to: TodosPlaces.edit(todo.id.uuid), id: "edit", icon: .edit),
      .button("Delete", id: "delete", icon: .remove, does: .delete(todo.id)),
    ]
  }

  /// Puts an open todo off in one act; its time of day stays.
  private func later(_ todo: Todo, _ now: Moment) -> [TodosNode] {
    guard !todo.isDone, todo.dueOn != nil else { return [] }
    let words = TodoWords(now)
    let days = TodoDays(now.day)
    let offers = [("Tomorrow", days.tomorrow), ("Next week", days.nextWeek)].filter { $0.1 != todo.dueOn }
    return [
      .group(
        "Move to", id: "later",
        offers.map { title, day in
          .button(title, icon: .clock, hint: words.long(day), does: .move(todo.id, day, todo.time))
        })
    ]
  }

  // MARK: Statistics

  func statisticsScreen(_ route: Route, _ surroundings: Surroundings) -> Screen<TodosWindowAction> {
    func screen(_ nodes: [TodosNode]) -> Screen<TodosWindowAction> {
      Screen(
        route, title: "Todo statistics", nodes: [.heading("Todo statistics", level: 1)] + nodes, refresh: .refresh)
    }
    if let unready = unready() { return screen([unready]) }
    guard !todos.isEmpty else {
      return screen([
        .empty("No figures yet.", because: "They begin with your first todo.", icon: .activity, Self.addLink)
      ])
    }
    return screen([
      .section("All todos", id: "all", [.list("All todos", id: "figures", figures(surroundings.now))]),
      .section("By colour", id: "colours", [.list("By colour", id: "figures", byColor)]),
      .section("Completed by day", id: "days", [byDay(surroundings.now)]),
    ])
  }

  private func figures(_ now: Moment) -> [TodosNode] {
    let (words, counts) = (TodoWords(now), counts)
    let steps = steps
    let listed = todos.filter { steps.isListed($0.todo) }
    let overdue = listed.count { words.isOverdue($0.todo) }
    let today = listed.count { !$0.todo.isDone && $0.todo.dueOn == now.day }
    return [
      .row("Active", id: "active", value: "\(counts.active)"),
      .row("Completed", id: "completed", value: "\(counts.completed)"),
      .row("Overdue", id: "overdue", value: "\(overdue)"), .row("Due today", id: "today", value: "\(today)"),
    ]
  }

  private var byColor: [TodosNode] {
    var counts: [String: TodoCounts] = [:]
    for stored in todos { counts[stored.todo.color, default: TodoCounts()].count(stored.todo) }
    return colors.map { color in
      .row(TodoColour.title(of: color), id: "color-\(color)", value: counts[color, default: TodoCounts()].words)
        .with { $0.hue = TodoColour(rawValue: color)?.hue }
    }
  }

  /// The completed todos of the last seven days.
  private func byDay(_ now: Moment) -> TodosNode {
    var counts: [CalendarDay: Int] = [:]
    for stored in todos {
      if let at = stored.todo.completedAt { counts[CalendarDay(at, in: now.zone), default: 0] += 1 }
    }
    let rows = (0..<7).map { back in
      let day = now.day.following(-back)
      return [day.brief(on: now.day), "\(counts[day, default: 0])"]
    }
    return .table("Completed by day", id: "table", columns: ["Day", "Completed"], rows: rows)
  }
}

internal import Days
internal import Forms
internal import Interface
internal import Kernel

// The sheet of a new todo, and that of one being edited.
extension TodosState {
  private static let does: @Sendable (FormAction<TodoFormName>) -> TodosWindowAction = { .form($0) }

  func formScreen(_ route: Route, _ surroundings: Surroundings, _ window: WindowID) -> Screen<TodosWindowAction> {
    let title = route.path == TodosPlaces.edit.path ? "Edit todo" : "Add todo"
    let form = TodoFormName(route).flatMap { self.form($0, in: window, at: surroundings.now) }
    return Screen(
      route, title: title,
      nodes: [.heading(title, level: 1)] + (form.map { body(of: $0, surroundings) } ?? [Self.missing]),
      dialog: windows[window].forms.question?.dialog(does: Self.does))
  }

  private func body(of form: Form<TodoFormName>, _ surroundings: Surroundings) -> [TodosNode] {
    switch form.phase {
    case .opening: return [unready() ?? .skeleton("Loading this todo")]
    case .missing: return [Self.missing]
    case .done(let kept): return saved(kept)
    case .behind(let newer): return behind(form, newer, surroundings) + fields(form, surroundings)
    case .editing, .saving:
      return form.notices(in: surroundings, does: Self.does) + fields(form, surroundings)
        + [.group(id: "ways", form.buttons("Save todo", does: Self.does))]
    }
  }

  private func fields(_ form: Form<TodoFormName>, _ surroundings: Surroundings) -> [TodosNode] {
    var nodes = form.fields(in: surroundings, does: Self.does)
    if form.isOpenForTyping, let day = nodes.firstIndex(where: { $0.id == TodoField.day.rawValue }) {
      nodes.insert(shortcuts(form, surroundings.now), at: day + 1)
    }
    return [.group(id: "form", nodes)]
  }

  /// Buttons for the due days that are wanted most.
  private func shortcuts(_ form: Form<TodoFormName>, _ now: Moment) -> TodosNode {
    let words = TodoWords(now)
    let wanted = TodoDays(now.day)
    let days = [("Today", now.day), ("Tomorrow", wanted.tomorrow), ("Next week", wanted.nextWeek)]
    return .group(
      id: "shortcuts",
      days.map { title, day in
        .button(
          title, hint: title == "Next week" ? words.long(day) : nil,
          does: .form(.fill(form.name, .day, day.text)))
      })
  }

  private func saved(_ kept: StoredTodo) -> [TodosNode] {
    [
      .section("Saved", id: "saved", [.text(kept.todo.title, id: "words")]),
      .group(
        id: "ways",
        [
          .link("Open todo", to: TodosPlaces.todo(kept.todo.id.uuid), id: "open", icon: .forward),
          .link("All todos", to: TodosPlaces.home, id: "todos", icon: .list),
        ]),
    ]
  }

  // MARK: Edit conflicts

  private func behind(
    _ form: Form<TodoFormName>, _ newer: StoredTodo?, _ surroundings: Surroundings
  ) -> [TodosNode] {
    form.conflict(with: newer.map { told($0, form, surroundings) }, of: "todo", does: Self.does)
  }

  /// Shows a stored todo with one row for each field that has a value.
  private func told(
    _ stored: StoredTodo, _ form: Form<TodoFormName>, _ surroundings: Surroundings
  ) -> [TodosNode] {
    let values = form.name.values(of: stored, at: surroundings.now)
    return form.name.inputs(values, at: surroundings.now).compactMap { input in
      let text = values[input.field]
      return text.isEmpty ? nil : .row(input.title, id: input.field.rawValue, value: input.said(text))
    }
  }
}

/// The due days that are wanted most.
struct TodoDays {
  let tomorrow: CalendarDay
  /// The Monday after.
  let nextWeek: CalendarDay

  init(_ today: CalendarDay) {
    tomorrow = today.following(1)
    nextWeek = today.following((7 - today.weekday) % 7 + 1)
  }
}

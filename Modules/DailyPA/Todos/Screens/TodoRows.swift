internal import Forms
internal import Interface
internal import Kernel

/// Makes the rows or cards of one screen. Todos of the same title are told apart by a number.
struct TodoRows {
  private let words: TodoWords
  private let layout: TodoLayout
  private let revealed: ID<Todo>?
  private let steps: TodoSteps
  private var met: [String: Int] = [:]

  init(now: Moment, layout: TodoLayout, revealed: ID<Todo>?, steps: TodoSteps) {
    self.steps = steps
    words = TodoWords(now)
    self.layout = layout
    self.revealed = revealed
  }

  /// The list or grid of a group.
  mutating func holder(_ title: String, _ todos: some Sequence<StoredTodo>) -> TodosNode {
    let nodes = todos.map { node($0) }
    return layout == .list ? .list(title, id: "todos", nodes) : .group(title, id: "todos", nodes)
  }

  private mutating func node(_ stored: StoredTodo) -> TodosNode {
    let todo = stored.todo
    let title = name(todo)
    let (id, route) = (todo.id.description, TodosPlaces.todo(todo.id.uuid))
    let about = words.about(todo, steps)
    var node: TodosNode
    switch layout {
    case .list:
      node = .row(
        title, id: id, value: about.isEmpty ? nil : about, to: route, menu: menu(todo), parts(stored, title))
    case .grid:
      node = .card(
        title, id: id, value: about.isEmpty ? nil : about, to: route,
        parts(stored, title) + [.menu("More for \(title)", id: "menu", menu(todo))])
    }
    // Leftwards shows the quick actions, rightwards hides them.
    let own = todo.id
    node.offers.append(
      Offer(.swipe) { entry in
        entry.number.flatMap { $0 == 0 || $0.isNaN ? nil : .reveal($0 > 0 ? own : nil) }
      })
    return node.with { state in
      state.icon = todo.isDone ? .success : words.isOverdue(todo) ? .warning : todo.dueOn == nil ? .list : .clock
      state.hue = TodoColour(rawValue: todo.color)?.hue
      if words.isOverdue(todo) { state.tone = .warning }
      if revealed == todo.id { state.isExpanded = true }
    }
  }

  private mutating func name(_ todo: Todo) -> String {
    let title = todo.title.brief()
    met[title, default: 0] += 1
    let count = met[title, default: 1]
    return count == 1 ? title : "\(title), number \(count)"
  }

  private func parts(_ stored: StoredTodo, _ title: String) -> [TodosNode] {
    let todo = stored.todo
    var nodes: [TodosNode] = []
    if stored.refusal != nil { nodes.append(.note("Not sent", tone: .warning, icon: .warning, id: "refused")) }
    nodes.append(.tick(todo, title))
    // The colour is a mark, with its word for whoever does not see it.
    nodes.append(
      TodosNode(.badge, TodoColour.title(of: todo.color), id: "colour")
        .with { $0.hue = TodoColour(rawValue: todo.color)?.hue })
    if revealed == todo.id {
      nodes.append(.button("Delete: \(title)", id: "delete", icon: .remove, does: .delete(todo.id)))
    }
    return nodes
  }

  private func menu(_ todo: Todo) -> [TodosNode] {
    [
      todo.isDone
        ? .menuItem("Reopen", id: "complete", icon: .undo, does: .reopen(todo.id))
        : .menuItem("Complete", id: "complete", icon: .success, does: .complete(todo.id)),
      .menuItem("Delete", id: "delete", icon: .remove, does: .delete(todo.id)),
    ]
  }
}

extension TodosNode {
  /// The mark that completes a todo, or makes it active again.
  static func tick(_ todo: Todo, _ title: String) -> TodosNode {
    let button: TodosNode =
      todo.isDone
      ? .button("Reopen: \(title)", id: "complete", icon: .undo, does: .reopen(todo.id))
      : .button("Complete: \(title)", id: "complete", icon: .success, does: .complete(todo.id))
    return button.with { $0.check = todo.isDone ? .on : .off }
  }
}

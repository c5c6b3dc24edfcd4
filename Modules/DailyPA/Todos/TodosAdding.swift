internal import Forms
internal import Interface
internal import Kernel
internal import Platform

// Adding todos in one act, without their form.
extension TodosState {
  /// Adds todos that their form would save as they are. A single one that it would not opens in the form, filled in.
  mutating func add(_ todos: [Todo], in window: WindowID, _ now: Moment) -> Steps {
    let whole = todos.filter { isWhole($0, in: window, now) }
    var steps: Steps = whole.isEmpty ? [] : [.run(.change(.add(whole), in: window), .inOrder("write"))]
    if let other = todos.first(where: { !whole.contains($0) }) {
      steps += suggest(other, in: window, now) + [.tell(.opens(TodosPlaces.add), window)]
    }
    return steps
  }

  private func isWhole(_ todo: Todo, in window: WindowID, _ now: Moment) -> Bool {
    var form = Form(TodoFormName.adding, in: window)
    form.begin(with: TodoFormName.adding.values(of: StoredTodo(todo: todo, version: nil), at: now))
    return form.attempt(at: now) == .ready
  }

  func added(_ outcome: TodoOutcome, in window: WindowID, _ now: Moment) -> Steps {
    let todos = outcome.saved.map(\.todo)
    let toast =
      todos.count == 1
      ? todos.first.map { added($0, "Edit", TodosPlaces.edit($0.id.uuid), now) } ?? Toast("Todo added.", tone: .success)
      : Toast("\(todos.count) todos added.", tone: .success)
    let said: TodosEvent = outcome.undo.map { .offered(toast, undo: .undo($0)) } ?? .told(toast)
    return [.tell(said, window), .tell(.finished(TodosPlaces.add), window)]
  }

  /// "Todo added: Buy milk, due tomorrow.", with a button that leads to it.
  func added(_ todo: Todo, _ label: String, _ route: Route, _ now: Moment) -> Toast {
    let due = TodoWords(now).due(todo).map { ", \($0)" } ?? ""
    return Toast("Todo added: \(todo.title.brief(60))\(due).", tone: .success, page: .init(label, route))
  }
}

extension Todo {
  func named(_ id: ID<Todo>) -> Todo {
    var todo = Todo(id: id, title: title, color: color, createdAt: createdAt)
    (todo.notes, todo.list, todo.dueOn, todo.dueTime) = (notes, list, dueOn, dueTime)
    (todo.repeats, todo.lead, todo.parent) = (repeats, lead, parent)
    (todo.event, todo.expense, todo.status, todo.completedAt) = (event, expense, status, completedAt)
    return todo
  }
}

internal import Agenda
internal import Days
internal import Expenses
internal import Interface
internal import Kernel
internal import Platform
internal import Shell
internal import Storage
internal import Todos

/// Todos for an event or an expense: the button on its page, and the way back on the page of the todo.
struct LinkedTodos: Sendable {
  let todos: Todos
  let agenda: Agenda
  let expenses: Expenses

  func adding(to pages: [Page], in window: WindowID) -> [Page] {
    let (todos, agenda, expenses) = (todos, agenda, expenses)
    return pages.map { page in
      if page.place.pattern.matches(AgendaPlaces.event) {
        return page.with(todos, in: window) { route, surroundings in
          let screen = page.screen(route, surroundings)
          guard let event = agenda.states.value.entry(at: route, surroundings.now) else { return screen }
          var todo = LinkedTodos.todo(event.title, surroundings.now)
          todo.event = event.event
          if event.day >= surroundings.now.day { todo.dueOn = event.day }
          return screen.adding(LinkedTodos.button(todo, todos, in: window), below: "ways")
        }
      }
      if page.place.pattern.matches(ExpensesPlaces.entry) {
        return page.with(todos, in: window) { route, surroundings in
          let screen = page.screen(route, surroundings)
          guard let expense = expenses.states.value.expense(at: route) else { return screen }
          var todo = LinkedTodos.todo(LinkedTodos.title(expense), surroundings.now)
          todo.expense = expense.id.uuid
          return screen.adding(LinkedTodos.button(todo, todos, in: window), below: "ways")
        }
      }
      guard page.place.pattern.matches(TodosPlaces.todo) else { return page }
      let whole = page.with(agenda, in: window) { route, surroundings in
        let screen = page.screen(route, surroundings)
        guard let todo = todos.states.value.todo(at: route) else { return screen }
        let nodes = LinkedTodos.nodes(todo, agenda.states.value, expenses.states.value, surroundings.now)
        return nodes.reduce(screen) { $0.adding($1, below: "about") }
      }
      return whole.with(expenses, in: window, whole.screen)
    }
  }

  private static func title(_ expense: Expense) -> String {
    let words = [expense.merchant, expense.description].compactMap(\.self).first { !$0.isEmpty }
    return String((words ?? expense.categoryTitle).prefix(Todo.longestTitle))
  }

  private static func todo(_ title: String, _ now: Moment) -> Todo {
    Todo(id: ID(named: "suggested"), title: title, createdAt: now.date)
  }

  private static func button(_ todo: Todo, _ todos: Todos, in window: WindowID) -> Node<Bound> {
    let node = Node<TodosWindowAction>.button("Add a todo for this", id: "add-todo", icon: .add, does: .begin(todo))
    return node.map { todos.bound($0, in: window) }
  }

  /// The rows that lead back. Of something that was deleted a sentence is left.
  private static func nodes(
    _ todo: Todo, _ agenda: AgendaState, _ expenses: ExpensesState, _ now: Moment
  ) -> [Node<Bound>] {
    var nodes: [Node<Bound>] = []
    if let id = todo.expense, expenses.reading == .done {
      let route = ExpensesPlaces.entry(id)
      nodes.append(
        expenses.expense(at: route).map {
          .list("Expense", id: "for-expense", [.row("Expense", id: "row", value: title($0), to: route)])
        } ?? .note("The expense of this todo was deleted.", icon: .info, id: "for-expense"))
    }
    if let id = todo.event, agenda.reading == .done {
      let route = AgendaPlaces.event(id)
      nodes.append(
        agenda.entry(at: route, now).map {
          .list("Event", id: "for-event", [.row("Event", id: "row", value: $0.title, to: route)])
        } ?? .note("The event of this todo was deleted.", icon: .info, id: "for-event"))
    }
    return nodes
  }
}

internal import Days
internal import Kernel

/// Todos that are shown below one heading.
struct TodoGroup: Equatable {
  let id: String
  let title: String
  let todos: [StoredTodo]
}

/// Counts of todos.
struct TodoCounts: Equatable {
  var active = 0
  var completed = 0

  mutating func count(_ todo: Todo) {
    if todo.isDone { completed += 1 } else { active += 1 }
  }

  /// "3 active, 1 completed".
  var words: String { "\(active) active, \(completed) completed" }
}

extension TodosState {
  var counts: TodoCounts {
    var counts = TodoCounts()
    let steps = steps
    for stored in todos where steps.isListed(stored.todo) { counts.count(stored.todo) }
    return counts
  }

  /// The names of the lists, in order.
  var lists: [String] { Set(todos.compactMap(\.todo.list)).sorted() }

  /// The colours in use, the known ones first.
  var colors: [String] {
    let used = Set(todos.map(\.todo.color))
    let known = TodoColour.allCases.map(\.rawValue).filter { used.contains($0) }
    return known + used.subtracting(known).sorted()
  }

  /// The active todos that the filter takes, in groups by their day.
  func groups(_ filter: TodoFilter, at now: Moment) -> [TodoGroup] {
    let words = TodoWords(now)
    var groups: [(id: String, title: String, todos: [StoredTodo])] = [
      ("overdue", "Overdue", []), ("today", "Today", []), ("coming", "Coming", []), ("undated", "Without a date", []),
    ]
    let steps = steps
    for stored in todos where !stored.todo.isDone && steps.isListed(stored.todo) && filter.takes(stored.todo) {
      let index =
        if words.isOverdue(stored.todo) { 0 } else if let day = stored.todo.dueOn { day == now.day ? 1 : 2 } else { 3 }
      groups[index].todos.append(stored)
    }
    return groups.filter { !$0.todos.isEmpty }.map {
      TodoGroup(
        id: $0.id, title: $0.title, todos: $0.todos.sorted { Todo.isEarlier($0.todo, $1.todo) })
    }
  }

  /// The completed todos that the filter takes, in no order: most often they are only counted.
  func completed(_ filter: TodoFilter) -> [StoredTodo] {
    let steps = steps
    return todos.filter { $0.todo.isDone && steps.isListed($0.todo) && filter.takes($0.todo) }
  }
}

internal import Days
internal import Forms
internal import Hours
internal import Kernel
internal import Platform

/// A todo as another app exported it.
public struct ForeignTodo: Sendable, Equatable {
  let title: String
  var notes: [String] = []
  var list: String?
  var day: CalendarDay?
  var time: TimeOfDay?
  var repeats: String?
  var isDone = false
  var completedAt: Date?
  var createdAt: Date?

  /// Nil without a title.
  init?(_ title: String) {
    let title = title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
    guard !title.isEmpty else { return nil }
    self.title = String(title.prefix(Todo.longestTitle))
  }

  /// The identity by which it is found again: its title, day and list, and whether it is done.
  var key: [String] { [title, day?.text ?? "", list ?? "", isDone ? "done" : ""] }

  static func key(of todo: Todo) -> [String] {
    [todo.title, todo.dueOn?.text ?? "", todo.list ?? "", todo.isDone ? "done" : ""]
  }

  func todo(_ id: ID<Todo>, at now: Date) -> Todo {
    var todo = Todo(id: id, title: title, createdAt: createdAt ?? now)
    let words = notes.joined(separator: "\n").prefix(Todo.longestNotes)
    todo.notes = words.isEmpty ? nil : String(words)
    (todo.list, todo.dueOn) = (list, day)
    (todo.dueTime, todo.repeats) = (day == nil ? nil : time?.text, day == nil ? nil : repeats)
    if isDone { (todo.status, todo.completedAt) = (.done, completedAt ?? createdAt ?? now) }
    return todo
  }

  /// The name of a list within its bounds; nil for none.
  static func list(_ name: String?) -> String? {
    guard let name = name?.trimmed, !name.isEmpty else { return nil }
    return String(name.prefix(Todo.longestList))
  }
}

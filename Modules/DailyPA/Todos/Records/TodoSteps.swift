internal import Forms
internal import Interface
internal import Kernel
internal import Platform

/// The steps of all todos, each with the todo that it belongs to.
struct TodoSteps {
  /// The most steps of one todo.
  static let most = 100

  private var all: [ID<Todo>: [StoredTodo]] = [:]
  private var owners: [ID<Todo>: String] = [:]

  init(_ todos: [StoredTodo]) {
    for stored in todos { if let parent = stored.todo.parent { all[parent, default: []].append(stored) } }
    guard !all.isEmpty else { return }
    for stored in todos where all[stored.todo.id] != nil { owners[stored.todo.id] = stored.todo.title }
  }

  /// The steps of a todo, in the order in which they were added.
  func of(_ id: ID<Todo>) -> [StoredTodo] {
    (all[id] ?? []).sorted {
      ($0.todo.createdAt, $0.todo.id.uuid) < ($1.todo.createdAt, $1.todo.id.uuid)
    }
  }

  /// The title of the todo that a step belongs to; nil for one that stands alone, also because that todo was deleted.
  func owner(of todo: Todo) -> String? { todo.parent.flatMap { owners[$0] } }

  /// Whether the lists show it: every todo, and the steps that have a day of their own.
  func isListed(_ todo: Todo) -> Bool { todo.dueOn != nil || owner(of: todo) == nil }

  /// "1 of 3 steps"; nil without steps.
  func words(of id: ID<Todo>) -> String? {
    guard let steps = all[id] else { return nil }
    return "\(steps.count { $0.todo.isDone }) of \(steps.count) \(steps.count == 1 ? "step" : "steps")"
  }
}

extension Todo {
  /// The steps of the todo that follows this one. Their identifiers follow from those of the steps before, so that two
  /// devices make the same ones.
  func steps(of next: Todo, after steps: [Todo]) -> [Todo] {
    steps.enumerated().map { index, step in
      var todo = Todo(
        id: step.follower, title: step.title, color: step.color,
        createdAt: next.createdAt.addingTimeInterval(Double(index + 1) / 1_000))
      (todo.notes, todo.list, todo.parent) = (step.notes, step.list, next.id)
      return todo
    }
  }
}

/// A step that is to be added to a todo.
public struct StepOrder: Sendable, Equatable {
  let parent: ID<Todo>
  let title: String
  let at: Date
  let window: WindowID
}

// Adding steps. They are completed, reopened and deleted as todos are.
extension TodosState {
  var steps: TodoSteps { TodoSteps(todos) }

  mutating func type(_ text: String, to parent: ID<Todo>, in window: WindowID) {
    windows[window].step = TypedStep(parent: parent, text: String(text.prefix(Todo.longestTitle)))
  }

  /// Adds what is typed as a step of a todo.
  mutating func addStep(to parent: ID<Todo>, in window: WindowID, _ now: Moment) -> Steps {
    let typed = windows[window].step
    let title = (typed?.parent == parent ? typed?.text ?? "" : "").split(whereSeparator: \.isNewline)
      .joined(separator: " ").trimmed
    let others = steps.of(parent)
    let complaint: String? =
      if title.isEmpty { "Enter a step, such as Book the train." } else if others.count >= TodoSteps.most {
        "A todo has at most \(TodoSteps.most) steps. Make another todo for the rest."
      } else { nil }
    windows[window].step = TypedStep(parent: parent, text: complaint == nil ? "" : title, complaint: complaint)
    guard complaint == nil else { return [] }
    // Steps stand in the order of their instants, also those that are added within one.
    let at = others.last.map { max(now.date, $0.todo.createdAt.addingTimeInterval(0.001)) } ?? now.date
    return [.run(.addStep(StepOrder(parent: parent, title: title, at: at, window: window)), .inOrder("write"))]
  }

  mutating func added(_ step: StoredTodo, _ order: StepOrder) -> Steps {
    take(step)
    return [
      .tell(.offered(Toast("Step added.", tone: .success), undo: .undo(.takeBack(step.todo))), order.window)
    ] + read
  }

  /// Puts the words of a step that was not stored back into its field, unless something else was typed meanwhile.
  mutating func notAdded(_ order: StepOrder, _ problem: Problem) -> Steps {
    let isFree = windows[order.window].step.map { $0.parent == order.parent && $0.text.isEmpty } ?? true
    if isFree {
      windows[order.window].step = TypedStep(parent: order.parent, text: order.title, complaint: problem.sentence)
    }
    return [.tell(.told(Toast(problem)), order.window)] + read
  }
}

/// The words in the field for a new step, in one window.
struct TypedStep: Sendable, Equatable {
  let parent: ID<Todo>
  var text: String
  var complaint: String?
}

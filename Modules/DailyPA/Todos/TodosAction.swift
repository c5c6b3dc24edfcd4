public import Days
public import Forms
public import Hours
public import Interface
public import Kernel
public import Platform
internal import Storage

/// Everything that happens to Todos besides the person's actions.
public enum TodosAction: Sendable, Equatable {
  case begin
  case changed
  case read([StoredTodo], TodoLayout)
  case notRead(Problem)
  case form(FormAnswer<TodoFormName>)
  case saved(TodoOrder, StoredTodo)
  case notSaved(TodoOrder, Problem)
  /// The todo was changed elsewhere since it was opened; nil when it was deleted.
  case overtaken(TodoOrder, StoredTodo?)
  case opened(TodoSheet, in: WindowID)
  case notOpened(Problem, in: WindowID)
  /// The todos of a file were saved.
  case added([ID<Todo>], in: WindowID)
  case importUndone(in: WindowID)
  case notAdded(Problem, in: WindowID)
  case stepAdded(StepOrder, StoredTodo)
  case stepNotAdded(StepOrder, Problem)
  case done(TodoChange, TodoOutcome, in: WindowID)
  case notDone(TodoChange, Problem, in: WindowID)
}

/// The person's actions in one window.
public enum TodosWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case refresh
  case form(FormAction<TodoFormName>)
  case complete(ID<Todo>)
  case reopen(ID<Todo>)
  case delete(ID<Todo>)
  case undo(TodoChange)
  /// Moves a todo to another day and time.
  case move(ID<Todo>, CalendarDay, TimeOfDay?)
  /// Gives open todos a day and a time, in one act.
  case arrange([ArrangedTodo])
  /// Keeps the words of a new step of a todo.
  case typeStep(ID<Todo>, String)
  /// Adds what is typed as a step.
  case addStep(ID<Todo>)
  /// Adds todos at once. A single one that its form would not save as it is opens in the form.
  case add([Todo])
  /// Fills the form of a new todo when it is opened next.
  case suggest(Todo)
  /// The same, and opens the form.
  case begin(Todo)
  /// Shows or hides the quick actions of a todo, as swiping it does.
  case reveal(ID<Todo>?)
  case toggleFilters
  case filter(TodoFilter)
  case layout(TodoLayout)
  case toggleDone
  case more
  case file(FileImportAction)
}

/// A todo with its version in the store and its place in the sync queue.
public struct StoredTodo: Sendable, Equatable {
  public let todo: Todo
  let version: Version?
  var isWaiting = false
  /// Why the server has refused its last change; nil when it has not.
  var refusal: String?
}

/// A todo on the days of a calendar.
public struct DatedTodo: Sendable, Hashable, Identifiable {
  public let id: UUID
  public let title: String
  /// The word of its colour, such as `blue`.
  public let color: String
  public let day: CalendarDay
  public let time: TimeOfDay?
  public let isDone: Bool
}

/// The day and time that an open todo gets.
public struct ArrangedTodo: Sendable, Equatable {
  let id: ID<Todo>
  let day: CalendarDay
  let time: TimeOfDay

  public init(_ id: UUID, on day: CalendarDay, at time: TimeOfDay) {
    (self.id, self.day, self.time) = (ID(id), day, time)
  }
}

/// A form that is to be saved.
public struct TodoOrder: Sendable, Equatable {
  let form: TodoFormName
  let content: TodoContent
  /// The version over which it is saved; nil for a new todo.
  let version: Version?
  let draft: ID<FormDraft<TodoFormName>>
  let at: Date
  let window: WindowID
}

/// A change in one act.
public enum TodoChange: Sendable, Equatable {
  case complete(ID<Todo>, on: CalendarDay, at: Date)
  /// With the todo that was made when it was completed and its steps, which go again unless somebody has changed them.
  case reopen(ID<Todo>, removing: [Todo])
  case delete(ID<Todo>)
  /// Deletes what was new, unless it was changed since.
  case takeBack(Todo)
  case restore(Todo, steps: [Todo])
  /// Adds todos, each with an identifier of its own.
  case add([Todo])
  /// Deletes what was added in one act, unless one of them was changed since.
  case takeBackAll([Todo])
  /// Changes a todo that is there, in one act.
  case put(Todo)
  /// The same for several, which are changed together or not at all.
  case putAll([Todo])

  /// The todo that it is about; of several the first.
  var id: ID<Todo> {
    switch self {
    case .putAll(let todos), .add(let todos), .takeBackAll(let todos): todos.first?.id ?? ID(named: "none")
    case .complete(let id, _, _), .reopen(let id, _), .delete(let id): id
    case .restore(let todo, _), .put(let todo), .takeBack(let todo): todo.id
    }
  }
}

/// The effect of a change on the store.
public struct TodoOutcome: Sendable, Equatable {
  var saved: [StoredTodo] = []
  var deleted: [ID<Todo>] = []
  /// The change that takes it back; nil when nothing was changed.
  var undo: TodoChange?
}

/// The effects that Todos requests.
public enum TodosEffect: Sendable, Equatable {
  case listen
  case read
  case form(FormEffect<TodoFormName>)
  case save(TodoOrder)
  case change(TodoChange, in: WindowID)
  case addStep(StepOrder)
  case keepLayout(TodoLayout, at: Date)
  /// Reads a file, and compares it with what is here.
  case open(path: String, called: String, [Todo], Moment, in: WindowID)
  case addAll([ForeignTodo], at: Date, in: WindowID)
  case deleteAll([ID<Todo>], in: WindowID)
}

/// The events that others may receive. None but a message to the person carries text that was entered.
public enum TodosEvent: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  /// A message with the action that takes back what it reports.
  case offered(Toast, undo: TodosWindowAction)
  /// The sheet is to be opened.
  case opens(Route)
  /// The sheet is done; only its window is told.
  case finished(Route)
  /// The todo of this page was deleted in the window that is told.
  case gone(Route)
  /// Todos of another app were added.
  case imported
  /// The last active todo of a list was completed.
  case listDone
  /// The uploaded file is not needed any more.
  case readThrough(path: String)
  case syncAsked
}

internal import Days
public import Forms
internal import Hours
internal import Interface
public import Kernel

/// The state of one window.
public struct TodosWindowState: FormHolding, FileImportHolding {
  /// Rows of each group that are shown before more are asked for.
  static let page = 50

  public var forms = FormTable<TodoFormName>()
  var filter = TodoFilter()
  var isFilterOpen = false
  var isDoneOpen = false
  /// The todo whose quick actions are shown.
  var revealed: ID<Todo>?
  var extent = TodosWindowState.page
  /// The values with which the form of a new todo begins.
  var suggested: FormValues<TodoField>?
  var step: TypedStep?
  public var importing = FileImport<TodoSheet>()
  /// The todos of the last import, which can be taken back.
  var added: [ID<Todo>] = []

  public init() {}
}

/// The todos that a person wants to see.
public struct TodoFilter: Sendable, Hashable {
  enum Status: String, Sendable, CaseIterable {
    case any, active, completed

    var title: String {
      switch self {
      case .any: "Active and completed"
      case .active: "Active"
      case .completed: "Completed"
      }
    }
  }

  var status = Status.any
  var color: String?
  var list: String?

  var isEmpty: Bool { self == TodoFilter() }

  func takes(_ todo: Todo) -> Bool {
    (status == .any || (status == .completed) == todo.isDone) && (color == nil || color == todo.color)
      && (list == nil || list == todo.list)
  }

  /// The chosen words.
  var summary: String {
    [status == .any ? nil : status.title, color.map { TodoColour.title(of: $0) }, list].compactMap(\.self)
      .joined(separator: ", ")
  }
}

// The transitions for the person's actions in one window.
extension TodosState {
  public mutating func receive(_ action: TodosWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route):
      guard let name = TodoFormName(route), !findsInput(name, in: window) else { return [] }
      open(name, in: window, at: now)
    case .left(let route):
      windows[window].revealed = nil
      if let name = TodoFormName(route) {
        if name.isNew { windows[window].suggested = nil }
        leave(name, in: window)
      }
      if route.path == TodosPlaces.importing.path { leaveImport(in: window) }
    case .refresh: return read + [.say(.syncAsked)]
    case .form(let action): return decide(action, in: window, at: now)
    case .complete(let id): return start(.complete(id, on: now.day, at: now.date), in: window)
    case .reopen(let id): return start(.reopen(id, removing: []), in: window)
    case .delete(let id): return start(.delete(id), in: window)
    case .undo(let change): return start(change, in: window)
    case .move(let id, let day, let time):
      guard var todo = todo(id)?.todo else { return [] }
      (todo.dueOn, todo.dueTime) = (day, time?.text)
      return start(.put(todo), in: window)
    case .arrange(let times):
      let todos = times.compactMap { time -> Todo? in
        guard var todo = todo(time.id)?.todo, !todo.isDone else { return nil }
        (todo.dueOn, todo.dueTime) = (time.day, time.time.text)
        return todo
      }
      return todos.isEmpty ? [] : start(.putAll(todos), in: window)
    case .typeStep(let id, let text): type(text, to: id, in: window)
    case .addStep(let id): return addStep(to: id, in: window, now)
    case .add(let todos): return add(todos, in: window, now)
    case .suggest(let todo): return suggest(todo, in: window, now)
    case .begin(let todo): return suggest(todo, in: window, now) + [.tell(.opens(TodosPlaces.add), window)]
    case .reveal(let id): windows[window].revealed = id
    case .toggleFilters: windows[window].isFilterOpen.toggle()
    case .filter(let filter):
      windows[window].filter = filter
      windows[window].extent = TodosWindowState.page
    case .layout(let layout):
      guard layout != self.layout else { return [] }
      self.layout = layout
      return [.run(.keepLayout(layout, at: now.date), .newest("layout"))]
    case .toggleDone: windows[window].isDoneOpen.toggle()
    case .more: windows[window].extent += TodosWindowState.page
    case .file(let action): return decide(action, in: window, at: now)
    }
    return []
  }

  /// Fills the form, unless the person is writing in it.
  mutating func suggest(_ todo: Todo, in window: WindowID, _ now: Moment) -> Steps {
    guard windows[window].forms[.adding]?.isDirty != true else {
      return [.tell(.told(Toast("Save or discard your unfinished todo first.", tone: .warning)), window)]
    }
    windows[window].forms[.adding] = nil
    windows[window].suggested = TodoFormName.adding.values(of: StoredTodo(todo: todo, version: nil), at: now)
    return []
  }

  /// Shows a change at once and stores it. A second one on the same todo waits for the first.
  private mutating func start(_ change: TodoChange, in window: WindowID) -> Steps {
    guard pending[change.id] == nil else { return [] }
    windows[window].revealed = nil
    if var todo = todo(change.id)?.todo {
      switch change {
      case .complete(_, _, let now):
        guard !todo.isDone else { return [] }
        todo.complete(at: now)
        pending[change.id] = .becomes(todo)
      case .reopen:
        guard todo.isDone else { return [] }
        todo.reopen()
        pending[change.id] = .becomes(todo)
      case .delete:
        for step in steps.of(change.id) { pending[step.todo.id] = .goes }
        pending[change.id] = .goes
      case .put(let todo): pending[change.id] = .becomes(todo)
      case .putAll(let todos): for todo in todos { pending[todo.id] = .becomes(todo) }
      case .takeBack, .takeBackAll: break
      case .restore, .add: return []
      }
    }
    return [.run(.change(change, in: window), .inOrder("write"))]
  }
}

internal import Days
public import Forms
internal import Hours
public import Interface
public import Kernel
internal import Platform

/// The todos of a person, and the state of every window.
public struct TodosState: FormDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  /// A change that is shown and not stored yet.
  enum Pending: Equatable {
    case becomes(Todo)
    case goes
  }

  public internal(set) var reading = Reading.unread
  /// The todos as they are stored.
  private var stored: [StoredTodo] = []
  var pending: [ID<Todo>: Pending] = [:]
  var layout = TodoLayout.list
  public var drafts: [FormDraft<TodoFormName>] = []
  public var windows = WindowStates<TodosWindowState>()

  public init() {}

  public typealias Steps = [Step<TodosEffect, TodosEvent>]

  public static func effect(_ effect: FormEffect<TodoFormName>) -> TodosEffect { .form(effect) }

  // MARK: Derived

  /// The todos with the changes that are on their way to the disk.
  var todos: [StoredTodo] {
    if pending.isEmpty { return stored }
    return stored.compactMap { stored in
      switch pending[stored.todo.id] {
      case nil: stored
      case .goes: nil
      case .becomes(let todo): StoredTodo(todo: todo, version: stored.version, isWaiting: true)
      }
    }
  }

  /// All of them, in no order.
  public var all: [Todo] { todos.map(\.todo) }

  /// The stored steps of a todo, also those that are about to go.
  func everyStep(of id: ID<Todo>) -> [Todo] { stored.map(\.todo).filter { $0.parent == id } }

  /// The todo of its page; nil for another place and for one that is gone.
  public func todo(at route: Route) -> Todo? {
    guard route.path == TodosPlaces.todo.path else { return nil }
    return TodosPlaces.id(route).flatMap { todo(ID($0)) }?.todo
  }

  func todo(_ id: ID<Todo>) -> StoredTodo? { todos.first { $0.todo.id == id } }

  /// The todos that have a due day, the earliest first, for a calendar.
  public var due: [DatedTodo] {
    todos.map(\.todo).sorted(by: Todo.isEarlier).compactMap { todo in
      todo.dueOn.map {
        DatedTodo(
          id: todo.id.uuid, title: todo.title, color: todo.color, day: $0, time: todo.time, isDone: todo.isDone)
      }
    }
  }

  // MARK: Transitions

  public mutating func receive(_ action: TodosAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      return [.run(.listen, .standing("changes"))] + read + findDrafts
    case .changed: return read
    case .read(let todos, let layout): adopt(todos, layout, now)
    case .notRead(let problem): if reading != .done { reading = .failed(problem) }
    case .form(let answer): take(answer, at: now)
    case .saved(let order, let kept): return saved(order, kept, now)
    case .notSaved(let order, let problem): return notStored(order.form, in: order.window, problem)
    case .overtaken(let order, let newer): return overtaken(order, newer, now)
    case .opened(let sheet, let window): return opened(sheet, in: window)
    case .notOpened(let problem, let window): return notOpened(problem, in: window)
    case .added(let ids, let window): return added(ids, in: window)
    case .importUndone(let window):
      return read + importUndone(in: window)
    case .notAdded(let problem, let window): return read + notImported(problem, in: window)
    case .stepAdded(let order, let step): return added(step, order)
    case .stepNotAdded(let order, let problem): return notAdded(order, problem)
    case .done(let change, let outcome, let window): return done(change, outcome, in: window, now)
    case .notDone(let change, let problem, let window):
      pending[change.id] = nil
      for step in stored where step.todo.parent == change.id { pending[step.todo.id] = nil }
      if case .putAll(let todos) = change { for todo in todos { pending[todo.id] = nil } }
      return [.tell(.told(Toast(problem.sentence, tone: .warning).about("\(change.id)")), window)] + read
    }
    return []
  }

  var read: Steps { reading == .unread ? [] : [.run(.read, .latest("read"))] }

  private mutating func adopt(_ todos: [StoredTodo], _ layout: TodoLayout, _ now: Moment) {
    stored = todos
    if reading != .done { self.layout = layout }
    reading = .done
    // Forms that were opened before their todo was known.
    for window in windows.windows {
      for form in Array(windows[window].forms.values) where form.phase == .opening {
        open(form.name, in: window, at: now)
      }
    }
  }

  mutating func take(_ kept: StoredTodo) {
    stored.removeAll { $0.todo.id == kept.todo.id }
    stored.append(kept)
  }

  // MARK: Forms

  public func fresh(_ name: TodoFormName, in window: WindowID, at now: Moment) -> Form<TodoFormName>? {
    var form = Form(name, in: window)
    guard let editing = name.editing else {
      if let suggested = windows[window].suggested { form.begin(with: suggested) }
      return form
    }
    if let kept = todo(ID(editing)) {
      form.fill(with: kept, at: now)
    } else {
      form.phase = reading == .done ? .missing : .opening
    }
    return form
  }

  /// Opens a form, with its draft if there is one.
  mutating func open(_ name: TodoFormName, in window: WindowID, at now: Moment) {
    guard var form = fresh(name, in: window, at: now) else { return }
    if name.editing != nil || windows[window].suggested == nil { recover(&form) }
    windows[window].forms[name] = form
  }

  public mutating func save(_ name: TodoFormName, in window: WindowID, at now: Moment) -> Steps {
    guard let form = ready(name, in: window, at: now) else { return [] }
    var reader = form.reader(at: now)
    let order = TodoOrder(
      form: name, content: TodoContent(reading: &reader), version: form.version, draft: form.draft, at: now.date,
      window: window)
    return [.run(.save(order), Self.writing(form.draft))]
  }

  private mutating func saved(_ order: TodoOrder, _ kept: StoredTodo, _ now: Moment) -> Steps {
    take(kept)
    stored(kept, by: order.form, in: order.window, dropping: order.draft)
    let isNew = order.version == nil
    let toast =
      isNew
      ? added(kept.todo, "Show", TodosPlaces.todo(kept.todo.id.uuid), now) : Toast("Todo saved.", tone: .success)
    let about = toast.about("\(kept.todo.id)")
    let said: TodosEvent = isNew ? .offered(about, undo: .undo(.takeBack(kept.todo))) : .told(about)
    return [.tell(said, order.window), .tell(.finished(order.form.route), order.window)] + read
  }

  private mutating func overtaken(_ order: TodoOrder, _ newer: StoredTodo?, _ now: Moment) -> Steps {
    guard var form = windows[order.window].forms[order.form] else { return findDrafts }
    let isSame = form.overtaken(by: newer, at: now)
    if isSame { form.phase = .editing }
    windows[order.window].forms[order.form] = form
    return isSame ? save(order.form, in: order.window, at: now) : read
  }

  public mutating func closed(_ local: TodosWindowState, of window: WindowID, at now: Moment) -> Steps {
    orphan(local, at: now)
    return []
  }

  // MARK: Changes in one act

  private mutating func done(
    _ change: TodoChange, _ outcome: TodoOutcome, in window: WindowID, _ now: Moment
  ) -> Steps {
    let isStep = stored.contains { $0.todo.id == change.id && $0.todo.parent != nil }
    let subject = "\(change.id)"
    pending[change.id] = nil
    for id in outcome.deleted { pending[id] = nil }
    for kept in outcome.saved {
      pending[kept.todo.id] = nil
      take(kept)
    }
    stored.removeAll { outcome.deleted.contains($0.todo.id) }
    var steps: Steps = []
    switch change {
    case .complete(let id, _, _):
      var words = isStep ? "Step completed." : "Todo completed."
      if let next = outcome.saved.first(where: { $0.todo.id != id && $0.todo.dueOn != nil }), let day = next.todo.dueOn
      {
        words += " The next one is due on \(DateWords(now).day(day))."
      }
      steps = offer(Toast(words, tone: .success).about(subject), outcome.undo, in: window)
      if !isStep, let completed = todo(id)?.todo, !hasActive(in: completed.list) {
        steps.append(.tell(.listDone, window))
      }
    case .reopen:
      let words = isStep ? "Step is active again." : "Todo is active again."
      steps = [.tell(.told(Toast(words, tone: .info).about(subject)), window)]
    case .delete, .takeBack:
      let id = change.id
      let form = TodoFormName(editing: id.uuid)
      if let open = windows[window].forms[form], open.phase != .saving {
        windows[window].forms[form]?.phase = .missing
        steps = [drop(open), .tell(.finished(form.route), window)]
      }
      steps += offer(
        Toast(isStep ? "Step deleted." : "Todo deleted.", tone: .info).about(subject), outcome.undo, in: window)
      steps.append(.tell(.gone(TodosPlaces.todo(id.uuid)), window))
    case .restore: steps = [.tell(.told(Toast("Todo restored.", tone: .success).about(subject)), window)]
    case .add: steps = added(outcome, in: window, now)
    case .takeBackAll(let todos):
      let words = todos.count == 1 ? "Todo" : "\(todos.count) todos"
      steps = [.tell(.told(Toast("\(words) taken back.", tone: .info).about(subject)), window)]
    case .put: steps = offer(Toast("Todo moved.", tone: .success).about(subject), outcome.undo, in: window)
    case .putAll(let todos):
      let words = todos.count == 1 ? "1 todo" : "\(todos.count) todos"
      steps = offer(Toast("\(words) moved.", tone: .success), outcome.undo, in: window)
    }
    return steps + read
  }

  private func hasActive(in list: String?) -> Bool {
    all.contains { $0.list == list && $0.parent == nil && !$0.isDone }
  }

  private func offer(_ toast: Toast, _ undo: TodoChange?, in window: WindowID) -> Steps {
    [.tell(undo.map { .offered(toast, undo: .undo($0)) } ?? .told(toast), window)]
  }
}

extension Todo {
  /// By the due day and its time, then those without one; equal ones in the order in which they were added.
  static func isEarlier(_ one: Todo, _ other: Todo) -> Bool {
    func key(_ todo: Todo) -> (Int, Int, Date, UUID) {
      (todo.dueOn?.number ?? .max, todo.time?.minutes ?? .max, todo.createdAt, todo.id.uuid)
    }
    return key(one) < key(other)
  }

  /// The latest completed first.
  static func isDoneLater(_ one: Todo, _ other: Todo) -> Bool {
    (one.completedAt ?? one.createdAt, one.id.uuid) > (other.completedAt ?? other.createdAt, other.id.uuid)
  }
}

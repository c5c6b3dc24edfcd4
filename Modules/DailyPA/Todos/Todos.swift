internal import Forms
public import Kernel
internal import Platform

/// The todos of a person, for all of that person's windows.
public actor Todos: Feature {
  public let core: Core<TodosState>
  public nonisolated let states: Current<TodosState>
  public nonisolated let events: Broadcast<TodosEvent>
  private let needs: TodosNeeds
  private let identifiers: Identifiers
  private let log: Log

  public init(on context: FeatureContext, needs: TodosNeeds) {
    let core = Core(TodosState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    identifiers = context.identifiers
    log = context.log.from("Todos")
  }

  public func perform(_ effect: TodosEffect) async -> TodosAction? {
    do throws(Problem) {
      switch effect {
      case .listen: return nil
      case .read: return .read(try await needs.read(), try await needs.layout() ?? .list)
      case .form(let effect): return await needs.drafts.carryOut(effect, log).map { .form($0) }
      case .save(let order): return try await save(order)
      case .change(let change, let window): return .done(change, try await carryOut(change), in: window)
      case .addStep(let order):
        var step = Todo(id: identifiers.next(), title: order.title, createdAt: order.at)
        step.parent = order.parent
        return .stepAdded(order, try await write(TodoBatch(saves: [.init(todo: step, over: nil)])))
      case .keepLayout(let layout, let now):
        try await needs.keepLayout(layout, now)
        return nil
      case .open(let path, let file, let all, let now, let window):
        return .opened(try await Todos.sheet(at: path, called: file, all, now, needs.bytes).get(), in: window)
      case .addAll(let todos, let now, let window): return .added(try await add(todos, at: now), in: window)
      case .deleteAll(let ids, let window):
        try await needs.write(TodoBatch(deletes: ids))
        return .importUndone(in: window)
      }
    } catch {
      log.warning("An operation on the todos failed (\(code: error)).")
      return await answer(to: effect, error)
    }
  }

  private func answer(to effect: TodosEffect, _ problem: Problem) async -> TodosAction? {
    switch effect {
    case .listen, .form, .keepLayout: return nil
    case .read: return .notRead(problem)
    case .save(let order):
      // Somebody saved between reading and writing.
      guard problem.code == "stale", let id = order.form.editing else { return .notSaved(order, problem) }
      return .overtaken(order, try? await needs.todo(ID(id)))
    case .addStep(let order): return .stepNotAdded(order, problem)
    case .change(let change, let window): return .notDone(change, problem, in: window)
    case .open(_, _, _, _, let window): return .notOpened(problem, in: window)
    case .addAll(_, _, let window), .deleteAll(_, let window): return .notAdded(problem, in: window)
    }
  }

  public func follow(_ effect: TodosEffect) -> any Following<TodosAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
  }

  /// Reads a file off the actor, since a large one takes a while.
  @concurrent private static func sheet(
    at path: String, called file: String, _ all: [Todo], _ now: Moment,
    _ bytes: @Sendable (String) throws(Problem) -> [UInt8]
  ) async -> Result<TodoSheet, Problem> {
    do throws(Problem) {
      return .success(try TodoSheet(bytes(path), called: file, all, at: now))
    } catch {
      return .failure(error)
    }
  }

  // MARK: Writing

  private func add(_ todos: [ForeignTodo], at now: Date) async throws(Problem) -> [ID<Todo>] {
    let all = todos.map { $0.todo(identifiers.next(), at: now) }
    try await needs.write(TodoBatch(saves: all.map { .init(todo: $0, over: nil) }))
    return all.map(\.id)
  }

  private func save(_ order: TodoOrder) async throws(Problem) -> TodosAction {
    guard let version = order.version, let editing = order.form.editing else {
      var todo = Todo(id: identifiers.next(), title: "", createdAt: order.at)
      order.content.apply(to: &todo)
      return .saved(order, try await write(TodoBatch(saves: [.init(todo: todo, over: nil)], draft: order.draft)))
    }
    guard let stored = try await needs.todo(ID(editing)) else { return .overtaken(order, nil) }
    guard stored.version == version else { return .overtaken(order, stored) }
    var todo = stored.todo
    order.content.apply(to: &todo)
    return .saved(order, try await write(TodoBatch(saves: [.init(todo: todo, over: version)], draft: order.draft)))
  }

  /// Writes a batch and returns its first todo as it is stored then.
  private func write(_ batch: TodoBatch) async throws(Problem) -> StoredTodo {
    try await needs.write(batch)
    guard let id = batch.saves.first?.todo.id, let stored = try await needs.todo(id) else { throw .todoGone }
    return stored
  }

  private func delete(_ todo: Todo) async throws(Problem) -> TodoOutcome {
    let steps = states.value.everyStep(of: todo.id)
    var outcome = try await outcome(of: TodoBatch(deletes: [todo.id] + steps.map(\.id)))
    outcome.undo = .restore(todo, steps: steps)
    return outcome
  }

  private func carryOut(_ change: TodoChange) async throws(Problem) -> TodoOutcome {
    switch change {
    case .complete(let id, let day, let now):
      guard let stored = try await needs.todo(id) else { throw .todoGone }
      guard !stored.todo.isDone else { return TodoOutcome(saved: [stored]) }
      var todo = stored.todo
      let next = todo.next(completedOn: day, at: now)
      todo.complete(at: now)
      var batch = TodoBatch(saves: [.init(todo: todo, over: stored.version)])
      // Another device may have made it already.
      if let next, try await needs.todo(next.id) == nil {
        batch.saves.append(.init(todo: next, over: nil))
        for step in todo.steps(of: next, after: states.value.steps.of(id).map(\.todo))
        where try await needs.todo(step.id) == nil { batch.saves.append(.init(todo: step, over: nil)) }
      }
      var outcome = try await outcome(of: batch)
      outcome.undo = .reopen(id, removing: outcome.saved.map(\.todo).filter { $0.id != id })
      return outcome
    case .reopen(let id, let next):
      guard let stored = try await needs.todo(id) else { throw .todoGone }
      guard stored.todo.isDone else { return TodoOutcome(saved: [stored]) }
      var todo = stored.todo
      todo.reopen()
      var batch = TodoBatch(saves: [.init(todo: todo, over: stored.version)])
      for next in next where try await needs.todo(next.id)?.todo == next { batch.deletes.append(next.id) }
      return try await outcome(of: batch)
    case .delete(let id):
      guard let stored = try await needs.todo(id) else { return TodoOutcome(deleted: [id]) }
      return try await delete(stored.todo)
    case .takeBack(let todo):
      try await checkIsUnchanged(todo)
      return try await delete(todo)
    case .add(let todos):
      let new = todos.map { $0.named(identifiers.next()) }
      var outcome = try await outcome(of: TodoBatch(saves: new.map { .init(todo: $0, over: nil) }))
      outcome.undo = .takeBackAll(outcome.saved.map(\.todo))
      return outcome
    case .takeBackAll(let todos):
      for todo in todos { try await checkIsUnchanged(todo) }
      return try await outcome(of: TodoBatch(deletes: todos.map(\.id)))
    case .put(let todo):
      guard let stored = try await needs.todo(todo.id) else { throw .todoGone }
      var outcome = try await outcome(of: TodoBatch(saves: [.init(todo: todo, over: stored.version)]))
      outcome.undo = .put(stored.todo)
      return outcome
    case .putAll(let todos):
      var (batch, before) = (TodoBatch(), [Todo]())
      for todo in todos {
        guard let stored = try await needs.todo(todo.id) else { continue }
        before.append(stored.todo)
        batch.saves.append(.init(todo: todo, over: stored.version))
      }
      guard !before.isEmpty else { throw .todoGone }
      var outcome = try await outcome(of: batch)
      outcome.undo = .putAll(before)
      return outcome
    case .restore(let todo, let steps):
      if let stored = try await needs.todo(todo.id) { return TodoOutcome(saved: [stored]) }
      var batch = TodoBatch(saves: [.init(todo: todo, over: nil)])
      for step in steps where try await needs.todo(step.id) == nil { batch.saves.append(.init(todo: step, over: nil)) }
      return try await outcome(of: batch)
    }
  }

  /// Throws if what was added was changed since, or got steps.
  private func checkIsUnchanged(_ todo: Todo) async throws(Problem) {
    guard try await needs.todo(todo.id)?.todo == todo, states.value.everyStep(of: todo.id).isEmpty else {
      throw .todoChanged
    }
  }

  private func outcome(of batch: TodoBatch) async throws(Problem) -> TodoOutcome {
    try await needs.write(batch)
    var outcome = TodoOutcome(deleted: batch.deletes)
    for save in batch.saves {
      if let stored = try await needs.todo(save.todo.id) { outcome.saved.append(stored) }
    }
    return outcome
  }
}

extension Problem {
  fileprivate static let todoChanged = Problem(
    "changed-since", "It was changed or deleted since, here or on another device.", safe: "That change is kept.",
    remedy: "Find it in the list.")
  fileprivate static let todoGone = Problem(
    "todo-gone", "This todo is not there any more.", safe: "Nothing was changed.",
    remedy: "Go back to the list; it may have been deleted on another device.")
}

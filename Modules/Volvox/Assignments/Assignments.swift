internal import Forms
internal import Interface
public import Kernel
internal import Platform
internal import Storage

/// The tasks between sponsors and sponsees of a person, for all of that person's windows.
public actor Assignments: Feature {
  public let core: Core<AssignmentsState>
  public nonisolated let states: Current<AssignmentsState>
  public nonisolated let events: Broadcast<AssignmentsEvent>
  private let needs: AssignmentsNeeds
  private let identifiers: Identifiers
  private let log: Log
  /// Texts that were opened, since a sealed text never changes.
  private var opened: [TaskTextPlace: String] = [:]

  public init(on context: FeatureContext, needs: AssignmentsNeeds) {
    let core = Core(AssignmentsState(), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    identifiers = context.identifiers
    log = context.log.from("Assignments")
  }

  public func perform(_ effect: AssignmentsEffect) async -> AssignmentsAction? {
    switch effect {
    case .listen: return nil
    case .form(let effect): return await needs.drafts.carryOut(effect, log).map { .form($0) }
    case .read(let person):
      do throws(Problem) { return .read(try await read(person)) } catch { return .notRead(failed(error)) }
    case .save(let order, let person, let now, let window):
      do throws(Problem) {
        try await save(order, of: person, at: now)
        return .saved(order, in: window)
      } catch {
        return .notSaved(order, failed(error), in: window)
      }
    }
  }

  private func failed(_ problem: Problem) -> Problem {
    log.warning("An operation of the tasks failed (\(code: problem)).")
    return problem
  }

  public func follow(_ effect: AssignmentsEffect) -> any Following<AssignmentsAction> {
    guard effect == .listen else { return AsyncStream { nil } }
    return needs.changes().map { $0.map({ .changed }, missed: { _ in .changed }) }
  }

  // MARK: Reading

  private func read(_ person: UUID) async throws(Problem) -> AssignmentsBook {
    var book = AssignmentsBook(person: person)
    let rows = try await needs.read().filter { [$0.task.giver, $0.task.doer].contains(person) }
    let before = opened
    opened = [:]
    for row in rows {
      let task = row.task
      let text = await open(task.body, TaskTextPlace(textOf: task), before)
      var note: TaskText?
      if let sealed = task.note { note = await open(sealed, TaskTextPlace(noteOf: task), before) }
      book.tasks.append(
        AssignedTask(
          id: task.id, connection: task.connection, isOwn: task.doer == person, text: text, dueOn: task.dueOn,
          givenAt: task.givenAt, doneAt: task.doneAt, note: note, isWaiting: row.isWaiting, refusal: row.refusal))
    }
    return book
  }

  private func open(_ body: String, _ place: TaskTextPlace, _ before: [TaskTextPlace: String]) async -> TaskText {
    if let text = before[place] {
      opened[place] = text
      return .text(text)
    }
    let read = await needs.sealing.open(body, place)
    if case .text(let text) = read { opened[place] = text }
    return read
  }

  // MARK: Writing

  private func save(_ order: AssignmentOrder, of person: UUID, at now: Date) async throws(Problem) {
    switch order {
    case .give(let text, let day, let connection, let doer):
      let id: ID<SponsorTask> = identifiers.next()
      func task(_ body: String) -> SponsorTask {
        SponsorTask(id: id, connection: connection, giver: person, doer: doer, body: body, dueOn: day, givenAt: now)
      }
      guard let body = await needs.sealing.seal(text, TaskTextPlace(textOf: task(""))) else { throw .unsealed }
      try await needs.save(.give(task(body)))
    case .finish(let id, let note):
      guard let task = try await needs.read().first(where: { $0.task.id == id })?.task else { throw .taskGone }
      var sealed: String?
      if let note {
        guard let body = await needs.sealing.seal(note, TaskTextPlace(noteOf: task)) else { throw .unsealed }
        sealed = body
      }
      try await needs.save(.finish(id, at: now, note: sealed))
    case .withdraw(let id): try await needs.save(.withdraw(id))
    }
  }
}

extension Problem {
  fileprivate static let unsealed = Problem(
    "task-unsealed", "This was not saved: a key for sealing it is missing.", safe: "Your text is kept.",
    remedy: "Look under Messages, and try again after the next sync.")
  fileprivate static let taskGone = Problem(
    "task-gone", "This task is not there any more.", safe: "Nothing was changed.",
    remedy: "Ask your sponsor, who may have withdrawn it.")
}

internal import Days
public import Forms
internal import Interface
public import Kernel
internal import Peers
internal import Platform

/// The people for whom the texts of a person can be sealed.
struct AssignmentKeys: Equatable {
  let person: UUID
  let sealable: Set<UUID>
}

/// The tasks of a person, and the state of every window.
public struct AssignmentsState: FormDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  public internal(set) var reading = Reading.unread
  var session: UUID?
  var correspondents: [Correspondent] = []
  /// The people for whom the texts of a person can be sealed.
  private var keys: AssignmentKeys?
  var tasks: [AssignedTask] = []
  public var drafts: [FormDraft<TaskForm>] = []
  public var windows = WindowStates<AssignmentsWindowState>()

  public init() {}

  public typealias Steps = [Step<AssignmentsEffect, AssignmentsEvent>]

  public static func effect(_ effect: FormEffect<TaskForm>) -> AssignmentsEffect { .form(effect) }

  // MARK: Derived

  /// The people for whom this person's texts can be sealed; nil until the keys are known.
  var sealable: Set<UUID>? { keys?.person == session ? keys?.sealable : nil }

  /// The person of an active connection.
  func person(_ connection: UUID) -> Correspondent? {
    correspondents.first { $0.connection == connection && $0.isActive }
  }

  /// The tasks of active connections.
  private var shown: [AssignedTask] { tasks.filter { person($0.connection) != nil } }

  func task(_ id: UUID?) -> AssignedTask? { shown.first { $0.id.uuid == id } }

  /// The tasks of this person, the next due first.
  public var toDo: [AssignedTask] { shown.filter { $0.isOwn && $0.isOpen }.sorted(by: AssignedTask.isEarlier) }

  /// The tasks of this person's sponsees.
  var given: [AssignedTask] { shown.filter { !$0.isOwn && $0.isOpen }.sorted(by: AssignedTask.isEarlier) }

  /// The latest first.
  var done: [AssignedTask] {
    shown.filter { !$0.isOpen }.sorted {
      ($0.doneAt ?? $0.givenAt, $0.id.description) > ($1.doneAt ?? $1.givenAt, $1.id.description)
    }
  }

  var isSponsor: Bool { correspondents.contains { $0.isActive && !$0.isSponsor } }

  // MARK: Transitions

  public mutating func receive(_ action: AssignmentsAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      return [.run(.listen, .standing("changes"))] + findDrafts + read
    case .session(let account):
      guard account != session else { return [] }
      if session != nil { forgetAll() }
      (session, tasks) = (account, [])
      if reading == .done { reading = .underWay }
      return read
    case .correspondents(let people): correspondents = people
    case .keys(let person, let people):
      keys = AssignmentKeys(person: person, sealable: people)
      return read
    case .changed: return read
    case .read(let book):
      guard book.person == session else { return [] }
      tasks = book.tasks
      reading = .done
    case .notRead(let problem): if reading != .done { reading = .failed(problem) }
    case .saved(let order, let window): return saved(order, in: window)
    case .notSaved(let order, let problem, let window):
      windows[window].busy.remove(order)
      windows[window].problem = problem
    case .form(let answer): take(answer, at: now)
    }
    return []
  }

  /// Texts cannot be opened before the keys are known.
  var read: Steps {
    guard reading != .unread, sealable != nil, let session else { return [] }
    return [.run(.read(session), .latest("read"))]
  }

  private mutating func saved(_ order: AssignmentOrder, in window: WindowID) -> Steps {
    windows[window].busy.remove(order)
    let words: String
    let done: [Route]
    var forgotten: Steps = []
    switch order {
    case .give(_, _, let connection, _):
      forgotten = forget(.give(connection), in: window)
      words = "Task given to \(person(connection)?.name ?? "your sponsee")."
      done = [AssignmentsPlaces.give(connection)]
    case .finish(let id, _):
      forgotten = forget(.finish(id.uuid), in: window)
      words = "Task done."
      done = [AssignmentsPlaces.finish(id.uuid)]
    case .withdraw:
      words = "Task withdrawn."
      done = []
    }
    return forgotten + read + [.tell(.told(Toast(words, tone: .success)), window), .tell(.finished(done), window)]
  }
}

public import Days
public import Forms
public import Interface
public import Kernel
public import Peers
public import Platform

/// Everything that happens to Assignments besides the person's actions.
public enum AssignmentsAction: Sendable, Equatable {
  case begin
  /// The account, or nil when nobody is signed in.
  case session(UUID?)
  /// The people of all connections, without those whom the person has blocked.
  case correspondents([Correspondent])
  /// The keys of a person are known or have changed; texts can be sealed for these people.
  case keys(of: UUID, Set<UUID>)
  case changed
  case read(AssignmentsBook)
  case notRead(Problem)
  case saved(AssignmentOrder, in: WindowID)
  case notSaved(AssignmentOrder, Problem, in: WindowID)
  case form(FormAnswer<TaskForm>)
}

/// The contents of the store after a read, with the texts opened.
public struct AssignmentsBook: Sendable, Equatable {
  /// The person to whom it belongs.
  let person: UUID
  var tasks: [AssignedTask] = []
}

/// A task as a person sees it.
public struct AssignedTask: Sendable, Equatable, Identifiable {
  public let id: ID<SponsorTask>
  let connection: UUID
  /// Whether this person is to do it.
  let isOwn: Bool
  let text: TaskText
  public let dueOn: CalendarDay?
  let givenAt: Date
  let doneAt: Date?
  let note: TaskText?
  /// Whether its last change waits to be sent.
  let isWaiting: Bool
  let refusal: String?

  var isOpen: Bool { doneAt == nil }

  /// By the due day, then those without one; equal ones by the time at which they were given.
  static func isEarlier(_ one: AssignedTask, _ other: AssignedTask) -> Bool {
    (one.dueOn ?? .latest, one.givenAt, one.id.description) < (
      other.dueOn ?? .latest, other.givenAt, other.id.description
    )
  }
}

extension CalendarDay {
  fileprivate static let latest = CalendarDay(number: .max)
}

/// The person's actions in one window.
public enum AssignmentsWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case refresh
  case more
  case typeText(UUID, String)
  case typeDay(UUID, String)
  case give(UUID)
  case typeNote(ID<SponsorTask>, String)
  case finish(ID<SponsorTask>)
  case askWithdraw(ID<SponsorTask>)
  case withdraw(ID<SponsorTask>)
  case cancel
  case dismissProblem
  case form(FormAction<TaskForm>)
}

/// A change that a person has asked for.
public enum AssignmentOrder: Sendable, Hashable {
  case give(String, dueOn: CalendarDay?, connection: UUID, to: UUID)
  case finish(ID<SponsorTask>, note: String?)
  case withdraw(ID<SponsorTask>)
}

/// The effects that Assignments requests.
public enum AssignmentsEffect: Sendable, Equatable {
  case listen
  case read(UUID)
  case save(AssignmentOrder, of: UUID, at: Date, in: WindowID)
  case form(FormEffect<TaskForm>)
}

/// The events that others may receive. None carries text that a person entered.
public enum AssignmentsEvent: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  /// The sheet or page is done; only its window is told.
  case finished([Route])
  case syncAsked
}

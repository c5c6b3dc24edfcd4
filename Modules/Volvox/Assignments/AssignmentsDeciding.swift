internal import Days
public import Forms
internal import Interface
public import Kernel
internal import Peers
internal import Platform

/// The state of one window.
public struct AssignmentsWindowState: FormHolding {
  /// Done tasks that are shown before older ones are asked for.
  static let page = 20

  /// The sheets. What is typed there stays until it is saved.
  public var forms = FormTable<TaskForm>()
  /// Whether what is typed was to be saved and cannot be.
  var isTried = false
  /// Changes that are under way.
  var busy: Set<AssignmentOrder> = []
  /// The task of which is asked whether to withdraw it.
  var withdrawing: ID<SponsorTask>?
  var extent = AssignmentsWindowState.page
  var problem: Problem?

  public init() {}
}

// The transitions for the person's actions in one window.
extension AssignmentsState {
  public mutating func receive(_ action: AssignmentsWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route):
      windows[window].isTried = false
      if let name = TaskForm(route) { appear(name, in: window, at: now) }
    case .left(let route):
      if let name = TaskForm(route) { leave(name, in: window) }
      windows[window].problem = nil
      windows[window].withdrawing = nil
    case .refresh: return read + [.say(.syncAsked)]
    case .more: windows[window].extent += AssignmentsWindowState.page
    case .typeText(let connection, let text):
      guard person(connection) != nil else { return [] }
      return type(.give(connection), in: window, at: now) { $0[.text] = text.replacing("\0", with: "") }
    case .typeDay(let connection, let text):
      guard person(connection) != nil else { return [] }
      return type(.give(connection), in: window, at: now) { $0[.day] = String(text.prefix(40)) }
    case .give(let connection): return give(connection, in: window, now)
    case .typeNote(let id, let text):
      guard task(id.uuid) != nil else { return [] }
      return type(.finish(id.uuid), in: window, at: now) { $0[.note] = text.replacing("\0", with: "") }
    case .finish(let id): return finish(id, in: window, now)
    case .askWithdraw(let id): windows[window].withdrawing = id
    case .withdraw(let id):
      windows[window].withdrawing = nil
      guard let task = task(id.uuid), task.isOpen, !task.isOwn else { return [] }
      return save(.withdraw(id), in: window, now)
    case .cancel: windows[window].withdrawing = nil
    case .dismissProblem: windows[window].problem = nil
    case .form(let action): return decide(action, in: window, at: now)
    }
    return []
  }

  public mutating func closed(_ local: AssignmentsWindowState, of window: WindowID, at now: Moment) -> Steps {
    orphan(local, at: now)
    return []
  }

  public mutating func save(_ name: TaskForm, in window: WindowID, at now: Moment) -> Steps {
    switch name {
    case .give(let connection): give(connection, in: window, now)
    case .finish(let task): finish(ID(task), in: window, now)
    }
  }

  /// The texts that are typed in a sheet.
  func typed(_ name: TaskForm, _ local: AssignmentsWindowState) -> FormValues<TaskField> {
    local.forms[name]?.values ?? FormValues()
  }

  private mutating func save(_ order: AssignmentOrder, in window: WindowID, _ now: Moment) -> Steps {
    guard let session, windows[window].busy.insert(order).inserted else { return [] }
    windows[window].problem = nil
    return [.run(.save(order, of: session, at: now.date, in: window), .inOrder("write"))]
  }

  private mutating func give(_ connection: UUID, in window: WindowID, _ now: Moment) -> Steps {
    windows[window].isTried = true
    let typed = typed(.give(connection), windows[window])
    guard let person = person(connection), obstacle(person) == nil, case let text = typed[.text],
      complaint(text) == nil, case .success(let day) = due(typed[.day], on: now.day)
    else { return [] }
    windows[window].isTried = false
    return save(.give(text, dueOn: day, connection: connection, to: person.person), in: window, now)
  }

  private mutating func finish(_ id: ID<SponsorTask>, in window: WindowID, _ now: Moment) -> Steps {
    windows[window].isTried = true
    guard let task = task(id.uuid), task.isOwn, task.isOpen else { return [] }
    let note = typed(.finish(id.uuid), windows[window])[.note]
    let isBlank = note.allSatisfy(\.isWhitespace)
    guard isBlank || complaint(note) == nil else { return [] }
    windows[window].isTried = false
    return save(.finish(id, note: isBlank ? nil : note), in: window, now)
  }

  // MARK: Checks

  /// The complaint about a text; nil when it can be saved.
  func complaint(_ text: String) -> String? {
    if text.allSatisfy(\.isWhitespace) { return "Write the task first." }
    let length = text.unicodeScalars.count
    return length > SponsorTask.longestText
      ? "This has \(length) characters; the limit is \(SponsorTask.longestText). Make it shorter." : nil
  }

  struct DayComplaint: Error, Equatable {
    let sentence: String
  }

  /// The typed day, nil for none, or what is wrong with it.
  func due(_ text: String, on today: CalendarDay) -> Result<CalendarDay?, DayComplaint> {
    if text.allSatisfy(\.isWhitespace) { return .success(nil) }
    guard let day = CalendarDay(text) else {
      return .failure(DayComplaint(sentence: "Enter a day, or leave this empty."))
    }
    if day < today { return .failure(DayComplaint(sentence: "Choose today or a later day.")) }
    if day > today.following(366) { return .failure(DayComplaint(sentence: "Choose a day within a year.")) }
    return .success(day)
  }

  /// Why no task can be given to somebody; nil when one can.
  func obstacle(_ person: Correspondent) -> String? {
    if person.isSponsor { return "Tasks are given by the sponsor." }
    return sealable?.contains(person.person) == true
      ? nil : "Tasks are sealed like messages, and a key is missing. Look under Messages."
  }
}

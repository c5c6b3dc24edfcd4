public import Days
public import Forms
internal import Hours
internal import Interface
public import Kernel
internal import Platform

/// A person's events and due todos, and the state of every window.
public struct AgendaState: FormDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, done
    case failed(Problem)
  }

  public internal(set) var reading = Reading.unread
  public internal(set) var events: [ID<CalendarEvent>: KeptEvent] = [:]
  /// Number of changes of `events`, by which windows and other features know which they have expanded.
  public internal(set) var edition = 0
  /// The due todos by their day, in order.
  public internal(set) var todos: [CalendarDay: [DueTodo]] = [:]
  /// The person's choice, in every window.
  public internal(set) var view = CalendarView.month
  private var isChosen = false
  private var hasBegun = false
  private var isReading = false
  private var mustReadAgain = false
  /// Drafts that no window has open, the newest first.
  public var drafts: [EventDraft] = []
  public var windows = WindowStates<AgendaWindowState>()

  public init() {}

  public typealias Steps = [Step<AgendaEffect, AgendaNews>]

  public mutating func receive(_ action: AgendaAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard !hasBegun else { return [] }
      hasBegun = true
      return [.run(.recall, .latest("recall")), .run(.listen, .standing("changes"))] + findDrafts + readAnew()
    case .todos(let due):
      todos = Dictionary(grouping: due, by: \.day).mapValues { $0.sorted(by: DueTodo.isEarlier) }
    case .refresh, .changed: return readAgain()
    case .recalled(let view): if let view, !isChosen { self.view = view }
    case .read(let events): return adopt(events, now)
    case .notRead(let problem):
      isReading = false
      reading = .failed(problem)
    case .form(let answer): take(answer, at: now)
    case .saved(let order, let kept): return saved(order, kept, now)
    case .notSaved(let order, let problem): return notSaved(order, problem)
    case .added(let kept, let window): return added(kept, in: window, now)
    case .removed(let removed, let window): return tookAway(removed, in: window, now)
    case .notRemoved(let problem, let window):
      windows[window].problem = problem
      return readAnew()
    case .restored(let removed, let kept, let window): return restored(removed, kept, in: window, now)
    case .notRestored(let removed, let problem, let window): windows[window].undos.fail(removed.undoKey, problem)
    case .moved(let kept, let before, let window): return moved(kept, from: before, in: window, now)
    case .notMoved(let problem, let window):
      return readAnew() + [.tell(.told(Toast(problem.sentence, tone: .warning)), window)]
    case .undoEnds(let key, let window): windows[window].undos.expire(key)
    case .opened(let sheet, let window): return opened(sheet, in: window)
    case .notOpened(let problem, let window): return notOpened(problem, in: window)
    case .imported(let all, let window): return imported(all, in: window, now)
    case .importUndone(let window): return readAnew() + importUndone(in: window)
    case .notImported(let problem, let window): return readAnew() + notImported(problem, in: window)
    case .handedOut(let outcome, let window): return handedOut(outcome, in: window)
    }
    return []
  }

  // MARK: Reading

  /// Reads the events. If a read is under way, one more follows it, so that a busy sync cannot keep every read from
  /// ending.
  mutating func readAgain() -> Steps {
    guard hasBegun else { return [] }
    guard isReading else { return readAnew() }
    mustReadAgain = true
    return []
  }

  /// Starts a new read: the one under way may have started before an own save, so its answer is ignored.
  mutating func readAnew() -> Steps {
    guard hasBegun else { return [] }
    isReading = true
    mustReadAgain = false
    return [.run(.read, .latest("events"))]
  }

  private mutating func adopt(_ all: [KeptEvent], _ now: Moment) -> Steps {
    reading = .done
    isReading = false
    let read = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    if read != events { change(now) { $0 = read } }
    refill(now)
    return mustReadAgain ? readAnew() : []
  }

  /// Changes the events, and expands what the windows show.
  mutating func change(_ now: Moment, _ body: (inout [ID<CalendarEvent>: KeptEvent]) -> Void) {
    body(&events)
    edition += 1
    for window in Array(windows.windows) { expand(in: window, now) }
  }

  // MARK: Views

  mutating func choose(_ view: CalendarView, _ now: Moment) -> Steps {
    guard view != self.view || !isChosen else { return [] }
    self.view = view
    isChosen = true
    for window in Array(windows.windows) { expand(in: window, now) }
    return [.run(.keepView(KeptView(view, at: now.date)), .newest("view"))]
  }

  /// Expands what a window shows, unless it has done so.
  mutating func expand(in window: WindowID, _ now: Moment) {
    let local = windows[window]
    guard reading == .done, local.isShown else { return }
    let range = view.range(of: local.day ?? now.day, in: now)
    if let shown = local.shown, shown.edition == edition, shown.expansion.range == range,
      shown.expansion.zone == now.zone
    {
      return
    }
    let events = events.values.lazy.map(\.event)
    windows[window].shown = ShownExpansion(
      edition: edition, expansion: EventExpansion(events, in: range, zone: now.zone))
  }

  /// The occurrences in a range, as the window has them, or expanded now if the day or the zone has changed.
  func expansion(of range: ClosedRange<CalendarDay>, in window: WindowID, _ now: Moment) -> EventExpansion {
    if let shown = windows[window].shown, shown.edition == edition, shown.expansion.zone == now.zone,
      shown.expansion.range.contains(range.lowerBound), shown.expansion.range.contains(range.upperBound)
    {
      return shown.expansion
    }
    return EventExpansion(events.values.lazy.map(\.event), in: range, zone: now.zone)
  }
}

/// The shown occurrences of a window, and the edition of the events they come from.
struct ShownExpansion: Sendable, Equatable {
  let edition: Int
  let expansion: EventExpansion
}

extension CalendarView {
  /// The days that are shown with a day: whole weeks for a month.
  func range(of day: CalendarDay, in now: Moment) -> ClosedRange<CalendarDay> {
    let start = DateWords(now).isAmerican ? 0 : 1
    func week(_ day: CalendarDay) -> CalendarDay { day.following(-((day.weekday - start + 7) % 7)) }
    switch self {
    case .day: return day...day
    case .week: return week(day)...week(day).following(6)
    case .month:
      let first = day.following(1 - day.day)
      let last = first.following(first.daysInMonth - 1)
      return week(first)...week(last).following(6)
    }
  }

  /// The day that is shown after moving by months, weeks or days.
  func moved(_ day: CalendarDay, by count: Int) -> CalendarDay {
    switch self {
    case .day: return day.following(count)
    case .week: return day.following(7 * count)
    case .month:
      let months = day.year * 12 + day.month - 1 + count
      guard let first = CalendarDay(year: months / 12, month: months % 12 + 1, day: 1) else { return day }
      return first.following(min(day.day, first.daysInMonth) - 1)
    }
  }
}

extension CalendarDay {
  /// The length of the month of which this is the first day.
  fileprivate var daysInMonth: Int { (28...31).last { following($0 - 1).month == month } ?? 28 }

  /// The days to which one can go, so that arithmetic and the columns hold.
  static let reachable =
    (CalendarDay("1900-01-01") ?? .init(number: 0))...(CalendarDay("2199-12-31") ?? .init(number: 0))
}

extension DueTodo {
  /// Those without a time first.
  static func isEarlier(_ one: DueTodo, _ other: DueTodo) -> Bool {
    (one.time?.minutes ?? -1, one.title, one.id) < (other.time?.minutes ?? -1, other.title, other.id)
  }
}

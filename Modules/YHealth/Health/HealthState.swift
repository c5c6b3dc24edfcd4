internal import Days
public import Forms
internal import Interface
public import Kernel
public import Measures
public import Platform
internal import Storage

/// The log, its freshness, and the state of every window.
public struct HealthState: FormDeciding {
  /// The progress of reading the entries.
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  /// The origin of today's figures.
  public enum Freshness: Sendable, Equatable {
    case unknown
    /// From the last stored summary.
    case cached(at: Date)
    /// From the entries themselves.
    case fresh
  }

  /// The newest entries, the newest first.
  public internal(set) var entries: [KeptEntry] = []
  public internal(set) var reading = Reading.unread
  /// The figures of all days, for more than two years back; the stored ones until they are summed again.
  public internal(set) var days = DayTable()
  /// The figures of devices alone; empty until all days are summed.
  var devices = DayTable()
  public internal(set) var daysFreshness = Freshness.unknown
  public internal(set) var habits = HabitBook()
  /// Whether damaged data was cleared here and is still to be fetched from the server.
  public internal(set) var isMending = false
  var looking = ReadProgress()
  /// Number of entries of each kind requested last.
  var extent = HealthState.leastExtent
  /// The summary of today, or of the last day in use.
  public internal(set) var summary: DaySummary?
  public internal(set) var freshness = Freshness.unknown
  /// The entries that were made or changed on this device since the start.
  var own: Set<EntryName> = []
  /// Entries that were removed since another device had logged the same, the newest last.
  var removedTwins: [KeptEntry] = []
  /// Drafts that no window has open, the newest first.
  public var drafts: [KeptDraft] = []
  public var windows = WindowStates<HealthWindowState>()

  /// Enough for today and the pillars of a frequent user.
  static let leastExtent = 200

  public init() {}

  /// The time at which today's figures were summed; nil when they are unknown.
  public var asOf: Date? { freshness == .unknown ? nil : summary?.at }

  public typealias Steps = [Step<HealthEffect, HealthEvent>]

  public mutating func receive(_ action: HealthWindowAction, from window: WindowID, at now: Moment) -> Steps {
    // A window may be in another zone than the person, whose days are summed.
    let hasTurned = looking.place?.zone == now.zone ? turned(at: now) : false
    let steps = decide(action, in: window, now)
    return steps + (pagesWanted > extent ? readAnew(now) : hasTurned ? lookAgain(now) : [])
  }

  public mutating func receive(_ action: HealthAction, at now: Moment) -> Steps {
    let hasTurned = turned(at: now)
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      looking.isRemembering = true
      return [
        // The small summary first; the entries follow its answer.
        .run(.remember(day: CalendarDay(of: now).text), .latest("remember")), .run(.listen, .standing("changes")),
      ] + findDrafts
    case .refresh:
      looking.mustCheckWaiting = true
      return lookAgain(now)
    case .preferenceChanged: return sumUpAnew(now)
    case .moved: return hasTurned ? sumUpAnew(now) : []
    case .refreshAsked:
      looking.mustCheckWaiting = true
      looking.isAskedFor = reading != .unread
      return lookAgain(now)
    case .changed: return lookAgain(now)
    case .mending(let isMending): self.isMending = isMending
    case .remembered(let summary, let days):
      looking.isRemembering = false
      remember(summary, days)
      return readAnew(now)
    case .form(let answer): take(answer, at: now)
    case .read(let entries, let marks): return adopt(entries, marks, now)
    case .notRead(let problem):
      looking.isUnderWay = false
      looking.isAskedFor = false
      reading = .failed(problem)
      return [.say(.notRead(problem))]
    case .caughtUp(let news): return adopt(news, now)
    case .summedUp(let all): return adopt(all, now)
    case .notLooked(let problem):
      notLooked()
      looking.isAskedFor = false
      return [.say(.notRead(problem))]
    case .opened(let form, let opening, let window): return opened(form, opening, in: window, now)
    case .saved(let order, let kept): return saved(order, kept, now)
    case .notSaved(let order, let problem): return notStored(order.form, in: order.window, problem)
    case .outrun(let order, let newer): return outrun(order, newer, now)
    case .deleted(let kept, let window): return deleted(kept, in: window, now)
    case .twinRemoved(let kept): return twinRemoved(kept, now)
    case .notDeleted(_, let problem, let window):
      windows[window].problem = problem
      return readAnew(now)
    case .restored(let kept, let window): return restored(kept, in: window, now)
    case .notRestored(let key, let problem, let window): windows[window].undos.fail(key, problem)
    case .notReverted(let name, let problem, let window): return notReverted(name, problem, in: window, now)
    case .undoEnds(let key, let window): windows[window].undos.expire(key)
    case .photo(let answer, let form, let window): return photo(answer, form, in: window, now)
    case .quickSaved(let kept, let window): return quickSaved(kept, in: window, now)
    case .copied(let kept, let problem, let window): return copied(kept, problem, in: window, now)
    case .copiesDeleted(let names, let count, let window): return copiesDeleted(names, kept: count, in: window, now)
    case .notDone(let problem, let window): return habitNotSaved(problem, in: window, now)
    case .habitSaved(let habit, let isNew, let window): return habitSaved(habit, isNew: isNew, in: window, now)
    case .ticked(let tick): return ticked(tick, now)
    }
    return []
  }

  /// One more than the history shows, which tells whether there is more.
  var pagesWanted: Int { (windows.all.map(\.pages).max() ?? 1) * HealthWindowState.page + 1 }

  /// Updates unchanged forms with what was saved elsewhere.
  mutating func refill(_ now: Moment) {
    let byName = Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    windows.forEach { local in
      for form in Array(local.forms.values) where form.phase == .editing && !form.isDirty {
        guard let id = form.name.entry, let kept = byName[EntryName(form.name.kind, id)], kept.version != form.version
        else { continue }
        local.forms[form.name]?.fill(with: kept, at: now)
      }
    }
  }

  // MARK: Entries

  mutating func take(_ kept: KeptEntry) {
    noteOwn([kept])
    entries.removeAll { $0.name == kept.name }
    let place = entries.firstIndex { KeptEntry.isNewer(kept, $0) } ?? entries.endIndex
    entries.insert(kept, at: place)
  }

  func kept(_ name: EntryName) -> KeptEntry? { entries.first { $0.name == name } }

  // MARK: Forms

  /// The form as the window has it, or as it is before it is opened.
  func form(_ name: FormName, in window: WindowID) -> EntryForm {
    windows[window].forms[name]
      ?? EntryForm(name, in: window, phase: name.isNew ? .editing : .opening, id: name.entry)
  }
}

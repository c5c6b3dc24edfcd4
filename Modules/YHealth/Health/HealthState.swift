internal import Days
public import FoundationEssentials
internal import Interface
public import Kernel
public import Measures
internal import Storage

/// What is known of the log, how fresh that is, and what every window has in hand.
public struct HealthState: Deciding {
  /// How far reading the entries has come.
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  /// Where the figures of today come from.
  public enum Freshness: Sendable, Equatable {
    case unknown
    /// As they were when they were last summed up.
    case cached(at: Date)
    /// From the entries themselves.
    case fresh
  }

  /// The newest, the newest first.
  public internal(set) var entries: [KeptEntry] = []
  public internal(set) var reading = Reading.unread
  /// All days in numbers, back to two years ago and more; as they were last summed up, until they are anew.
  public internal(set) var days = DayTable()
  /// What of them devices alone said; empty until all are summed up.
  var devices = DayTable()
  public internal(set) var daysFreshness = Freshness.unknown
  public internal(set) var habits = HabitBook()
  /// Some of it was damaged here and cleared, and what the server has of it is still to come.
  public internal(set) var isMending = false
  var looking = Looking()
  /// How many of each kind were asked for last.
  var extent = HealthState.leastExtent
  /// What is kept of the day that was summed up last.
  public internal(set) var summary: DaySummary?
  public internal(set) var freshness = Freshness.unknown
  /// Drafts that no window has in hand, the newest first.
  var orphans: [KeptDraft] = []
  public internal(set) var desks: [HealthDesk.Name: HealthDesk] = [:]

  /// Enough for today and the pillars, however much somebody logs.
  static let leastExtent = 200

  public init() {}

  /// When what is shown of today was summed up; nil when nothing is known.
  public var asOf: Date? { freshness == .unknown ? nil : summary?.at }

  public typealias Steps = [Step<HealthEffect, HealthEvent>]

  public func desks(changedSince older: Self) -> Desks? { changed(\.desks, since: older) }

  public mutating func receive(_ action: HealthAction, at now: Moment) -> Steps {
    let turned = turned(at: now)
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      looking.isRemembering = true
      return [
        // The day first, which is small; the entries follow its answer.
        .run(.remember(day: CalendarDay(of: now).text), .latest("remember")), .run(.recover, .latest("recover")),
        .run(.listen, .standing("changes")),
      ]
    case .refresh:
      looking.mustCheckWaiting = true
      return lookAgain(now)
    case .refreshAsked:
      looking.mustCheckWaiting = true
      looking.isAskedFor = reading != .unread
      return lookAgain(now)
    case .changed: return lookAgain(now)
    case .mending(let isMending): self.isMending = isMending
    case .at(let name, let action):
      var desk = desks[name] ?? HealthDesk()
      let steps = decide(action, at: &desk, name, now)
      desks[name] = desk == HealthDesk() ? nil : desk
      return steps + (pagesWanted > extent ? readAnew(now) : turned ? lookAgain(now) : [])
    case .close(let name): return close(name, now)
    case .remembered(let summary, let days):
      looking.isRemembering = false
      remember(summary, days)
      return readAnew(now)
    case .recovered(let drafts): recovered(drafts)
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
    case .opened(let form, let opening, let desk): return opened(form, opening, at: desk, now)
    case .saved(let order, let kept): return saved(order, kept, now)
    case .notSaved(let order, let problem): return notSaved(order, problem)
    case .outrun(let order, let newer): return outrun(order, newer, now)
    case .draftNotKept(let draft, let problem): draftNotKept(draft, problem)
    case .deleted(let kept, let desk): return deleted(kept, at: desk, now)
    case .notDeleted(_, let problem, let desk):
      desks[desk, default: HealthDesk()].problem = problem
      return readAnew(now)
    case .restored(let kept, let desk): return restored(kept, at: desk, now)
    case .notRestored(let name, let problem, let desk): notRestored(name, problem, at: desk)
    case .undoEnds(let name, let desk): endUndo(name, at: desk)
    case .photo(let answer, let form, let desk): return photo(answer, form, at: desk, now)
    case .quickSaved(let kept, let desk, let isOnline): return quickSaved(kept, at: desk, isOnline: isOnline, now)
    case .notDone(let problem, let desk): return habitNotSaved(problem, at: desk, now)
    case .habitSaved(let habit, let isNew, let desk): return habitSaved(habit, isNew: isNew, at: desk, now)
    case .ticked(let tick): return ticked(tick, now)
    }
    return []
  }

  /// One more than the history shows, so that it knows whether there is more.
  var pagesWanted: Int { (desks.values.map(\.pages).max() ?? 1) * HealthDesk.page + 1 }

  /// What somebody else saved shows at once in a form in which nothing was typed.
  mutating func refill(_ now: Moment) {
    let byName = Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for (name, desk) in desks {
      for form in desk.forms.values where form.phase == .editing && !form.isDirty {
        guard let id = form.name.entry, let kept = byName[EntryName(form.name.kind, id)], kept.version != form.version
        else { continue }
        desks[name]?.forms[form.name]?.fill(with: kept, in: now.zone)
      }
    }
  }

  // MARK: Entries

  mutating func take(_ kept: KeptEntry) {
    entries.removeAll { $0.name == kept.name }
    let place = entries.firstIndex { KeptEntry.isNewer(kept, $0) } ?? entries.endIndex
    entries.insert(kept, at: place)
  }

  func kept(_ name: EntryName) -> KeptEntry? { entries.first { $0.name == name } }

  // MARK: Forms

  mutating func change(_ form: FormName, at desk: HealthDesk.Name, _ body: (inout EntryForm) -> Void) {
    guard var changed = desks[desk]?.forms[form] else { return }
    body(&changed)
    desks[desk]?.forms[form] = changed
  }
}

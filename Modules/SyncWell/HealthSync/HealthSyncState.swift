public import Carrying
internal import Days
internal import HealthProviders
internal import Interface
public import Kernel
internal import Platform
internal import Samples

/// The syncs of a person, the runs under way, and the state of every window.
public struct HealthSyncState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  /// A run that is decided and has not begun, since another one writes to the same destination.
  struct Waiting: Sendable, Equatable {
    let plan: ID<SyncPlan>
    let trigger: RunOrder.Trigger
    let deadline: Date?
  }

  public internal(set) var reading = Reading.unread
  public internal(set) var book = SyncBook()
  /// The apps by their identifiers; an app that is not in it is not connected.
  public internal(set) var accounts: [String: AppStanding] = [:]
  public internal(set) var isPro = false
  var running: [ID<SyncPlan>: RunOrder.Trigger] = [:]
  var waiting: [Waiting] = []
  /// The sources that are listened to, and the kinds of which a change is wanted.
  var listening: [String: Set<SampleKind>] = [:]
  /// The syncs whose source has changed since their last run began, with the instant of the first change.
  var changed: [ID<SyncPlan>: Date] = [:]
  /// The day of the historical sync that is under way.
  var historyDay: CalendarDay?
  /// When the days that were carried are looked through for figures that may not be kept any longer.
  var daysExpireAt: Date?
  /// When something has to be removed next; nil while nothing awaits it.
  var expiryAt: Date?
  /// The instant of the last action, so that texts about times are drawn again.
  var drawnAt: Date?
  public var windows = WindowStates<HealthSyncWindowState>()

  public init() {}

  public typealias Steps = [Step<HealthSyncEffect, HealthSyncEvent>]

  static let keeping = Lane.inOrder("keep")

  /// Whether a sync is running or about to run.
  public func isSyncing(_ id: ID<SyncPlan>) -> Bool { running[id] != nil || waiting.contains { $0.plan == id } }

  // MARK: Results

  public mutating func receive(_ action: HealthSyncAction, at now: Moment) -> Steps {
    drawnAt = now.date
    switch action {
    case .begin, .changedElsewhere:
      guard action == .changedElsewhere || reading == .unread else { return [] }
      return load()
    case .loaded(let book): return loaded(book, now)
    case .notLoaded(let problem): reading = .failed(problem)
    case .accounts(let accounts): return connected(accounts, now)
    case .pro(let isPro): self.isPro = isPro
    case .background(let trigger, let deadline):
      return start(due(now, all: true), .background(trigger), until: deadline, now)
    case .due: return start(due(now), .background("periodic"), until: nil, now) + plan(now)
    case .sourceChanged(let source, let kind): return sourceChanged(source, kind, now)
    case .quiet: return followChanges(now)
    case .minutePassed: return watchMinute(now)
    case .ran(let id, let report): return ran(id, report, now)
    case .notRan(let id, let problem): return notRan(id, problem, now)
    case .previewed(let report, let window): windows[window].look = .previewed(report)
    case .notPreviewed(let problem, let window): windows[window].look = .failed(problem)
    case .compared(let days, let window): windows[window].look = .compared(days)
    case .traced(let records, let window): windows[window].look = .traced(records)
    case .historyRan(let day, let report): return historyRan(day, report, now)
    case .notHistoryRan(let problem): return notHistoryRan(problem, now)
    case .historyDue: return continueHistory(now)
    case .settled(let conflict, let window): return settled(conflict, in: window, now)
    case .notSettled(_, let problem, let window):
      windows[window].settling = nil
      return [.tell(.told(Toast(problem)), window)]
    case .created(let plan, let window): return created(plan, in: window, now)
    case .ruleSet(let rule): return ruleSet(rule, now)
    case .historyBegan(let run): return historyBegan(run, now)
    case .notSaved(let problem): return [.say(.told(Toast(problem)))]
    case .catalogue(let catalogue): if catalogue.edition > book.catalogue.edition { book.catalogue = catalogue }
    case .noCatalogue: break
    case .expiryDue: return expire(now)
    case .daysExpired(let next): return daysExpired(next, now)
    }
    return []
  }

  mutating func load() -> Steps {
    if reading != .done { reading = .underWay }
    return [.run(.load, .latest("load"))]
  }

  private mutating func loaded(_ book: SyncBook, _ now: Moment) -> Steps {
    let wasRead = reading == .done
    reading = .done
    let gone = self.book.plans.filter { book.plan($0.id) == nil }
    self.book = book
    if book.history == nil { historyDay = nil }
    for plan in gone { (running[plan.id], changed[plan.id]) = (nil, nil) }
    waiting.removeAll { book.plan($0.plan) == nil }
    var steps = gone.map { Step.stop(HealthSyncState.lane($0.id)) } + stopListening() + expire(now) + plan(now)
    if !wasRead {
      steps.append(.run(.renewCatalogue, .unawaited("catalogue")))
      steps += continueHistory(now)
    }
    return steps
  }

  // MARK: Accounts

  private mutating func connected(_ accounts: [String: AppStanding], _ now: Moment) -> Steps {
    let former = self.accounts
    self.accounts = accounts
    var steps: Steps = []
    // Without the connection the syncs of an app have nothing to go on with: they go with it.
    if reading == .done {
      for plan in book.plans
      where [plan.source, plan.destination].contains(where: { former[$0] != nil && accounts[$0] == nil }) {
        steps += remove(plan.id, now)
      }
    }
    // What waited for a connection is tried at once.
    let mended = book.plans.filter { plan in
      plan.failure?.needsPerson == true && isConnected(plan)
        && [plan.source, plan.destination].contains { former[$0] != .connected }
    }
    return steps + start(mended.map(\.id), .background("connected"), until: nil, now) + startVainWaits(now) + plan(now)
      + continueHistory(now)
  }

  public func isConnected(_ plan: SyncPlan) -> Bool {
    accounts[plan.source] == .connected && accounts[plan.destination] == .connected
  }

  // MARK: Removal

  mutating func remove(_ id: ID<SyncPlan>, _ now: Moment) -> Steps {
    book.plans.removeAll { $0.id == id }
    book.conflicts.removeAll { $0.first == id || $0.second == id }
    waiting.removeAll { $0.plan == id }
    (running[id], changed[id]) = (nil, nil)
    return [.stop(HealthSyncState.lane(id)), .run(.delete(id), HealthSyncState.keeping)] + next(now)
      + startVainWaits(now) + plan(now) + watchMinute(now)
  }

  static func lane(_ id: ID<SyncPlan>) -> Lane { .latest("run-\(id)") }

  public mutating func closed(_ local: HealthSyncWindowState, of window: WindowID, at now: Moment) -> Steps {
    watchMinute(now)
  }
}

public import Carrying
internal import Days
internal import HealthProviders
internal import Interface
internal import Kernel
public import Platform
internal import Samples

// When syncs run, and what follows from a run.
extension HealthSyncState {
  /// The time between two runs that nobody asked for.
  static let interval = 3600.0
  /// Failures in a row after which the person is told.
  static let toldAfter = 3

  /// The syncs whose time has come.
  func due(_ now: Moment, all: Bool = false) -> [ID<SyncPlan>] {
    book.plans.filter { plan in
      guard !plan.isPaused, isConnected(plan), plan.failure?.needsPerson != true else { return false }
      return all || dueDate(plan) <= now.date
    }.map(\.id)
  }

  /// When a sync is due that is neither paused nor waiting for the person.
  public func dueDate(_ plan: SyncPlan) -> Date {
    if let retry = plan.failure?.retryAt { return retry }
    guard let last = plan.lastSyncedAt else { return plan.createdAt }
    let usual = last.addingTimeInterval(HealthSyncState.interval)
    // A wait that has ended before the last run is dealt with.
    let ends = (plan.waiting ?? []).filter { $0.outcome == .waiting && $0.until > last }.map(\.until).min()
    return min(usual, ends ?? usual)
  }

  /// Waits for the next run that is due and for what has to be removed, tells the system, and listens to the sources.
  mutating func plan(_ now: Moment) -> Steps { listen() + awaitDue(now) + awaitExpiry(now) }

  private func awaitDue(_ now: Moment) -> Steps {
    let open = book.plans.filter {
      !$0.isPaused && isConnected($0) && $0.failure?.needsPerson != true && !isSyncing($0.id)
    }
    guard let next = open.map(dueDate).min() else {
      return [.stop(.standing("due")), .run(.schedule(nil), .newest("schedule"))]
    }
    return [
      .run(.awaitDue(max(next, now.date)), .standing("due")), .run(.schedule(next), .newest("schedule")),
    ]
  }

  func order(_ plan: SyncPlan, _ trigger: RunOrder.Trigger, until deadline: Date?, _ now: Moment) -> RunOrder {
    // A change may concern any day: its source does not say which.
    order(
      plan, plan.days(at: now.date, in: now.zone, looksBack: trigger == HealthSyncState.changed), trigger,
      until: deadline, now)
  }

  func order(
    _ plan: SyncPlan, _ days: ClosedRange<CalendarDay>, _ trigger: RunOrder.Trigger, until deadline: Date? = nil,
    _ now: Moment
  ) -> RunOrder {
    RunOrder(
      plan: plan, days: days, zone: now.zone, trigger: trigger, deadline: deadline, rules: rules,
      conflicts: book.conflicts, catalogue: book.catalogue, rivals: rivals(of: plan))
  }

  /// Starts runs, one at a time for each destination, since they look at what the others have written there.
  mutating func start(
    _ ids: [ID<SyncPlan>], _ trigger: RunOrder.Trigger, until deadline: Date?, _ now: Moment
  ) -> Steps {
    guard reading == .done else { return [] }
    for id in ids where !isSyncing(id) { waiting.append(Waiting(plan: id, trigger: trigger, deadline: deadline)) }
    return next(now)
  }

  mutating func next(_ now: Moment) -> Steps {
    var steps: Steps = []
    var busy = Set(book.plans.filter { running[$0.id] != nil }.map(\.destination))
    for one in waiting {
      guard let plan = book.plan(one.plan), !busy.contains(plan.destination) else { continue }
      busy.insert(plan.destination)
      waiting.removeAll { $0.plan == one.plan }
      running[plan.id] = one.trigger
      changed[plan.id] = nil
      if case .background(let why) = one.trigger { steps.append(.say(.fact(.backgroundStarted(why)))) }
      steps.append(.run(.run(order(plan, one.trigger, until: one.deadline, now)), HealthSyncState.lane(plan.id)))
    }
    waiting.removeAll { book.plan($0.plan) == nil }
    if running.isEmpty, waiting.isEmpty { windows.forEach { $0.isRefreshing = false } }
    return steps
  }

  mutating func ran(_ id: ID<SyncPlan>, _ report: RunReport, _ now: Moment) -> Steps {
    let trigger = running.removeValue(forKey: id)
    guard var plan = book.plan(id) else { return next(now) }
    plan.failure = nil
    plan.lastCount = report.written
    if report.isComplete {
      plan.lastSyncedAt = now.date
      if plan.lookedBackAt.map({ now.date.timeIntervalSince($0) >= 86_400 }) ?? true { plan.lookedBackAt = now.date }
      plan.readUntil = now.date
    }
    plan.keep(report.waiting[id])
    book.update(plan)
    var steps: Steps = [.run(.save(plan), HealthSyncState.keeping)]
    steps += found(report.conflicts, now)
    if case .background = trigger { steps.append(.say(.fact(.backgroundCompleted(items: report.written)))) }
    let ends = [plan.source, plan.destination]
    if report.written > 0, ends.contains("apple-health"),
      ends.contains(where: { ["google-health", "health-connect"].contains($0) })
    {
      let names = ends.map { $0 == "apple-health" ? "apple" : "google" }
      steps.append(.say(.fact(.crossPlatformCompleted(source: names[0], destination: names[1]))))
    }
    // What the deadline left is done at the next opportunity.
    if !report.isComplete { waiting.removeAll { $0.plan == id } }
    return steps + next(now) + self.plan(now) + awaitQuiet(after: id, now) + watchMinute(now)
  }

  mutating func found(_ conflicts: [SyncConflict], _ now: Moment) -> Steps {
    guard !conflicts.isEmpty else { return [] }
    book.conflicts = conflicts + book.conflicts
    return [.run(.keepConflicts(conflicts), HealthSyncState.keeping)]
      + conflicts.filter(\.isOpen).map { _ in .say(.fact(.conflictDetected)) } + endWaits(of: conflicts, now)
  }

  mutating func notRan(_ id: ID<SyncPlan>, _ problem: Problem, _ now: Moment) -> Steps {
    let trigger = running.removeValue(forKey: id)
    guard var plan = book.plan(id) else { return next(now) }
    // Not everybody asks again at the same moment: the identifier of the sync moves its wait.
    let spread = Double(id.uuid.uuid.15) / 255
    let failure = RunFailure(problem, after: plan.failure, at: now.date, spread: spread)
    let isNews = failure.needsPerson != (plan.failure?.needsPerson ?? false)
    plan.failure = failure
    book.update(plan)
    var steps: Steps = [.run(.save(plan), HealthSyncState.keeping)]
    if case .background = trigger { steps.append(.say(.fact(.backgroundFailed(code: HealthSyncState.plain(problem))))) }
    if failure.needsPerson ? isNews : failure.count == HealthSyncState.toldAfter {
      steps.append(.say(.failing(id, name: name(plan), needsPerson: failure.needsPerson)))
    }
    changed[id] = nil
    return steps + next(now) + self.plan(now)
  }

  /// The code without the instant that some carry.
  static func plain(_ problem: Problem) -> String { String(problem.code.prefix { $0 != ":" }) }

  /// "Steps, Sleep from Garmin to Google Health".
  public func name(_ plan: SyncPlan) -> String {
    let kinds = plan.kinds.map(\.title).joined(separator: ", ")
    return "\(kinds) from \(book.catalogue.name(plan.source)) to \(book.catalogue.name(plan.destination))"
  }

  // MARK: Times

  /// Renews the texts about times each minute while a window shows them.
  func watchMinute(_ now: Moment) -> Steps {
    let isShown = windows.all.contains { !$0.shown.isEmpty }
    let isRecent = book.plans.contains { plan in
      plan.lastSyncedAt.map { (0..<7200).contains(now.date.timeIntervalSince($0)) } ?? false
    }
    guard isShown, isRecent else { return [.stop(.standing("minute"))] }
    return [.run(.awaitMinute(now.date.addingTimeInterval(60)), .standing("minute"))]
  }
}

public import Carrying
internal import Kernel
public import Platform
internal import Samples

// Workouts that are not written before their second recording has arrived, or the wait for it is over.
extension HealthSyncState {
  /// The rules as they hold: a rule that is part of Pro is a question without it.
  var rules: [KindRule] {
    isPro
      ? book.rules
      : book.rules.map { rule in
        var rule = rule
        if rule.choice == .merge { rule.choice = .ask }
        return rule
      }
  }

  /// The syncs from which a second recording may come.
  func rivals(of plan: SyncPlan) -> [SyncPlan] { book.rivals(of: plan, where: isConnected) }

  private func mayWait(_ plan: SyncPlan) -> Bool {
    (book.workoutRule(at: plan.destination)?.waitMinutes ?? 0) > 0 && !rivals(of: plan).isEmpty
  }

  /// The workouts of a sync that wait, those whose wait ends first at the beginning.
  public func waiting(_ plan: SyncPlan, at now: Date) -> [WaitingRecord] {
    guard mayWait(plan), !plan.isPaused else { return [] }
    return (plan.waiting ?? []).filter { $0.isWaiting(at: now) }.sorted { $0.until < $1.until }
  }

  mutating func chooseWait(_ minutes: Int, of id: ID<SyncPlan>, _ now: Moment) -> Steps {
    guard let plan = book.plan(id), minutes == 0 || WaitingRecord.choices.contains(minutes) else { return [] }
    let former = book.workoutRule(at: plan.destination)
    return [
      .run(
        .setRule(
          former, destination: plan.destination, .workout, former?.choice ?? ConflictChoice.usual(.workout),
          preferred: former?.preferred, wait: minutes == 0 ? nil : minutes, at: now.date), HealthSyncState.keeping)
    ]
  }

  mutating func sendNow(_ id: ID<SyncPlan>, _ key: String?, _ now: Moment) -> Steps {
    let steps = end(id, as: .sent) { key == nil || $0.key == key }
    guard !steps.isEmpty else { return [] }
    // The run under way holds it still, so that another one follows.
    if running[id] != nil { changed[id] = now.date }
    return steps + start([id], .manual, until: nil, now) + plan(now)
  }

  /// Starts the syncs whose workouts wait in vain, since the rule or the other sync is not there any more.
  mutating func startVainWaits(_ now: Moment) -> Steps {
    let vain = book.plans.filter { plan in
      !plan.isPaused && isConnected(plan) && plan.failure == nil && !mayWait(plan)
        && plan.waiting?.contains { $0.outcome == .waiting } == true
    }
    return vain.isEmpty ? [] : start(vain.map(\.id), .background("periodic"), until: nil, now)
  }

  /// Ends the waits of workouts whose second recording has come, where it is decided which one counts. One that counts itself is
  /// written at once.
  mutating func endWaits(of conflicts: [SyncConflict], _ now: Moment) -> Steps {
    var steps: Steps = []
    for conflict in conflicts where !conflict.isOpen {
      guard let (first, second) = conflict.keys else { continue }
      let ended = end(conflict.first, as: .paired) { $0.key == first || $0.key == second }
      steps += ended + end(conflict.second, as: .paired) { $0.key == first || $0.key == second }
      guard !ended.isEmpty, conflict.settlement == .first, conflict.rule != nil else { continue }
      steps += start([conflict.first], .background("periodic"), until: nil, now)
    }
    return steps
  }

  mutating func keepWaits(_ waiting: [ID<SyncPlan>: [WaitingRecord]]) -> Steps {
    book.plans.compactMap { plan in
      var plan = plan
      plan.keep(waiting[plan.id])
      guard plan != book.plan(plan.id) else { return nil }
      book.update(plan)
      return .run(.save(plan), HealthSyncState.keeping)
    }
  }

  private mutating func end(
    _ id: ID<SyncPlan>, as outcome: WaitingRecord.Outcome, where concerns: (WaitingRecord) -> Bool
  ) -> Steps {
    guard var plan = book.plan(id), let records = plan.waiting else { return [] }
    plan.waiting = records.map { record in
      var record = record
      if record.outcome == .waiting, concerns(record) { record.outcome = outcome }
      return record
    }
    guard plan != book.plan(id) else { return [] }
    book.update(plan)
    return [.run(.save(plan), HealthSyncState.keeping)]
  }
}

extension SyncPlan {
  /// Keeps what a run has decided about waits. What was decided while it ran stays.
  mutating func keep(_ records: [WaitingRecord]?) {
    guard let records, !records.isEmpty || waiting != nil else { return }
    let ended = (waiting ?? []).filter { $0.outcome != .waiting }
    waiting = records.map { record in ended.first { $0.key == record.key } ?? record }
  }
}

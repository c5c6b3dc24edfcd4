internal import Carrying
internal import HealthProviders
internal import Kernel
internal import Platform
internal import Samples

// Runs that follow from a change at a source, and not from the time that has passed.
extension HealthSyncState {
  /// Seconds without another change after which the syncs of a source run. A device stores what it measured in pieces.
  static let quiet = 15.0
  /// The seconds after the first change by which they run, even if the changes do not end, as during a workout.
  static let longestUnrest = 300.0

  /// The reason of a run that follows from a change.
  static let changed = RunOrder.Trigger.background("os_push")

  private static func listening(_ source: String) -> Lane { .standing("changes-\(source)") }

  /// Listens to the sources of the syncs that may run, for the kinds that they carry.
  mutating func listen() -> Steps {
    var wanted: [String: Set<SampleKind>] = [:]
    for plan in book.plans where !plan.isPaused && isConnected(plan) {
      wanted[plan.source, default: []].formUnion(plan.kinds)
    }
    let former = listening
    listening = wanted
    let ended = former.keys.filter { wanted[$0] == nil }.sorted()
    let begun = wanted.keys.filter { wanted[$0] != former[$0] }.sorted()
    return ended.map { .stop(HealthSyncState.listening($0)) }
      + begun.map { .run(.listen($0, (wanted[$0] ?? []).sorted()), HealthSyncState.listening($0)) }
  }

  /// Ends all listening, since the sources may be others now under the same names.
  mutating func stopListening() -> Steps {
    defer { listening = [:] }
    return listening.keys.sorted().map { .stop(HealthSyncState.listening($0)) }
  }

  mutating func sourceChanged(_ source: String, _ kind: SampleKind?, _ now: Moment) -> Steps {
    let concerned = book.plans.filter { plan in
      plan.source == source && kind.map { plan.kinds.contains($0) } ?? true && mayFollow(plan, now)
    }
    guard !concerned.isEmpty else { return [] }
    for plan in concerned where changed[plan.id] == nil { changed[plan.id] = now.date }
    return awaitQuiet(now)
  }

  /// Whether a change starts a run. A sync that failed waits for its repetition or the end of the quota.
  private func mayFollow(_ plan: SyncPlan, _ now: Moment) -> Bool {
    guard !plan.isPaused, isConnected(plan) else { return false }
    return plan.failure.map { failure in failure.retryAt.map { $0 <= now.date } ?? false } ?? true
  }

  private func awaitQuiet(_ now: Moment) -> Steps {
    let first = changed.filter { running[$0.key] == nil }.values.min() ?? now.date
    let end = min(
      now.date.addingTimeInterval(HealthSyncState.quiet),
      max(now.date, first.addingTimeInterval(HealthSyncState.longestUnrest)))
    return [.run(.awaitQuiet(end), .standing("quiet"))]
  }

  /// Waits for what a source told while the sync was running.
  func awaitQuiet(after id: ID<SyncPlan>, _ now: Moment) -> Steps { changed[id] == nil ? [] : awaitQuiet(now) }

  /// Starts the syncs whose sources have changed. One that is running is started again when it has ended.
  mutating func followChanges(_ now: Moment) -> Steps {
    let ready = book.plans.filter { changed[$0.id] != nil && running[$0.id] == nil && mayFollow($0, now) }
    changed = changed.filter { running[$0.key] != nil }
    return start(ready.map(\.id), HealthSyncState.changed, until: nil, now) + plan(now)
  }
}

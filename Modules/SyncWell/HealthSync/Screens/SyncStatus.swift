public import Carrying
internal import Days
internal import Interface
public import Kernel
internal import Platform

/// The state of a sync as its card says it.
public struct SyncStatus: Sendable, Equatable {
  enum Kind: String, Sendable {
    case success, syncing, paused, new, conflict
    case errorNeedsAuth = "error_needs_auth"
    case errorRetrying = "error_retrying"
  }

  let kind: Kind
  public let text: String

  public var name: String { kind.rawValue }

  var tone: Tone {
    switch kind {
    case .success: .success
    case .errorNeedsAuth: .critical
    case .errorRetrying, .conflict: .warning
    case .syncing, .paused, .new: .neutral
    }
  }

  var icon: Icon {
    switch kind {
    case .success: .success
    case .syncing: .syncing
    case .paused, .new: .waiting
    case .conflict, .errorRetrying: .warning
    case .errorNeedsAuth: .error
    }
  }
}

extension HealthSyncState {
  /// The status of a sync. What needs the person comes before what only informs.
  public func status(of plan: SyncPlan, at now: Moment? = nil) -> SyncStatus {
    if isSyncing(plan.id) { return SyncStatus(kind: .syncing, text: "Syncing...") }
    let needsPerson = plan.failure?.needsPerson == true || !isConnected(plan)
    if needsPerson { return SyncStatus(kind: .errorNeedsAuth, text: "Needs attention") }
    let conflicts = book.openConflicts(of: plan.id).count
    if conflicts > 0 {
      return SyncStatus(
        kind: .conflict, text: conflicts == 1 ? "1 Conflict Detected" : "\(conflicts) Conflicts Detected")
    }
    if plan.isPaused { return SyncStatus(kind: .paused, text: "Paused") }
    if plan.failure != nil { return SyncStatus(kind: .errorRetrying, text: "Sync failed. Will retry.") }
    guard let last = plan.lastSyncedAt else { return SyncStatus(kind: .new, text: "Not synced yet") }
    return SyncStatus(kind: .success, text: now.map { "Synced \(DateWords($0).ago(last))" } ?? "Synced")
  }
}

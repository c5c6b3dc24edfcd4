internal import Kernel
package import Storage
package import Sync

/// A kind of record that is synced, and how its collection is opened. The sync opens all of them, whether their
/// features have or not.
package struct Synced: Sendable {
  let kind: SyncedKind
  let open: @Sendable (Store) async throws(Problem) -> Void

  package init<Record: Kept>(
    _ type: Record.Type, _ priority: Priority = .entered, policy: Policy = .ask, isNamed: Bool = false
  ) {
    kind = SyncedKind(Record.collection, policy: policy, isNamed: isNamed)
    open = { store throws(Problem) in _ = try await store.collection(Record.self, .owned(priority)) }
  }

  /// Settings: the latest change wins on all devices of a person.
  package static let settings = Synced(KeptSetting.self, .done, policy: .clock("clock"), isNamed: true)
}

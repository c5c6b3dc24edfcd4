internal import Kernel
package import Storage
package import Sync

/// One kind of record that goes to the server, and how its collection is opened: the sync asks for all of them, whether
/// their features have or not.
package struct Synced: Sendable {
  let kind: SyncedKind
  let open: @Sendable (Store) async throws(Problem) -> Void

  package init<Record: Kept>(
    _ type: Record.Type, _ priority: Priority = .entered, policy: Policy = .ask, isNamed: Bool = false
  ) {
    kind = SyncedKind(Record.collection, policy: policy, isNamed: isNamed)
    open = { store throws(Problem) in _ = try await store.collection(Record.self, .owned(priority)) }
  }

  /// On every device of a person the latest choice stands.
  package static let settings = Synced(KeptSetting.self, .done, policy: .clock("clock"), isNamed: true)
}

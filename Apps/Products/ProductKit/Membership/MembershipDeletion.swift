internal import AccountDeletion
internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Shell
internal import Supabase

extension AccountDeletionNeeds {
  /// Implements the deletion of the account by a session. What the device keeps of it lies in the person's drawer. `clear`
  /// removes the account and all of its data from this device.
  init(
    _ environment: PersonEnvironment, _ membership: Membership,
    clear: @escaping @Sendable () async throws(Problem) -> Void
  ) {
    let drawer = environment.drawer
    self.init(
      load: { () throws(Problem) in
        guard let bytes = try await drawer.load(AccountDeletionNeeds.drawerName), !bytes.isEmpty else { return nil }
        return try? JSONDecoder().decode(KeptDeletion.self, from: Data(bytes))
      },
      keep: { kept throws(Problem) in
        let bytes = kept.flatMap { try? JSON.data($0) }.map { Array($0) } ?? []
        try await drawer.keep(AccountDeletionNeeds.drawerName, bytes)
      },
      look: { () throws(Problem) in
        try await membership.session().deletion().map(ScheduledErasure.init)
      },
      request: { password throws(Problem) in
        ScheduledErasure(try await membership.session().requestDeletion(password))
      },
      cancel: { () throws(Problem) in try await membership.session().cancelDeletion() },
      certificate: { receipt throws(Problem) in
        try await membership.session().certificate(for: receipt).map {
          ErasureDocument(id: $0.id, erased: $0.erased, counts: $0.counts, signature: $0.signature)
        }
      }, clear: clear)
  }

  static let drawerName = "account-deletion"
}

extension ScheduledErasure {
  fileprivate init(_ pending: PendingDeletion) {
    self.init(requested: pending.requested, erases: pending.erases, receipt: pending.receipt)
  }
}

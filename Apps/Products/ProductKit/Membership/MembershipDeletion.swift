internal import AccountDeletion
internal import Interface
internal import JSON
internal import Kernel
internal import Platform
internal import Shell
internal import Supabase

extension AccountDeletionNeeds {
  /// Implements the deletion of the account by a session. What the device keeps of it lies in the person's drawer. `clear`
  /// removes the account and all of its data from this device.
  init(
    _ environment: PersonEnvironment, _ membership: Membership,
    clear: @escaping @Sendable () async throws(Problem) -> Void
  ) {
    let (drawer, windows) = (environment.drawer, environment.windows)
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
        switch try await membership.session().erasure(receipt: receipt) {
        case .none: .none
        case .underWay: .underWay
        case .erased(let found):
          .erased(
            ErasureDocument(
              id: found.id, erased: found.erased, counts: found.counts, signature: found.signature, text: found.text))
        }
      },
      save: { document, window throws(Problem) in
        let bytes = Array("\(document.text)\n".utf8)
        let file = OutgoingFile(
          FileName("erasure-certificate.json"), type: "application/json", bytes)
        try await windows.handOut(file, .save, at: window) { _ in }
      }, clear: clear)
  }

  static let drawerName = "account-deletion"
}

extension ScheduledErasure {
  fileprivate init(_ pending: PendingDeletion) {
    self.init(requested: pending.requested, erases: pending.erases, receipt: pending.receipt)
  }
}

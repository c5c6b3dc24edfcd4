internal import Consent
internal import JSON
internal import Kernel
internal import Platform
internal import Shell

/// A withdrawn consent that the server of an account does not have yet, without its text.
struct KeptWithdrawal: Codable, Sendable, Hashable {
  /// The operation under which the server recognises the decision.
  let op: UUID
  let account: UUID
  let record: UUID
  let category: ConsentText.ID
  let decidedAt: Date
}

/// The withdrawals that a server does not have yet, sealed beside the profile. They outlive the records of the person: signing
/// out, or deleting a locked profile, would otherwise undo a decision that the person's other devices must still learn.
actor KeptWithdrawals {
  private static let name = "withdrawals"

  private let shelf: DeviceShelf
  private var known: [KeptWithdrawal]?
  private var written: [KeptWithdrawal] = []

  init(_ shelf: DeviceShelf) { self.shelf = shelf }

  /// All of them, of every account.
  func all() async throws(Problem) -> [KeptWithdrawal] {
    if let known { return known }
    let bytes = try await shelf.load(KeptWithdrawals.name, .profile) ?? []
    if let known { return known }
    // A file that cannot be read holds nothing that could be sent.
    let read = (try? JSONDecoder().decode([KeptWithdrawal].self, from: Data(bytes))) ?? []
    (known, written) = (read, read)
    return read
  }

  /// Replaces those of an account. Returns when they are on disk.
  func replace(_ account: UUID, with withdrawals: [KeptWithdrawal]) async throws(Problem) {
    try await change { $0 = $0.filter { $0.account != account } + withdrawals }
  }

  /// Removes what the server has.
  func remove(_ ops: Set<UUID>) async throws(Problem) { try await change { $0.removeAll { ops.contains($0.op) } } }

  func removeAll() async throws(Problem) { try await change { $0 = [] } }

  private func change(_ body: (inout [KeptWithdrawal]) -> Void) async throws(Problem) {
    var next = try await all()
    body(&next)
    known = next
    // Two changes at once may be written in any order, so the one that returns last writes what holds.
    while let wanted = known, wanted != written {
      guard let bytes = try? JSON.data(wanted) else { return }
      try await shelf.keep(KeptWithdrawals.name, .profile, Array(bytes))
      written = wanted
    }
  }
}

internal import Consent
internal import Identity
internal import Kernel
internal import Platform
internal import Shell
internal import Storage

/// The withdrawn consents that wait for a server, for whoever deletes what is on the device.
struct WaitingWithdrawals: Sendable {
  /// The titles of the consents.
  let titles: @Sendable () async throws(Problem) -> [String]
  /// Gives them up; the person has read that they are not sent.
  let giveUp: @Sendable () async throws(Problem) -> Void
}

extension WithdrawalCourier {
  func waiting(of environment: PersonEnvironment) -> WaitingWithdrawals {
    let drawer = environment.drawer
    return WaitingWithdrawals(
      titles: { () throws(Problem) in
        if let owner = try await drawer.owner() { try await note(for: owner.id) }
        return try await titles()
      }, giveUp: { () throws(Problem) in try await kept.removeAll() })
  }
}

extension Unsent {
  /// Counts what the account's server does not have, without the withdrawals, which are kept beyond signing out.
  init(of owner: Account?, in store: Store, _ courier: WithdrawalCourier?) async throws(Problem) {
    let counts = try await store.outbox.counts()
    guard let owner, let courier else {
      self.init(counts.unsent)
      return
    }
    let kept = Set(try await courier.note(for: owner.id).map(\.op))
    let inQueue = try await store.outbox.changes(limit: .max).count { kept.contains($0.op) }
    let titles = try await courier.titles(of: owner.id)
    let isWithheld = courier.consents.states.value.sending != .granted
    self.init(counts.unsent - inQueue, withdrawals: titles, isWithheld: isWithheld)
  }
}

internal import Consent
internal import Identity
internal import Kernel
internal import Storage
internal import Sync

/// Sends the decisions about consent after the sync has stopped because of one of them, and nothing else: the person's
/// other devices and the server obey a withdrawal only once they know it. A refusal before anything was sent stays on the
/// device.
///
/// A decision stays in the queue as well. When the sync starts again, the server recognises it.
struct WithdrawalCourier: Sendable {
  let store: Store
  let membership: Membership
  let records: [SyncedRecord]
  let consents: Consents
  let identity: Identity

  /// Sends what the server may not have. Without a connection nothing happens; call it again when there is one.
  func send() async throws(Problem) {
    await consents.states.wait { $0.reading != .unread && $0.reading != .underWay }
    let state = consents.states.value
    guard state.plan.sending.contains(where: { state.isWithdrawn($0) && state.wasGiven($0) }),
      case .signedIn(let account) = identity.states.value.standing
    else { return }
    let decisions = try await store.outbox.changes().filter { $0.collection == ConsentRecord.collection }
    guard !decisions.isEmpty else { return }
    let heading = try await store.heading()
    let push = Packing(records.kinds, owner: account.id).push(
      decisions, device: heading.device, epoch: heading.epoch)
    _ = await membership.push(push)
  }
}

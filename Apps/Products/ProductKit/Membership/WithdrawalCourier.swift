internal import Consent
internal import Identity
internal import Kernel
internal import Platform
internal import Storage
internal import Sync
internal import SyncWire

/// Sends the decisions about consent after the sync has stopped because of one of them, and nothing else: the person's
/// other devices and the server obey a withdrawal only once they know it. A refusal before anything was sent stays on the
/// device.
///
/// A withdrawal that waits is kept beside the profile too. When its records are gone, it is sent at the next sign-in of the
/// same account, before anything else.
struct WithdrawalCourier: Sendable {
  let store: Store
  let membership: Membership
  let records: [SyncedRecord]
  let consents: Consents
  let kept: KeptWithdrawals

  /// Sends what the server of the account may not have. Without a connection nothing happens; call it again when there is
  /// one.
  func send(for account: UUID) async throws(Problem) {
    let waiting = try await note(for: account)
    guard !waiting.isEmpty else { return }
    let state = consents.states.value
    // A permission that came with an archive might be later than the withdrawal.
    let decisions = try await decisions().filter { change in
      !state.imported.contains(change.id) || change.fields[.isGiven] == .bool(false)
    }
    let ops = Set(decisions.map(\.op))
    let heading = try await store.heading()
    let own = Packing(records.kinds, owner: account).push(decisions, device: heading.device, epoch: heading.epoch)
    let entries = waiting.filter { !ops.contains($0.op) }.compactMap { state.plan.entry($0) } + own.entries
    guard let answer = await push(Push(device: heading.device, epoch: heading.epoch, entries: entries)) else { return }
    // A decision is never changed, so another version of it is the same.
    try await kept.remove(Set(answer.results.filter { $0.outcome.hasArrived }.map(\.op)))
    guard !decisions.isEmpty, heading.epoch ?? answer.epoch == answer.epoch else { return }
    let verdicts = answer.results.compactMap { result -> (op: UUID, verdict: Verdict)? in
      guard ops.contains(result.op) else { return nil }
      return switch result.outcome {
      case .applied(let rev): (result.op, .applied(rev: rev))
      case .alreadyApplied(let rev): (result.op, .alreadyApplied(rev: rev))
      case .conflict, .refused, .blocked: nil
      }
    }
    _ = try await store.outbox.settle(verdicts, epoch: answer.epoch)
  }

  /// Keeps the withdrawals that wait, and returns them: those in the queue, and those whose records are gone.
  @discardableResult
  func note(for account: UUID) async throws(Problem) -> [KeptWithdrawal] {
    await consents.states.wait { $0.reading != .unread && $0.reading != .underWay }
    let state = consents.states.value
    let withdrawn = try await decisions().compactMap { change -> KeptWithdrawal? in
      guard change.fields[.isGiven] == .bool(false), case .text(let category)? = change.fields[.category],
        case .date(let date)? = change.fields[.decidedAt], state.plan.sending.contains(category),
        state.isWithdrawn(category), state.wasGiven(category)
      else { return nil }
      return KeptWithdrawal(op: change.op, account: account, record: change.id, category: category, decidedAt: date)
    }
    let here = Set(state.records.map(\.id.uuid))
    let earlier = try await earlier(for: account).filter { !here.contains($0.record) }
    try await kept.replace(account, with: earlier + withdrawn)
    return earlier + withdrawn
  }

  /// The withdrawals of the account that are kept from before its person signed in here.
  func earlier(for account: UUID) async throws(Problem) -> [KeptWithdrawal] {
    let here = Set(consents.states.value.records.map(\.id.uuid))
    return try await kept.all().filter { $0.account == account && !here.contains($0.record) }
  }

  /// The titles of the consents whose withdrawal waits, of that account or of all.
  func titles(of account: UUID? = nil) async throws(Problem) -> [String] {
    let all = try await kept.all()
    let categories = Set(all.filter { account ?? $0.account == $0.account }.map(\.category))
    return consents.states.value.plan.texts.filter { categories.contains($0.id) }.map(\.title)
  }

  private func decisions() async throws(Problem) -> [Change] {
    try await store.outbox.changes(limit: .max).filter { $0.collection == ConsentRecord.collection }
  }

  /// A server of another epoch applies nothing. The decisions do not depend on what it had before, so they are sent again.
  private func push(_ push: Push) async -> PushAnswer? {
    let (first, _) = await membership.push(push)
    guard case .success(let answer) = first.result else { return nil }
    guard answer.results.isEmpty, answer.epoch != push.epoch else { return answer }
    let (second, _) = await membership.push(Push(device: push.device, epoch: answer.epoch, entries: push.entries))
    guard case .success(let answer) = second.result else { return nil }
    return answer
  }
}

extension ConsentPlan {
  /// The entry of a withdrawal whose record is gone, with the text that the product shows; nil for a category that it does
  /// not ask about any more.
  fileprivate func entry(_ kept: KeptWithdrawal) -> Push.Entry? {
    guard let text = texts.first(where: { $0.id == kept.category }) else { return nil }
    let fields: Fields = [
      "id": .uuid(kept.record), ConsentRecord.CodingKeys.category.rawValue: .text(text.id),
      ConsentRecord.CodingKeys.version.rawValue: .int(Int64(text.version)),
      ConsentRecord.CodingKeys.hash.rawValue: .text(text.hash),
      ConsentRecord.CodingKeys.text.rawValue: .text(text.text), ConsentRecord.CodingKeys.isGiven.rawValue: .bool(false),
      ConsentRecord.CodingKeys.decidedAt.rawValue: .date(kept.decidedAt),
    ]
    return Push.Entry(
      op: kept.op, collection: ConsentRecord.collection, id: kept.record, kind: .insert, base: nil,
      fields: fields.mapValues(\.json), editedAt: kept.decidedAt)
  }
}

extension Fields {
  fileprivate subscript(_ key: ConsentRecord.CodingKeys) -> Value? { self[key.rawValue] }
}

extension PushAnswer.Outcome {
  fileprivate var hasArrived: Bool {
    switch self {
    case .applied, .alreadyApplied, .conflict: true
    case .refused, .blocked: false
    }
  }
}

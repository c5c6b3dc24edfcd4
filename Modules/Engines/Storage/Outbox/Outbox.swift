public import Kernel
public import Platform

/// The queue of changes to send to the server. It stores and orders them; what to do next is decided elsewhere.
///
/// A change is claimed, then acknowledged, given back, set aside or brought into conflict. After a crash in between,
/// claimed changes are pending again under the same operation.
public struct Outbox: Sendable {
  let store: Store

  /// Claims the first due change of each entity, by priority, then age, until one of the calls below.
  public func claim(_ limit: Int = 100) async throws(Problem) -> [Change] {
    try await store.keeper.write { ledger throws(Problem) in try ledger.claim(min(max(0, limit), Bounds.rows)) }
  }

  /// The server has applied the change, which is removed. A later edit stays dirty, based on the new revision.
  public func acknowledge(_ op: UUID, rev: String) async throws(Problem) {
    try Outbox.check(rev)
    try await store.keeper.write { ledger throws(Problem) in try ledger.acknowledge(op, rev) }
  }

  /// The change was not delivered: it is pending again, not before that instant. A missing network does not count as a
  /// try.
  public func giveBack(_ op: UUID, until date: Date, countsAsTry: Bool) async throws(Problem) {
    try await store.keeper.write { ledger throws(Problem) in
      try ledger.change(op) { row in
        row.state = .waiting
        row.notBefore = date.timeIntervalSinceReferenceDate
        if countsAsTry { row.attempts += 1 }
      }
    }
  }

  /// Refused for good, or tried often enough: the change is set aside with the reason, and later changes of its entity
  /// wait behind it. `wasRefused` means that the server has certainly not applied it, so that a later edit may correct
  /// it.
  public func setAside(_ op: UUID, reason: String, wasRefused: Bool) async throws(Problem) {
    try await store.keeper.write { ledger throws(Problem) in try ledger.setAside(op, reason, wasRefused) }
  }

  /// Makes a change that was set aside pending again, at the person's request.
  public func retry(_ op: UUID) async throws(Problem) {
    try await store.keeper.write { ledger throws(Problem) in
      try ledger.change(op) { row in
        guard row.state == .aside else { return }
        row.state = .waiting
        row.reason = nil
        row.attempts = 0
        row.notBefore = 0
      }
      ledger.touch()
    }
  }

  /// Discards a change and all later ones of its entity: the record returns to the server's last version.
  public func discard(_ op: UUID) async throws(Problem) {
    try await store.keeper.write { ledger throws(Problem) in try ledger.discard(op) }
  }

  public func changes(limit: Int = 1000) async throws(Problem) -> [Change] {
    try await store.keeper.read { ledger throws(Problem) in
      var changes: [Change] = []
      for row in try ledger.tables.outbox(in: nil, limit: min(max(0, limit), Bounds.rows)) {
        changes.append(try ledger.change(row))
      }
      return changes
    }
  }

  public func counts() async throws(Problem) -> QueueCounts {
    try await store.keeper.read { ledger throws(Problem) in try ledger.counts() }
  }

  static func check(_ text: String?) throws(Problem) {
    guard (text?.utf8.count ?? 0) <= Bounds.serverText else { throw StoreProblem.tooLarge("What the server sent") }
  }
}

extension Store {
  public var outbox: Outbox { Outbox(store: self) }
}

public import FoundationEssentials
public import Kernel

/// The changes that wait for the server. It keeps and orders them; what to do next is decided elsewhere.
///
/// A change is claimed, then acknowledged, given back, set aside or brought into conflict. A process that is killed in
/// between finds its claimed changes waiting again, under the same operation.
public struct Outbox: Sendable {
  let store: Store

  /// The first change of each entity that is due, by priority, then age. They are claimed until one of the answers below.
  public func claim(_ limit: Int = 100) async throws(Problem) -> [Change] {
    try await store.keeper.write { ledger throws(Problem) in try ledger.claim(min(max(0, limit), Bounds.rows)) }
  }

  /// The server has it: the change goes. A later edit stays dirty, on the revision that was made now.
  public func acknowledge(_ op: UUID, rev: String) async throws(Problem) {
    try Outbox.check(rev)
    try await store.keeper.write { ledger throws(Problem) in try ledger.acknowledge(op, rev) }
  }

  /// It did not get through: it waits again, not before that instant. No network uses up no try.
  public func giveBack(_ op: UUID, until date: Date, countsAsTry: Bool) async throws(Problem) {
    try await store.keeper.write { ledger throws(Problem) in
      try ledger.change(op) { row in
        row.state = .waiting
        row.notBefore = date.timeIntervalSinceReferenceDate
        if countsAsTry { row.attempts += 1 }
      }
    }
  }

  /// Refused for good, or tried often enough: set aside with the reason, and what follows of its entity waits behind it.
  /// `wasRefused` says that the server has surely not done it, so that a later edit may mend it.
  public func setAside(_ op: UUID, reason: String, wasRefused: Bool) async throws(Problem) {
    try await store.keeper.write { ledger throws(Problem) in try ledger.setAside(op, reason, wasRefused) }
  }

  /// A person wants it tried again.
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

  /// A person gives it up, with all later changes of its entity: the record is again what the server last said.
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

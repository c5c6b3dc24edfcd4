public import Kernel
public import Platform

/// A snapshot of the queue for display: counts, and some pages.
public struct Waiting: Sendable, Hashable {
  /// The number of changes on one page.
  public static let page = 50
  /// The number of conflicts read with their versions; there may be more.
  public static let mostConflicts = 100

  public var counts = QueueCounts()
  /// The number of pending changes, by collection.
  public var kinds: [String: Int] = [:]
  /// By page number, from zero.
  public var pages: [Int: [Change]] = [:]
  /// Single changes that were requested.
  public var changes: [UUID: Change] = [:]
  /// Oldest first.
  public var conflicts: [Conflict] = []

  public init() {}
}

extension Outbox {
  /// Returns counts, the given pages and changes, and the conflicts, as one consistent snapshot.
  public func waiting(pages: Set<Int>, changes: Set<UUID> = []) async throws(Problem) -> Waiting {
    try await store.keeper.read { ledger throws(Problem) in
      var waiting = Waiting()
      waiting.counts = try ledger.counts()
      for (collection, count) in try ledger.tables.outboxKinds() {
        waiting.kinds[try ledger.name(of: collection), default: 0] += count
      }
      for number in pages where (0..<Bounds.rows).contains(number) {
        for row in try ledger.tables.outbox(skipping: number * Waiting.page, limit: Waiting.page) {
          waiting.pages[number, default: []].append(try ledger.change(row))
        }
      }
      var conflicts = try ledger.tables.conflicts(limit: Waiting.mostConflicts)
      for op in changes {
        if let row = try ledger.tables.outbox(op) { waiting.changes[op] = try ledger.change(row) }
        // A requested conflict beyond the bound.
        if !conflicts.contains(where: { $0.op == op }), let row = try ledger.tables.conflict(op) {
          conflicts.append(row)
        }
      }
      for row in conflicts { if let conflict = try ledger.conflict(row) { waiting.conflicts.append(conflict) } }
      return waiting
    }
  }

  /// Makes everything that was set aside pending again, at the person's request.
  public func retryAll() async throws(Problem) {
    try await store.keeper.write { ledger throws(Problem) in
      for row in try ledger.tables.outbox(in: .aside, limit: Bounds.rows) {
        try ledger.change(row.op) { row in
          row.state = .waiting
          row.reason = nil
          row.attempts = 0
          row.notBefore = 0
        }
      }
      ledger.touch()
    }
  }
}

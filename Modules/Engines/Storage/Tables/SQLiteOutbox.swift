internal import Kernel
internal import Platform

extension SQLiteTables {
  func newestSeq() throws(Problem) -> Int64 {
    var newest: Int64 = 0
    try database.each("SELECT ifnull(max(seq), 0) FROM outbox") { newest = $0.int(0) }
    return newest
  }

  func put(_ row: OutboxRow) throws(Problem) {
    try database.run(
      """
      INSERT OR REPLACE INTO outbox(
        seq, op_id, collection, id, kind, priority, base, attempts, not_before, state, sent, reason, edited_at, sealed)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """, .int(row.seq), .id(row.op), .int(row.collection), .id(row.id), .int(row.kind.rawValue), .int(row.priority),
      .text(row.base), .int(row.attempts), .real(row.notBefore), .int(row.state.rawValue), .int(row.isSent ? 1 : 0),
      .bytes(row.reason), .real(row.editedAt), .bytes(row.sealed))
  }

  func removeOutbox(_ op: UUID) throws(Problem) { try database.run("DELETE FROM outbox WHERE op_id = ?1", .id(op)) }

  func outbox(_ op: UUID) throws(Problem) -> OutboxRow? {
    var found: OutboxRow?
    try database.each(
      """
      SELECT seq, op_id, collection, id, kind, priority, base, attempts, not_before, state, sent, reason, edited_at,
        sealed FROM outbox WHERE op_id = ?1
      """, .id(op)
    ) { found = SQLiteTables.outboxRow($0) }
    return found
  }

  func outbox(of collection: Int, _ id: UUID) throws(Problem) -> [OutboxRow] {
    var rows: [OutboxRow] = []
    try database.each(
      """
      SELECT seq, op_id, collection, id, kind, priority, base, attempts, not_before, state, sent, reason, edited_at,
        sealed FROM outbox WHERE collection = ?1 AND id = ?2 ORDER BY seq
      """, .int(collection), .id(id)
    ) { rows.append(SQLiteTables.outboxRow($0)) }
    return rows
  }

  /// The first pending and due change of each entity, by priority, then age.
  func ready(at now: Double, limit: Int) throws(Problem) -> [OutboxRow] {
    var rows: [OutboxRow] = []
    try database.each(
      """
      SELECT seq, op_id, collection, id, kind, priority, base, attempts, not_before, state, sent, reason, edited_at,
        sealed FROM outbox AS o WHERE state = 0 AND (not_before <= ?1 OR not_before > ?3) AND NOT EXISTS (
          SELECT 1 FROM outbox AS e WHERE e.collection = o.collection AND e.id = o.id AND e.seq < o.seq)
      ORDER BY priority, seq LIMIT ?2
      """, .real(now), .int(limit), .real(now + OutboxRow.longestWait)
    ) { rows.append(SQLiteTables.outboxRow($0)) }
    return rows
  }

  func outbox(in state: OutboxRow.State?, limit: Int) throws(Problem) -> [OutboxRow] {
    var rows: [OutboxRow] = []
    try database.each(
      """
      SELECT seq, op_id, collection, id, kind, priority, base, attempts, not_before, state, sent, reason, edited_at,
        sealed FROM outbox WHERE state = ifnull(?1, state) ORDER BY priority, seq LIMIT ?2
      """, state.map { .int($0.rawValue) } ?? .null, .int(limit)
    ) { rows.append(SQLiteTables.outboxRow($0)) }
    return rows
  }

  /// A page of the queue in the order of sending, without background changes.
  func outbox(skipping count: Int, limit: Int) throws(Problem) -> [OutboxRow] {
    var rows: [OutboxRow] = []
    try database.each(
      """
      SELECT seq, op_id, collection, id, kind, priority, base, attempts, not_before, state, sent, reason, edited_at,
        sealed FROM outbox WHERE priority <> ?3 ORDER BY priority, seq LIMIT ?1 OFFSET ?2
      """, .int(limit), .int(count), .int(Priority.background.rawValue)
    ) { rows.append(SQLiteTables.outboxRow($0)) }
    return rows
  }

  /// The number of unsent changes by collection, without background changes.
  func outboxKinds() throws(Problem) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    try database.each(
      "SELECT collection, count(*) FROM outbox WHERE priority <> ?1 GROUP BY collection",
      .int(Priority.background.rawValue)
    ) {
      counts[Int($0.int(0))] = Int($0.int(1))
    }
    return counts
  }

  /// The number of unsent changes by state, without background changes.
  func outboxCounts() throws(Problem) -> [OutboxRow.State: Int] {
    var counts: [OutboxRow.State: Int] = [:]
    try database.each(
      "SELECT state, count(*) FROM outbox WHERE priority <> ?1 GROUP BY state", .int(Priority.background.rawValue)
    ) {
      if let state = OutboxRow.State(rawValue: Int($0.int(0))) { counts[state] = Int($0.int(1)) }
    }
    return counts
  }

  func outboxBytes() throws(Problem) -> Int {
    var bytes = 0
    try database.each("SELECT ifnull(sum(length(sealed)), 0) FROM outbox") { bytes = Int($0.int(0)) }
    return bytes
  }

  private static func outboxRow(_ row: borrowing FoundRow) -> OutboxRow {
    OutboxRow(
      seq: row.int(0), op: row.id(1), collection: Int(row.int(2)), id: row.id(3),
      kind: Change.Kind(rawValue: Int(row.int(4))) ?? .update, priority: Int(row.int(5)), base: row.text(6),
      attempts: Int(row.int(7)), notBefore: row.real(8), state: OutboxRow.State(rawValue: Int(row.int(9))) ?? .aside,
      isSent: row.int(10) == 1, reason: row.bytes(11), editedAt: row.real(12), sealed: row.bytes(13) ?? [])
  }

  // MARK: Conflicts and losing versions

  func put(_ row: ConflictRow) throws(Problem) {
    try database.run(
      "INSERT OR REPLACE INTO conflicts(op_id, collection, id, at, rev, sealed) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      .id(row.op), .int(row.collection), .id(row.id), .real(row.at), .text(row.rev), .bytes(row.sealed))
  }

  func conflict(_ op: UUID) throws(Problem) -> ConflictRow? {
    var found: ConflictRow?
    try database.each("SELECT op_id, collection, id, at, rev, sealed FROM conflicts WHERE op_id = ?1", .id(op)) {
      found = SQLiteTables.conflictRow($0)
    }
    return found
  }

  func conflicts(limit: Int) throws(Problem) -> [ConflictRow] {
    var rows: [ConflictRow] = []
    try database.each("SELECT op_id, collection, id, at, rev, sealed FROM conflicts ORDER BY at LIMIT ?1", .int(limit))
    {
      rows.append(SQLiteTables.conflictRow($0))
    }
    return rows
  }

  private static func conflictRow(_ row: borrowing FoundRow) -> ConflictRow {
    ConflictRow(
      op: row.id(0), collection: Int(row.int(1)), id: row.id(2), at: row.real(3), rev: row.text(4),
      sealed: row.bytes(5))
  }

  func removeConflict(_ op: UUID) throws(Problem) {
    try database.run("DELETE FROM conflicts WHERE op_id = ?1", .id(op))
  }

  func addLoser(_ row: LoserRow) throws(Problem) {
    try database.run(
      "INSERT INTO losers(collection, id, at, sealed) VALUES (?1, ?2, ?3, ?4)", .int(row.collection), .id(row.id),
      .real(row.at), .bytes(row.sealed))
  }

  func losers(_ collection: Int, _ id: UUID) throws(Problem) -> [LoserRow] {
    var rows: [LoserRow] = []
    try database.each(
      "SELECT number, at, sealed FROM losers WHERE collection = ?1 AND id = ?2 ORDER BY number DESC", .int(collection),
      .id(id)
    ) {
      rows.append(
        LoserRow(number: $0.int(0), collection: collection, id: id, at: $0.real(1), sealed: $0.bytes(2) ?? []))
    }
    return rows
  }

  /// The entries of all collections, newest first.
  func losers(newest limit: Int) throws(Problem) -> [LoserRow] {
    var rows: [LoserRow] = []
    try database.each(
      "SELECT number, at, sealed, collection, id FROM losers ORDER BY number DESC LIMIT ?1", .int(limit)
    ) { rows.append(SQLiteTables.loserRow($0)) }
    return rows
  }

  func loser(_ number: Int64) throws(Problem) -> LoserRow? {
    var found: LoserRow?
    try database.each("SELECT number, at, sealed, collection, id FROM losers WHERE number = ?1", .int(number)) {
      found = SQLiteTables.loserRow($0)
    }
    return found
  }

  private static func loserRow(_ row: borrowing FoundRow) -> LoserRow {
    LoserRow(
      number: row.int(0), collection: Int(row.int(3)), id: row.id(4), at: row.real(1), sealed: row.bytes(2) ?? [])
  }

  func removeLoser(_ number: Int64) throws(Problem) {
    try database.run("DELETE FROM losers WHERE number = ?1", .int(number))
  }
}

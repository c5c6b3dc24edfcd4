internal import Kernel
internal import Platform

// Held versions, and the state of resyncs.
extension SQLiteTables {
  func put(_ row: HeldRow) throws(Problem) {
    try database.run(
      "INSERT OR REPLACE INTO held(collection, id, rev, edited_at, sealed) VALUES (?1, ?2, ?3, ?4, ?5)",
      .int(row.collection), .id(row.id), .text(row.rev), row.editedAt.map { .real($0) } ?? .null, .bytes(row.sealed))
  }

  func held(_ collection: Int, _ id: UUID) throws(Problem) -> HeldRow? {
    var found: HeldRow?
    try database.each(
      "SELECT rev, edited_at, sealed FROM held WHERE collection = ?1 AND id = ?2", .int(collection), .id(id)
    ) {
      found = HeldRow(
        collection: collection, id: id, rev: $0.text(0) ?? "", editedAt: $0.text(1) == nil ? nil : $0.real(1),
        sealed: $0.bytes(2))
    }
    return found
  }

  func held(in collection: Int) throws(Problem) -> [UUID] {
    var ids: [UUID] = []
    try database.each("SELECT id FROM held WHERE collection = ?1", .int(collection)) { ids.append($0.id(0)) }
    return ids
  }

  func removeHeld(_ collection: Int, _ id: UUID) throws(Problem) {
    try database.run("DELETE FROM held WHERE collection = ?1 AND id = ?2", .int(collection), .id(id))
  }

  func sweep(_ collection: Int) throws(Problem) -> SweepRow? {
    var found: SweepRow?
    try database.each("SELECT anew FROM sweeps WHERE collection = ?1", .int(collection)) {
      found = SweepRow(isAnew: $0.int(0) == 1)
    }
    return found
  }

  /// Starts a sweep, with no record of the collection seen.
  func beginSweep(_ collection: Int, _ row: SweepRow) throws(Problem) {
    try endSweep(collection)
    try database.run(
      "INSERT INTO sweeps(collection, anew) VALUES (?1, ?2)", .int(collection), .int(row.isAnew ? 1 : 0))
  }

  func endSweep(_ collection: Int) throws(Problem) {
    try database.run("DELETE FROM sweeps WHERE collection = ?1", .int(collection))
    try database.run("DELETE FROM seen WHERE collection = ?1", .int(collection))
  }

  func see(_ collection: Int, _ id: UUID) throws(Problem) {
    try database.run("INSERT OR IGNORE INTO seen(collection, id) VALUES (?1, ?2)", .int(collection), .id(id))
  }

  func hasSeen(_ collection: Int, _ id: UUID) throws(Problem) -> Bool {
    var isSeen = false
    try database.each("SELECT 1 FROM seen WHERE collection = ?1 AND id = ?2", .int(collection), .id(id)) { _ in
      isSeen = true
    }
    return isSeen
  }

  /// The records that the server knew, or may know by now, and has not sent in this resync.
  func unseen(_ collection: Int) throws(Problem) -> [UUID] {
    var ids: [UUID] = []
    try database.each(
      """
      SELECT id FROM records AS r WHERE collection = ?1 AND NOT EXISTS (
        SELECT 1 FROM seen AS s WHERE s.collection = r.collection AND s.id = r.id) AND (
        rev IS NOT NULL OR EXISTS (
          SELECT 1 FROM outbox AS o WHERE o.collection = r.collection AND o.id = r.id AND o.sent = 1)) ORDER BY version
      """, .int(collection)
    ) { ids.append($0.id(0)) }
    return ids
  }

  /// The instant at which the first change that may be sent is due.
  func nextDue() throws(Problem) -> Double? {
    var due: Double?
    try database.each(
      """
      SELECT min(not_before) FROM outbox AS o WHERE state = 0 AND NOT EXISTS (
        SELECT 1 FROM outbox AS e WHERE e.collection = o.collection AND e.id = o.id AND e.seq < o.seq)
      """
    ) { due = $0.text(0) == nil ? nil : $0.real(0) }
    return due
  }
}

internal import Kernel
internal import Platform

extension SQLiteTables {
  func record(_ collection: Int, _ id: UUID) throws(Problem) -> RecordRow? {
    var found: RecordRow?
    try database.each(
      """
      SELECT version, moment, edited_at, state, rev, base, sealed FROM records WHERE collection = ?1 AND id = ?2
      """, .int(collection), .id(id)
    ) {
      found = RecordRow(
        version: $0.int(0), collection: collection, id: id, when: $0.real(1), editedAt: $0.real(2),
        state: SyncState(rawValue: Int($0.int(3))) ?? .dirty, rev: $0.text(4), base: $0.bytes(5),
        sealed: $0.bytes(6) ?? [])
    }
    return found
  }

  /// Newest first, within that half-open range.
  func scan(
    _ collection: Int, from: Double?, to: Double?, newest: Int,
    _ body: (_ id: UUID, _ version: Int64, _ when: Double, _ state: SyncState, _ sealed: UnsafeRawBufferPointer) -> Void
  ) throws(Problem) {
    try database.each(
      """
      SELECT id, version, moment, state, sealed FROM records
      WHERE collection = ?1 AND moment >= ?2 AND moment < ?3 ORDER BY moment DESC, version DESC LIMIT ?4
      """, .int(collection), .real(from ?? -.infinity), .real(to ?? .infinity), .int(newest)
    ) {
      body($0.id(0), $0.int(1), $0.real(2), SyncState(rawValue: Int($0.int(3))) ?? .dirty, $0.buffer(4))
    }
  }

  /// Replaces the row with the same identifier.
  func put(_ row: RecordRow) throws(Problem) {
    try database.run(
      """
      INSERT OR REPLACE INTO records(version, collection, id, moment, edited_at, state, rev, base, sealed, grouping)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """, .int(row.version), .int(row.collection), .id(row.id), .real(row.when), .real(row.editedAt),
      .int(row.state.rawValue), .text(row.rev), .bytes(row.base), .bytes(row.sealed), .bytes(row.grouping))
  }

  /// The newest of one group, the newest first.
  func scan(
    _ collection: Int, grouping: [UInt8], newest: Int,
    _ body: (_ id: UUID, _ version: Int64, _ when: Double, _ state: SyncState, _ sealed: UnsafeRawBufferPointer) -> Void
  ) throws(Problem) {
    try database.each(
      """
      SELECT id, version, moment, state, sealed FROM records
      WHERE collection = ?1 AND grouping = ?2 ORDER BY moment DESC, version DESC LIMIT ?3
      """, .int(collection), .bytes(grouping), .int(newest)
    ) {
      body($0.id(0), $0.int(1), $0.real(2), SyncState(rawValue: Int($0.int(3))) ?? .dirty, $0.buffer(4))
    }
  }

  /// The records that an older version wrote without their group.
  func ungrouped(_ collection: Int) throws(Problem) -> [UUID] {
    var found: [UUID] = []
    try database.each("SELECT id FROM records WHERE collection = ?1 AND grouping IS NULL", .int(collection)) {
      found.append($0.id(0))
    }
    return found
  }

  func setGrouping(_ collection: Int, _ id: UUID, _ grouping: [UInt8]) throws(Problem) {
    try database.run(
      "UPDATE records SET grouping = ?3 WHERE collection = ?1 AND id = ?2", .int(collection), .id(id),
      .bytes(grouping))
  }

  func setSync(_ collection: Int, _ id: UUID, rev: String?, state: SyncState, base: [UInt8]?) throws(Problem) {
    try database.run(
      "UPDATE records SET rev = ?3, state = ?4, base = ?5 WHERE collection = ?1 AND id = ?2", .int(collection), .id(id),
      .text(rev), .int(state.rawValue), .bytes(base))
  }

  func removeRecord(_ collection: Int, _ id: UUID) throws(Problem) {
    try database.run("DELETE FROM records WHERE collection = ?1 AND id = ?2", .int(collection), .id(id))
  }

  func tombstone(_ collection: Int, _ id: UUID) throws(Problem) -> TombstoneRow? {
    var found: TombstoneRow?
    try database.each(
      "SELECT version, rev, base FROM tombstones WHERE collection = ?1 AND id = ?2", .int(collection), .id(id)
    ) { found = TombstoneRow(version: $0.int(0), collection: collection, id: id, rev: $0.text(1), base: $0.bytes(2)) }
    return found
  }

  func put(_ row: TombstoneRow) throws(Problem) {
    try database.run(
      "INSERT OR REPLACE INTO tombstones(version, collection, id, rev, base) VALUES (?1, ?2, ?3, ?4, ?5)",
      .int(row.version), .int(row.collection), .id(row.id), .text(row.rev), .bytes(row.base))
  }

  func removeTombstone(_ collection: Int, _ id: UUID) throws(Problem) {
    try database.run("DELETE FROM tombstones WHERE collection = ?1 AND id = ?2", .int(collection), .id(id))
  }

  /// Deletes all but the newest, and returns the newest deleted version.
  func pruneTombstones(keeping count: Int) throws(Problem) -> Int64? {
    var newest: Int64?
    try database.each("SELECT version FROM tombstones ORDER BY version DESC LIMIT 1 OFFSET ?1", .int(count)) {
      newest = $0.int(0)
    }
    guard let newest else { return nil }
    try database.run("DELETE FROM tombstones WHERE version <= ?1", .int(newest))
    return newest
  }

  func changes(
    _ collection: Int, since: Int64, limit: Int
  ) throws(Problem) -> [(version: Int64, id: UUID, isDeleted: Bool)] {
    var found: [(version: Int64, id: UUID, isDeleted: Bool)] = []
    try database.each(
      """
      SELECT version, id, 0 FROM records WHERE version > ?2 AND +collection = ?1
      UNION ALL SELECT version, id, 1 FROM tombstones WHERE version > ?2 AND +collection = ?1
      ORDER BY 1 LIMIT ?3
      """, .int(collection), .int(since), .int(limit)
    ) { found.append((version: $0.int(0), id: $0.id(1), isDeleted: $0.int(2) == 1)) }
    return found
  }

  /// The identifiers of the most recently changed records, of all collections.
  func newest(_ limit: Int) throws(Problem) -> [(collection: Int, id: UUID)] {
    var found: [(collection: Int, id: UUID)] = []
    try database.each("SELECT collection, id FROM records ORDER BY version DESC LIMIT ?1", .int(limit)) {
      found.append((collection: Int($0.int(0)), id: $0.id(1)))
    }
    return found
  }

  func known(_ collection: Int) throws(Problem) -> [Known] {
    var known: [Known] = []
    try database.each(
      """
      SELECT id, rev, state, 0, version FROM records WHERE collection = ?1
      UNION ALL SELECT id, rev, 0, 1, version FROM tombstones WHERE collection = ?1 ORDER BY 4, 5
      """, .int(collection)
    ) {
      known.append(
        Known(
          id: $0.id(0), rev: $0.text(1), isDeleted: $0.int(3) == 1,
          state: SyncState(rawValue: Int($0.int(2))) ?? .dirty))
    }
    return known
  }

  func usage(_ collection: Int) throws(Problem) -> (count: Int, bytes: Int) {
    var usage = (count: 0, bytes: 0)
    try database.each(
      "SELECT count(*), ifnull(sum(length(sealed)), 0) FROM records WHERE collection = ?1", .int(collection)
    ) { usage = (Int($0.int(0)), Int($0.int(1))) }
    return usage
  }

  func oldestClean(_ collection: Int, before: Double?, limit: Int) throws(Problem) -> [(id: UUID, bytes: Int)] {
    var found: [(id: UUID, bytes: Int)] = []
    try database.each(
      """
      SELECT id, length(sealed) FROM records WHERE collection = ?1 AND moment < ?2 AND state = 0
      ORDER BY moment, version LIMIT ?3
      """, .int(collection), .real(before ?? .infinity), .int(limit)
    ) { found.append((id: $0.id(0), bytes: Int($0.int(1)))) }
    return found
  }
}

internal import Kernel
internal import Platform

/// The rows of a store, in a SQLite file or in a database in memory. Their meaning is implemented in `Ledger`.
final class SQLiteTables {
  /// The name with which SQLite opens a database in memory, which ends with its handle.
  static let memory = ":memory:"

  let database: StoreFile
  /// Held while the file is open.
  var lock: FolderLock?

  /// Opens the file without touching its schema.
  init(_ path: String, vfs: String?) throws(Problem) {
    database = try StoreFile(path, vfs: vfs)
    // Set before the first access: one process owns the folder, so the log's index stays in its memory, and no lock is
    // taken for each transaction.
    try database.execute("PRAGMA locking_mode = EXCLUSIVE")
    try database.execute("PRAGMA journal_mode = WAL")
    // One fdatasync per transaction: a save that returned survives a loss of power.
    try database.execute("PRAGMA synchronous = FULL")
    // Detects pages corrupted on disk when they are read.
    try database.execute("PRAGMA cell_size_check = ON")
    // 8 MB for a person's store; no memory map, since a disk error there ends the process.
    try database.execute("PRAGMA cache_size = -8192")
    // Rows are sealed, so deleted ones need not be overwritten; sorting never uses a temporary file.
    try database.execute("PRAGMA secure_delete = OFF")
    try database.execute("PRAGMA temp_store = MEMORY")
    // The log shrinks to this size after a burst.
    try database.execute("PRAGMA journal_size_limit = 4194304")
  }

  func begin() throws(Problem) { try database.run("BEGIN IMMEDIATE") }
  func commit() throws(Problem) { try database.run("COMMIT") }
  func rollback() {
    // After some failures SQLite has rolled back by itself.
    if database.isInTransaction { try? database.run("ROLLBACK") }
  }
  /// Sets a savepoint within the transaction.
  func mark() throws(Problem) { try database.run("SAVEPOINT writer") }
  func keepMarked() throws(Problem) { try database.run("RELEASE writer") }
  func backToMark() throws(Problem) {
    try database.run("ROLLBACK TO writer")
    try database.run("RELEASE writer")
  }

  // MARK: Collections and metadata

  func number(of collection: String) throws(Problem) -> Int {
    try database.run("INSERT INTO collections(name) VALUES (?1) ON CONFLICT DO NOTHING", .text(collection))
    var number = 0
    try database.each("SELECT number FROM collections WHERE name = ?1", .text(collection)) { number = Int($0.int(0)) }
    return number
  }

  func name(of collection: Int) throws(Problem) -> String? {
    var name: String?
    try database.each("SELECT name FROM collections WHERE number = ?1", .int(collection)) { name = $0.text(0) }
    return name
  }

  /// In order of name.
  func everyCollection() throws(Problem) -> [(number: Int, name: String)] {
    var found: [(number: Int, name: String)] = []
    try database.each("SELECT number, name FROM collections ORDER BY name") {
      found.append((Int($0.int(0)), $0.text(1) ?? ""))
    }
    return found
  }

  func newestVersion() throws(Problem) -> Int64 {
    var newest: Int64 = 0
    try database.each(
      "SELECT max(ifnull((SELECT max(version) FROM records), 0), ifnull((SELECT max(version) FROM tombstones), 0))"
    ) { newest = $0.int(0) }
    return newest
  }

  func meta(_ name: String) throws(Problem) -> [UInt8]? {
    var value: [UInt8]?
    try database.each("SELECT value FROM meta WHERE name = ?1", .text(name)) { value = $0.bytes(0) }
    return value
  }

  func setMeta(_ name: String, _ value: [UInt8]) throws(Problem) {
    try database.run("INSERT OR REPLACE INTO meta(name, value) VALUES (?1, ?2)", .text(name), .bytes(value))
  }

  // MARK: Cursors

  func cursor(_ collection: Int) throws(Problem) -> CursorRow? {
    var found: CursorRow?
    try database.each("SELECT cursor, epoch FROM cursors WHERE collection = ?1", .int(collection)) {
      found = CursorRow(cursor: $0.text(0), epoch: $0.text(1))
    }
    return found
  }

  func setCursor(_ collection: Int, _ row: CursorRow?) throws(Problem) {
    guard let row else {
      try database.run("DELETE FROM cursors WHERE collection = ?1", .int(collection))
      return
    }
    try database.run(
      "INSERT OR REPLACE INTO cursors(collection, cursor, epoch) VALUES (?1, ?2, ?3)", .int(collection),
      .text(row.cursor), .text(row.epoch))
  }

  // MARK: Set-aside rows

  func addAside(_ row: AsideRow) throws(Problem) {
    try database.run(
      "INSERT INTO aside(place, collection, id, at, bytes) VALUES (?1, ?2, ?3, ?4, ?5)", .int(row.place),
      .int(row.collection), .id(row.id), .real(row.at), .bytes(row.bytes))
  }

  func aside(limit: Int) throws(Problem) -> [AsideRow] {
    var rows: [AsideRow] = []
    try database.each(
      "SELECT number, place, collection, id, at, bytes FROM aside ORDER BY number LIMIT ?1", .int(limit)
    ) {
      rows.append(
        AsideRow(
          number: $0.int(0), place: Int($0.int(1)), collection: Int($0.int(2)), id: $0.id(3), at: $0.real(4),
          bytes: $0.bytes(5) ?? []))
    }
    return rows
  }

  func removeAside(_ number: Int64) throws(Problem) {
    try database.run("DELETE FROM aside WHERE number = ?1", .int(number))
  }

  // MARK: Blobs

  func put(_ row: BlobRow) throws(Problem) {
    try database.run(
      "INSERT OR REPLACE INTO blobs(name, size, at) VALUES (?1, ?2, ?3)", .bytes(row.name), .int(row.size),
      .real(row.at))
  }

  func blob(_ name: [UInt8]) throws(Problem) -> BlobRow? {
    var found: BlobRow?
    try database.each("SELECT size, at FROM blobs WHERE name = ?1", .bytes(name)) {
      found = BlobRow(name: name, size: Int($0.int(0)), at: $0.real(1))
    }
    return found
  }

  func blobs() throws(Problem) -> [BlobRow] {
    var rows: [BlobRow] = []
    try database.each("SELECT name, size, at FROM blobs ORDER BY at") {
      rows.append(BlobRow(name: $0.bytes(0) ?? [], size: Int($0.int(1)), at: $0.real(2)))
    }
    return rows
  }

  func removeBlob(_ name: [UInt8]) throws(Problem) {
    try database.run("DELETE FROM blobs WHERE name = ?1", .bytes(name))
  }
}

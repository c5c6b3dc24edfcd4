internal import CSQLite
internal import Kernel
internal import Relational

internal import struct Storage.MasterKey

/// An open SQLite file with its prepared statements and the state that its SQL functions read.
///
/// Unchecked: it is created while the store opens, handed to one thread, and touched by no other until that has
/// ended.
final class SQLiteConnection: @unchecked Sendable {
  enum Right {
    case writing, reading
    /// For copying it, and for a file that may not be a store.
    case copying
  }

  let handle: OpaquePointer
  let circumstances: Circumstances
  /// A buffer for returned rows, reused between jobs.
  let output = JSONBuffer()
  let scratch = TextBuffer()
  private var prepared: [String: Prepared] = [:]
  private var uses: UInt64 = 0
  private var isClosed = false

  private struct Prepared {
    let statement: SQLiteStatement
    var used: UInt64
  }

  private static let mostPrepared = 256

  /// With a key the functions that seal and open rows work.
  init(_ path: String, _ right: Right, time: Time, key: MasterKey? = nil) throws(SQLiteFault) {
    // Turns off memory statistics; refused once SQLite is initialized, which then keeps counting.
    _ = troupe_sqlite_count_no_memory()
    var opened: OpaquePointer?
    // No mutex, since one thread uses it; no symbolic link, since the folder belongs to the server.
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let fault = SQLiteFault(code, opened)
      sqlite3_close_v2(opened)
      throw fault
    }
    handle = opened
    circumstances = Circumstances(time, cipher: key.map { RowCipher($0) })
    _ = troupe_sqlite_config_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    if key != nil {
      // A sealed column has no column of its own; its name must be an error there, not a text in quotation marks.
      _ = troupe_sqlite_config_flag(handle, SQLITE_DBCONFIG_DQS_DML, 0)
      _ = troupe_sqlite_config_flag(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
    }
    sqlite3_busy_timeout(handle, 10_000)
    SQLFunctions.register(on: handle, circumstances)
    SealingFunctions.register(on: handle, circumstances)
    // Called periodically while a statement runs, to enforce its time limit.
    sqlite3_progress_handler(
      handle, 20_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Circumstances>.fromOpaque(context).takeUnretainedValue().isLate ? 1 : 0
      }, Unmanaged.passUnretained(circumstances).toOpaque())
    if right != .copying { try execute("pragma journal_mode = wal") }
    try execute("pragma synchronous = full")
    try execute("pragma cache_size = -4096")
    switch right {
    case .writing:
      try execute("pragma foreign_keys = on")
      // Overwrites what is deleted.
      try execute("pragma secure_delete = on")
      // 16 MB: fewer checkpoints for the same bytes.
      try execute("pragma wal_autocheckpoint = 4000")
      try execute("pragma journal_size_limit = 67108864")
    case .reading: try execute("pragma query_only = on")
    case .copying: break
    }
  }

  deinit { close() }

  /// Closes before `deinit`, so that the file is complete when closing the store returns.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    for one in prepared.values { sqlite3_finalize(one.statement.pointer) }
    prepared = [:]
    sqlite3_close_v2(handle)
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs several statements without parameters.
  func execute(_ sql: String) throws(SQLiteFault) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteFault(code, handle) }
  }

  /// Returns a cached prepared statement. `sql` is in SQLite's dialect.
  func statement(_ sql: String) throws(SQLiteFault) -> SQLiteStatement {
    uses += 1
    if let index = prepared.index(forKey: sql) {
      prepared.values[index].used = uses
      return prepared.values[index].statement
    }
    if prepared.count >= Self.mostPrepared { forgetOldest() }
    var made: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard code == SQLITE_OK, let made else { throw SQLiteFault(code, handle) }
    let statement = SQLiteStatement(pointer: made, handle: handle, cipher: circumstances.cipher)
    prepared[sql] = Prepared(statement: statement, used: uses)
    return statement
  }

  /// Returns a prepared statement from SQL in the shared subset.
  func shared(_ sql: String) throws(SQLiteFault) -> SQLiteStatement { try statement(SharedSQL.translated(sql)) }

  private func forgetOldest() {
    guard let oldest = prepared.min(by: { $0.value.used < $1.value.used }) else { return }
    sqlite3_finalize(oldest.value.statement.pointer)
    prepared[oldest.key] = nil
  }

  /// Runs a statement and returns the number of changed rows.
  @discardableResult
  func run(_ sql: String, _ values: [Value] = []) throws(SQLiteFault) -> Int {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() {}
    return Int(sqlite3_changes(handle))
  }

  func rows(_ sql: String, _ values: [Value] = []) throws(SQLiteFault) -> [[Value]] {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    var rows: [[Value]] = []
    while try statement.step() {
      rows.append((0..<statement.columns).map { statement.value($0) })
    }
    return rows
  }

  func row(_ sql: String, _ values: [Value] = []) throws(SQLiteFault) -> [Value]? {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    guard try statement.step() else { return nil }
    return (0..<statement.columns).map { statement.value($0) }
  }
}

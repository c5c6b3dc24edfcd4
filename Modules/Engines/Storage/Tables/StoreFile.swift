internal import CSQLite
internal import Kernel
internal import Platform

/// A parameter value of a statement.
enum Cell {
  case null
  case int(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])

  static func int(_ value: Int) -> Cell { .int(Int64(value)) }
  static func id(_ uuid: UUID) -> Cell { .bytes(withUnsafeBytes(of: uuid.uuid) { Array($0) }) }
  static func text(_ value: String?) -> Cell { value.map { Cell.text($0) } ?? .null }
  static func bytes(_ value: [UInt8]?) -> Cell { value.map { Cell.bytes($0) } ?? .null }
  static func real(_ value: Double?) -> Cell { value.map { Cell.real($0) } ?? .null }
}

/// An open SQLite file with its prepared statements. Not Sendable: it belongs to one actor.
final class StoreFile {
  private let handle: OpaquePointer
  /// By the address of the SQL, which is always a literal of the program.
  private var prepared: [UnsafeRawPointer: OpaquePointer] = [:]
  let path: String

  init(_ path: String, vfs: String? = nil) throws(Problem) {
    self.path = path
    var opened: OpaquePointer?
    // No mutex, since one executor uses it; no symbolic link, since the folder is the person's own.
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, vfs)
    guard code == SQLITE_OK, let opened else {
      let problem = StoreProblem.of(code, opened)
      sqlite3_close_v2(opened)
      throw problem
    }
    handle = opened
    _ = troupe_sqlite_config_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
  }

  deinit {
    for statement in prepared.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Bytes of the file's pages in memory.
  var cachedBytes: Int {
    var (now, highest): (CInt, CInt) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &now, &highest, 0)
    return Int(now)
  }

  /// Gives back the pages and the prepared statements, which are read and made again when they are needed.
  func releaseCaches() {
    for statement in prepared.values { sqlite3_finalize(statement) }
    prepared = [:]
    sqlite3_db_release_memory(handle)
  }

  /// Executes several statements without values: pragmas and migrations.
  func execute(_ sql: StaticString) throws(Problem) {
    let code = sqlite3_exec(handle, sql.description, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreProblem.of(code, handle) }
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  func run(_ sql: StaticString, _ cells: Cell...) throws(Problem) {
    let statement = try bind(sql, cells)
    defer { finish(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw StoreProblem.of(code, handle) }
  }

  /// Passes each row of the result to `body`.
  func each(
    _ sql: StaticString, _ cells: Cell..., row body: (borrowing FoundRow) throws(Problem) -> Void
  ) throws(Problem) {
    let statement = try bind(sql, cells)
    defer { finish(statement) }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw StoreProblem.of(code, handle) }
      try body(FoundRow(statement: statement))
    }
  }

  private func finish(_ statement: OpaquePointer) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
  }

  private func bind(_ sql: StaticString, _ cells: [Cell]) throws(Problem) -> OpaquePointer {
    let statement = try statement(sql)
    for (index, cell) in cells.enumerated() {
      let at = Int32(index + 1)
      let code =
        switch cell {
        case .null: sqlite3_bind_null(statement, at)
        case .int(let value): sqlite3_bind_int64(statement, at, value)
        case .real(let value): sqlite3_bind_double(statement, at, value)
        case .text(let value): troupe_sqlite_bind_text(statement, at, value, Int32(clamping: value.utf8.count))
        case .bytes(let value): troupe_sqlite_bind_copy(statement, at, value, Int32(clamping: value.count))
        }
      guard code == SQLITE_OK else {
        finish(statement)
        throw StoreProblem.of(code, handle)
      }
    }
    return statement
  }

  private func statement(_ sql: StaticString) throws(Problem) -> OpaquePointer {
    let address = UnsafeRawPointer(sql.utf8Start)
    if let known = prepared[address] { return known }
    var made: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql.description, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard code == SQLITE_OK, let made else { throw StoreProblem.of(code, handle) }
    prepared[address] = made
    return made
  }
}

/// The current row of a result; valid until the next.
struct FoundRow: ~Copyable {
  fileprivate let statement: OpaquePointer

  func int(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func buffer(_ column: Int32) -> UnsafeRawBufferPointer {
    let bytes = sqlite3_column_blob(statement, column)
    return UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
  }

  func bytes(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : Array(buffer(column)) }

  func text(_ column: Int32) -> String? {
    guard let text = sqlite3_column_text(statement, column) else { return nil }
    return String(cString: text)
  }

  /// A malformed identifier becomes the zero UUID, under which the row does not open.
  func id(_ column: Int32) -> UUID {
    let bytes = buffer(column)
    let none: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    return UUID(uuid: bytes.count == 16 ? bytes.loadUnaligned(as: uuid_t.self) : none)
  }
}

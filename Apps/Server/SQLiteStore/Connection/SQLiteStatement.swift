internal import CSQLite
internal import Relational

internal import class Storage.RowSealer

/// A prepared statement of one connection.
struct SQLiteStatement {
  let pointer: OpaquePointer
  let handle: OpaquePointer
  /// Opens sealed rows; nil where nothing is sealed.
  let cipher: RowCipher?

  var columns: Int32 { sqlite3_column_count(pointer) }

  /// Advances to the next row; false when there is none.
  func step() throws(SQLiteFault) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteFault(code, handle)
    }
  }

  func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  func bind(_ values: [Value]) throws(SQLiteFault) {
    for (index, value) in values.enumerated() { try bind(value, at: Int32(truncatingIfNeeded: index + 1)) }
  }

  /// Binds a row whose texts stay in `scratch` until the statement is reset.
  func bind(_ row: [Value], keptIn scratch: TextBuffer) throws(SQLiteFault) {
    scratch.begin(row)
    for index in row.indices {
      let place = Int32(truncatingIfNeeded: index + 1)
      switch row[index] {
      case .text(let text), .json(let text):
        let bytes = scratch.place(text)
        let code = troupe_sqlite_bind_text_kept(pointer, place, bytes.baseAddress, Int32(clamping: bytes.count))
        guard code == SQLITE_OK else { throw SQLiteFault(code, handle) }
      case let value: try bind(value, at: place)
      }
    }
  }

  func bind(_ value: Value, at place: Int32) throws(SQLiteFault) {
    let code =
      switch value {
      case .null, .usual: sqlite3_bind_null(pointer, place)
      case .bool(let flag): sqlite3_bind_int64(pointer, place, flag ? 1 : 0)
      case .int(let number): sqlite3_bind_int64(pointer, place, number)
      case .real(let number): sqlite3_bind_double(pointer, place, number)
      case .text(let text), .json(let text):
        troupe_sqlite_bind_text(pointer, place, text, Int32(clamping: text.utf8.count))
      case .bytes(let bytes): troupe_sqlite_bind_copy(pointer, place, bytes, Int32(clamping: bytes.count))
      }
    guard code == SQLITE_OK else { throw SQLiteFault(code, handle) }
  }

  // MARK: Current row

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }
  func int(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  func text(_ column: Int32) -> String {
    guard let text = sqlite3_column_text(pointer, column) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// Opens the row whose sealed text and key are in these columns. False when it does not open.
  func opens(_ sealed: Int32, key: Int32, of table: Int64, _ cipher: RowCipher) -> Bool {
    let key = UnsafeRawBufferPointer(
      start: sqlite3_column_text(pointer, key), count: Int(sqlite3_column_bytes(pointer, key)))
    let text = UnsafeRawBufferPointer(
      start: sqlite3_column_blob(pointer, sealed), count: Int(sqlite3_column_bytes(pointer, sealed)))
    return cipher.open(text, at: RowSealer.Place(table: table, key: key))
  }

  func value(_ column: Int32) -> Value {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: return .int(int(column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, column))
    case SQLITE_TEXT: return .text(text(column))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(pointer, column)
      let count = Int(sqlite3_column_bytes(pointer, column))
      return .bytes(Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)))
    default: return .null
    }
  }
}

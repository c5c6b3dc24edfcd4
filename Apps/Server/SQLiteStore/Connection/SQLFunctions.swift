internal import CSQLite
internal import Relational
internal import Tokens

/// The SQL functions that the store adds to SQLite's.
///
/// | name | result |
/// |---|---|
/// | `auth_uid()`, `auth_role()` | the caller's identifier and role |
/// | `now()` | the time at which the transaction began |
/// | `next_rev()`, `last_rev()` | a new revision; the newest one |
/// | `row_left(table, id, viewers...)` | null; records a deletion if the table is watched |
/// | `row_looked(table, id, viewer)` | a new revision; records that the row appears or disappears for the viewer |
/// | `json_text(value, type)` | a column's value as JSON text |
/// | `json_holds(whole, part)` | whether one JSON value contains the other |
/// | `sync_is_line(text)` | whether a text has neither control characters nor those that change its direction |
enum SQLFunctions {
  /// Adds functions to a connection. Each finds the circumstances as its user data.
  struct Registry {
    typealias Body =
      @convention(c) (
        OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
      ) -> Void

    private let handle: OpaquePointer
    private let context: UnsafeMutableRawPointer

    init(on handle: OpaquePointer, _ circumstances: Circumstances) {
      self.handle = handle
      context = Unmanaged.passUnretained(circumstances).toOpaque()
    }

    /// Deterministic functions are constant within a statement: evaluated once, and usable with an index.
    func add(_ name: String, _ arguments: Int32, isSteady: Bool, _ body: Body) {
      let flags = SQLITE_UTF8 | (isSteady ? SQLITE_DETERMINISTIC : 0)
      sqlite3_create_function_v2(handle, name, arguments, flags, context, body, nil, nil, nil)
    }
  }

  static func register(on handle: OpaquePointer, _ circumstances: Circumstances) {
    let registry = Registry(on: handle, circumstances)
    registry.add("auth_uid", 0, isSteady: true) { result, _, _ in
      SQLFunctions.answer(result, SQLFunctions.circumstances(result)?.caller.user)
    }
    registry.add("auth_role", 0, isSteady: true) { result, _, _ in
      SQLFunctions.answer(result, SQLFunctions.circumstances(result)?.caller.role.rawValue)
    }
    registry.add("now", 0, isSteady: true) { result, _, _ in
      SQLFunctions.answer(result, SQLFunctions.circumstances(result)?.now)
    }
    registry.add("next_rev", 0, isSteady: false) { result, _, _ in
      sqlite3_result_int64(result, SQLFunctions.circumstances(result)?.next() ?? 0)
    }
    registry.add("last_rev", 0, isSteady: false) { result, _, _ in
      sqlite3_result_int64(result, SQLFunctions.circumstances(result)?.revision ?? 0)
    }
    registry.add("row_left", -1, isSteady: false) { result, count, arguments in
      SQLFunctions.rowLeft(result, Int(count), arguments)
    }
    registry.add("row_looked", 3, isSteady: false) { result, _, arguments in
      SQLFunctions.rowLooked(result, arguments)
    }
    registry.add(SQLiteFunctions.jsonText, 2, isSteady: true) { result, _, arguments in
      guard let arguments, let name = SQLFunctions.text(arguments[1]), let type = ColumnType(rawValue: name) else {
        return sqlite3_result_null(result)
      }
      SQLFunctions.answer(result, arguments[0], as: type)
    }
    registry.add(SQLiteFunctions.jsonHolds, 2, isSteady: true) { result, _, arguments in
      guard let arguments, let whole = SQLFunctions.bytes(arguments[0]), let part = SQLFunctions.bytes(arguments[1]),
        let holds = SQLiteFunctions.holds(whole, part)
      else { return sqlite3_result_null(result) }
      sqlite3_result_int(result, holds ? 1 : 0)
    }
    registry.add("sync_is_line", 1, isSteady: true) { result, _, arguments in
      guard let arguments, let line = SQLFunctions.text(arguments[0]) else { return sqlite3_result_null(result) }
      sqlite3_result_int(result, line.unicodeScalars.contains(where: SQLFunctions.isControl) ? 0 : 1)
    }
  }

  /// Whether the scalar is shown as nothing, ends a line, or turns the text around it.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func circumstances(_ context: OpaquePointer?) -> Circumstances? {
    sqlite3_user_data(context).map { Unmanaged<Circumstances>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func answer(_ context: OpaquePointer?, _ text: String?) {
    guard let text else { return sqlite3_result_null(context) }
    troupe_sqlite_result_text(context, text, Int32(clamping: text.utf8.count))
  }

  private static func answer(_ context: OpaquePointer?, _ value: OpaquePointer?, as type: ColumnType) {
    let output = JSONBuffer()
    switch sqlite3_value_type(value) {
    case SQLITE_NULL: output.append(words: "null")
    case SQLITE_INTEGER: RowShape.append(.integer(sqlite3_value_int64(value)), type, to: output)
    case SQLITE_FLOAT: RowShape.append(.real(sqlite3_value_double(value)), type, to: output)
    default:
      let text = sqlite3_value_text(value)
      let bytes = UnsafeBufferPointer(start: text, count: text == nil ? 0 : Int(sqlite3_value_bytes(value)))
      RowShape.append(.text(bytes), type, to: output)
    }
    output.array().withUnsafeBufferPointer {
      $0.withMemoryRebound(to: CChar.self) {
        troupe_sqlite_result_text(context, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
  }

  private static func bytes(_ value: OpaquePointer?) -> [UInt8]? {
    guard let text = sqlite3_value_text(value) else { return nil }
    return Array(UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value))))
  }

  private static func text(_ value: OpaquePointer?) -> String? {
    bytes(value).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func rowLooked(
    _ result: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let circumstances = circumstances(result), let arguments else { return sqlite3_result_null(result) }
    sqlite3_result_int64(result, circumstances.next())
    guard !circumstances.watched.isEmpty, let table = text(arguments[0]), circumstances.watched.contains(table),
      let id = text(arguments[1]), let viewer = text(arguments[2])
    else { return }
    circumstances.looks.append(RowLook(table: table, id: id, viewer: viewer))
  }

  private static func rowLeft(
    _ result: OpaquePointer?, _ count: Int, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    sqlite3_result_null(result)
    guard let circumstances = circumstances(result), !circumstances.watched.isEmpty, let arguments, count >= 3,
      let table = text(arguments[0]), circumstances.watched.contains(table), let id = text(arguments[1]),
      let key = bytes(arguments[2])
    else { return }
    var viewers: [String] = []
    for index in 3..<count {
      if let viewer = text(arguments[index]), !viewers.contains(viewer) { viewers.append(viewer) }
    }
    circumstances.changes.append(
      RowChange(
        table: table, kind: .delete, id: id, viewers: viewers, record: key,
        committed: MomentText.shown(circumstances.now)))
  }
}

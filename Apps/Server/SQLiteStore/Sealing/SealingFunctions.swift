internal import CSQLite
internal import Storage

/// The SQL functions by which statements write and read sealed columns.
///
/// | name | result |
/// |---|---|
/// | `troupe_seal(table, key, name, value, ...)` | the sealed text of a new row |
/// | `troupe_reseal(table, sealed, key, new key, name, value, ...)` | that of a row with some other values |
/// | `troupe_open(table, sealed, key, name)` | one value |
enum SealingFunctions {
  static func register(on handle: OpaquePointer, _ circumstances: Circumstances) {
    let registry = SQLFunctions.Registry(on: handle, circumstances)
    registry.add("troupe_seal", -1, isSteady: false) { result, count, arguments in
      guard let arguments, count >= 2, let cipher = SealingFunctions.cipher(result) else { return }
      cipher.begin()
      SealingFunctions.add(arguments, 2..<Int(count), to: cipher)
      SealingFunctions.answer(result, cipher.seal(at: SealingFunctions.place(arguments[0], arguments[1])))
    }
    registry.add("troupe_reseal", -1, isSteady: false) { result, count, arguments in
      guard let arguments, count >= 4, let cipher = SealingFunctions.cipher(result) else { return }
      let former = SealingFunctions.place(arguments[0], arguments[2])
      guard cipher.open(SealingFunctions.bytes(arguments[1]), at: former) else {
        return SealingFunctions.refuse(result, SealingFunctions.changed)
      }
      let pairs = 4..<Int(count)
      cipher.begin()
      cipher.addOthers { name in
        pairs.contains { index in
          guard index.isMultiple(of: 2) else { return false }
          let replaced = SealingFunctions.text(arguments[index])
          return replaced.count == name.count && replaced.elementsEqual(name)
        }
      }
      SealingFunctions.add(arguments, pairs, to: cipher)
      SealingFunctions.answer(result, cipher.seal(at: SealingFunctions.place(arguments[0], arguments[3])))
    }
    registry.add("troupe_open", 4, isSteady: true) { result, _, arguments in
      guard let arguments, let cipher = SealingFunctions.cipher(result) else { return }
      // A trigger or an outer join may ask about a row that is not there.
      guard sqlite3_value_type(arguments[1]) != SQLITE_NULL else { return sqlite3_result_null(result) }
      let place = SealingFunctions.place(arguments[0], arguments[2])
      guard cipher.open(SealingFunctions.bytes(arguments[1]), at: place) else {
        return SealingFunctions.refuse(result, SealingFunctions.changed)
      }
      cipher.read(SealingFunctions.text(arguments[3])) { field in
        switch field {
        case .integer(let value): sqlite3_result_int64(result, value)
        case .real(let value): sqlite3_result_double(result, value)
        case .text(let text):
          text.withMemoryRebound(to: CChar.self) {
            troupe_sqlite_result_text(result, $0.baseAddress, Int32(clamping: $0.count))
          }
        case nil: sqlite3_result_null(result)
        }
      }
    }
  }

  static let changed = "a row was changed outside the server and does not open"

  private static func cipher(_ result: OpaquePointer?) -> RowCipher? {
    let circumstances = sqlite3_user_data(result).map {
      Unmanaged<Circumstances>.fromOpaque($0).takeUnretainedValue()
    }
    if let cipher = circumstances?.cipher { return cipher }
    refuse(result, "the database is sealed, and this connection has no key")
    return nil
  }

  private static func refuse(_ result: OpaquePointer?, _ why: String) {
    sqlite3_result_error(result, why, -1)
    sqlite3_result_error_code(result, SQLITE_AUTH)
  }

  private static func answer(_ result: OpaquePointer?, _ sealed: [UInt8]) {
    troupe_sqlite_result_blob(result, sealed, Int32(clamping: sealed.count))
  }

  private static func place(_ table: OpaquePointer?, _ key: OpaquePointer?) -> RowSealer.Place {
    RowSealer.Place(table: sqlite3_value_int64(table), key: UnsafeRawBufferPointer(text(key)))
  }

  private static func add(
    _ arguments: UnsafeMutablePointer<OpaquePointer?>, _ pairs: Range<Int>, to cipher: RowCipher
  ) {
    for index in stride(from: pairs.lowerBound, to: pairs.upperBound - 1, by: 2) {
      let (name, value) = (text(arguments[index]), arguments[index + 1])
      switch sqlite3_value_type(value) {
      case SQLITE_NULL: continue
      case SQLITE_INTEGER: cipher.add(name, sqlite3_value_int64(value))
      case SQLITE_FLOAT: cipher.add(name, sqlite3_value_double(value))
      default: cipher.add(name, text(value))
      }
    }
  }

  /// Valid until the function returns.
  private static func text(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_value_text(value)
    return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }

  private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }
}

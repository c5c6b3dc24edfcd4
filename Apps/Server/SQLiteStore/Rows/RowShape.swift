internal import CSQLite
internal import JSON
internal import Relational

/// Encodes the columns of a statement as a JSON object.
struct RowShape {
  private struct Part {
    /// The position of `,"title":` in `names`, with a brace instead of the comma in the first.
    let start: Int
    let length: Int
    let type: ColumnType
    /// The column's own name in `sealedNames`; nothing for one that is not sealed.
    var sealedStart = 0
    var sealedLength = 0
  }

  /// Plain integers only, so that encoding a row involves no reference counting.
  private let parts: [Part]
  private let names: [UInt8]
  private let sealedNames: [UInt8]
  private let tableNumber: Int64

  /// The number of the statement's columns. The sealed text and the key follow the shown ones when one is sealed.
  var count: Int { parts.count + (sealedNames.isEmpty ? 0 : 2) }

  /// `embedded` are the names of JSON values that follow the columns.
  init(
    _ shown: [Shown], of table: Table, _ sealing: TableSealing? = nil, embedded: [String] = []
  ) throws(Failure) {
    var parts: [Part] = []
    var names: [UInt8] = []
    var sealedNames: [UInt8] = []
    func begin(_ name: String, _ type: ColumnType) -> Part {
      let start = names.count
      names.append(UInt8(ascii: parts.isEmpty ? "{" : ","))
      JSONBytes.append(string: name, to: &names)
      names.append(UInt8(ascii: ":"))
      return Part(start: start, length: names.count - start, type: type)
    }
    for one in shown {
      guard let column = table.column(one.column) else { throw .noColumn(one.column, of: table.name) }
      var part = begin(one.name, one.type(of: column))
      if let sealing, sealing.seals(column.name), one.isPlain {
        part.sealedStart = sealedNames.count
        part.sealedLength = column.name.utf8.count
        sealedNames += column.name.utf8
      }
      parts.append(part)
    }
    for name in embedded { parts.append(begin(name, .json)) }
    self.parts = parts
    self.names = names
    self.sealedNames = sealedNames
    tableNumber = sealing?.number ?? 0
  }

  /// Appends the statement's current row, from a given column on. Throws when the row is sealed and does not open.
  func append(_ statement: SQLiteStatement, from first: Int32 = 0, to output: JSONBuffer) throws(SQLiteFault) {
    if parts.isEmpty { return output.append(words: "{}") }
    guard sealedNames.isEmpty else { return try appendSealed(statement, from: first, to: output) }
    names.withUnsafeBufferPointer { names in
      guard let base = names.baseAddress else { return }
      parts.withUnsafeBufferPointer { parts in
        var column = first
        for part in parts {
          output.append(base + part.start, part.length)
          Self.append(statement.pointer, column, part.type, to: output)
          column += 1
        }
      }
    }
    output.append(sign: "}")
  }

  private func appendSealed(
    _ statement: SQLiteStatement, from first: Int32, to output: JSONBuffer
  ) throws(SQLiteFault) {
    let last = first + Int32(parts.count)
    guard let cipher = statement.cipher, statement.opens(last, key: last + 1, of: tableNumber, cipher) else {
      throw SQLiteFault(
        Failure(
          "XX001", SealingFunctions.changed, details: "Its key is \(statement.text(last + 1)).",
          hint: "Restore the database from a backup."))
    }
    var column = first
    names.withUnsafeBufferPointer { names in
      sealedNames.withUnsafeBufferPointer { sealedNames in
        guard let base = names.baseAddress else { return }
        for part in parts {
          output.append(base + part.start, part.length)
          if part.sealedLength > 0 {
            let name = UnsafeBufferPointer(rebasing: sealedNames[part.sealedStart...].prefix(part.sealedLength))
            cipher.read(name) { Self.append($0, part.type, to: output) }
          } else {
            Self.append(statement.pointer, column, part.type, to: output)
          }
          column += 1
        }
      }
    }
    output.append(sign: "}")
  }

  /// Appends a value that is in no column of a statement.
  static func append(_ field: RowCipher.Field?, _ type: ColumnType, to output: JSONBuffer) {
    switch field {
    case .integer(let value) where type == .boolean:
      if value != 0 { output.append(words: "true") } else { output.append(words: "false") }
    case .integer(let value) where type == .revision:
      output.append(sign: "\"")
      output.append(value)
      output.append(sign: "\"")
    case .integer(let value): output.append(value)
    case .real(let value): append(value, to: output)
    case .text(let text):
      guard let start = text.baseAddress else { return output.append(words: "null") }
      append(start, text.count, type, to: output)
    case nil: output.append(words: "null")
    }
  }

  private static func append(_ row: OpaquePointer, _ column: Int32, _ type: ColumnType, to output: JSONBuffer) {
    // Looked up once: each of SQLite's functions on a column looks for its value anew.
    let value = sqlite3_column_value(row, column)
    guard sqlite3_value_type(value) != SQLITE_NULL else { return output.append(words: "null") }
    switch type {
    case .boolean:
      if sqlite3_value_int(value) != 0 { output.append(words: "true") } else { output.append(words: "false") }
    case .integer, .bigint: output.append(sqlite3_value_int64(value))
    case .revision:
      output.append(sign: "\"")
      output.append(sqlite3_value_int64(value))
      output.append(sign: "\"")
    case .double: append(sqlite3_value_double(value), to: output)
    case .text, .uuid, .date, .timestamp, .json, .texts:
      guard let text = sqlite3_value_text(value) else { return output.append(words: "null") }
      append(text, Int(sqlite3_value_bytes(value)), type, to: output)
    }
  }

  private static func append(
    _ text: UnsafePointer<UInt8>, _ count: Int, _ type: ColumnType, to output: JSONBuffer
  ) {
    switch type {
    case .text: output.append(quoted: text, count)
    case .timestamp: append(moment: text, count, to: output)
    case .json, .texts: output.append(text, count)
    default:
      output.append(sign: "\"")
      output.append(text, count)
      output.append(sign: "\"")
    }
  }

  private static func append(_ number: Double, to output: JSONBuffer) {
    // Like PostgreSQL: 1, not 1.0.
    if let whole = Int64(exactly: number), number.magnitude < 1e15 { return output.append(whole) }
    output.append(Array(number.description.utf8))
  }

  /// Appends a timestamp without trailing zeros of its fraction.
  private static func append(moment text: UnsafePointer<UInt8>, _ count: Int, to output: JSONBuffer) {
    output.append(sign: "\"")
    if count == MomentText.length {
      var kept = count - 6
      while text[kept - 1] == 0x30, kept > 20 { kept -= 1 }
      if text[kept - 1] == UInt8(ascii: ".") { kept -= 1 }
      output.append(text, kept)
      output.append(words: "+00:00")
    } else {
      output.append(text, count)
    }
    output.append(sign: "\"")
  }
}

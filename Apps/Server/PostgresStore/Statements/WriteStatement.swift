internal import JSON
internal import Relational

/// An insert, update or delete as one PostgreSQL statement.
///
/// If rows are wanted, the result is one row: the rows as a JSON array, their number, and the number of new ones.
/// Otherwise it is empty, and the command tag has the number of written rows.
struct WriteStatement {
  let sql: String
  let values: [Value]
  /// Whether the result is that one row.
  let answers: Bool

  // MARK: Insert

  init(_ insert: Insert) throws(Failure) {
    var compiler = Compiler(.postgres, insert.table)
    var columns: [Column] = []
    for name in insert.columns { columns.append(try compiler.column(name)) }
    guard insert.rows.allSatisfy({ $0.count == columns.count }) else {
      throw Failure("PGRST102", "All object keys must match")
    }
    // Columns that no row gives are omitted, so that their defaults apply.
    let given = columns.indices.filter { index in !insert.rows.allSatisfy { $0[index] == .usual } }
    let mixes = given.contains { index in insert.rows.contains { $0[index] == .usual } }
    let columnsGiven = given.map { columns[$0] }
    let names = SQLText.names(given.isEmpty ? Array(insert.table.key.prefix(1)) : columnsGiven.map(\.name))
    let source: String
    var rowValues: [Value] = []
    if given.isEmpty {
      source = "values " + insert.rows.map { _ in "(default)" }.joined(separator: ", ")
    } else if insert.rows.count == 1 || mixes {
      source = try Self.rows(insert.rows, given, columnsGiven, &compiler)
      rowValues = compiler.values
    } else {
      source = Self.recordset(columnsGiven, names)
      rowValues = [.json(try Self.json(insert.rows, given, columnsGiven))]
    }
    var sql = "insert into \(Dialect.postgres.name(of: insert.table))"
    sql += " (\(names)) \(source)"
    sql += Self.collision(insert.collision, columnsGiven)
    var isMerge = false
    if case .merge = insert.collision { isMerge = true }
    let bounds = insert.bounds
    let shown = insert.shown ?? (isMerge || bounds != Bounds() ? [] : nil)
    guard let shown else {
      (self.sql, values, answers) = (sql, rowValues, false)
      return
    }
    // `xmax` is zero in a newly inserted row.
    let answer = try Self.answer(shown, &compiler, isNew: "xmax = 0")
    self.sql = "with written as (\(sql) returning \(answer)) " + Self.collected(bounds)
    (values, answers) = (rowValues, true)
  }

  /// Lists the rows one by one: for few rows, or when some omit a column that others give.
  private static func rows(
    _ rows: [[Value]], _ given: [Int], _ columns: [Column], _ compiler: inout Compiler
  ) throws(Failure) -> String {
    var texts: [String] = []
    for row in rows {
      var parts: [String] = []
      for (index, column) in zip(given, columns) {
        parts.append(row[index] == .usual ? "default" : try compiler.bound(row[index], column))
      }
      texts.append("(\(parts.joined(separator: ", ")))")
    }
    return "values " + texts.joined(separator: ", ")
  }

  /// Passes many rows as one parameter, so that the statement's text does not depend on their number.
  private static func recordset(_ columns: [Column], _ names: String) -> String {
    let types = columns.map { "\(Dialect.quoted($0.name)) \(SQLText.type($0.type))" }.joined(separator: ", ")
    return "select \(names) from json_to_recordset($1::json) as given (\(types))"
  }

  private static func json(_ rows: [[Value]], _ given: [Int], _ columns: [Column]) throws(Failure) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    bytes.reserveCapacity(rows.count * 64 * max(1, given.count))
    let keys = columns.map { column in
      var key: [UInt8] = []
      JSONBytes.append(string: column.name, to: &key)
      return key + [UInt8(ascii: ":")]
    }
    for (number, row) in rows.enumerated() {
      bytes.append(contentsOf: number > 0 ? ",{".utf8 : "{".utf8)
      var isFirst = true
      for (place, index) in given.enumerated() {
        let value = try columns[place].type.normalised(row[index])
        if case .null = value { continue }
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes += keys[place]
        append(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null, .usual, .bytes: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): JSONBytes.append(flag, to: &bytes)
    case .int(let number): JSONBytes.append(number, to: &bytes)
    case .real(let number): JSONBytes.append(number, to: &bytes)
    case .text(let text): JSONBytes.append(string: text, to: &bytes)
    case .json(let text): bytes.append(contentsOf: text.utf8)
    }
  }

  private static func collision(_ collision: Insert.Collision, _ given: [Column]) -> String {
    switch collision {
    case .refuse: return ""
    case .ignore(let on): return " on conflict (\(SQLText.names(on))) do nothing"
    case .merge(let on):
      let updates = given.map(\.name).filter { !on.contains($0) }.map(Dialect.quoted)
      // A row of only its key is set to itself, so that it is in the result although nothing changes.
      let sets = updates.isEmpty ? on.map(Dialect.quoted) : updates
      return " on conflict (\(SQLText.names(on))) do update set "
        + sets.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    }
  }

  // MARK: Update and delete

  init(_ update: Update) throws(Failure) {
    var compiler = Compiler(.postgres, update.table)
    var sets: [String] = []
    for (name, value) in update.values.sorted(by: { $0.key < $1.key }) {
      let column = try compiler.column(name)
      sets.append("\(Dialect.quoted(name)) = \(value == .usual ? "default" : try compiler.bound(value, column))")
    }
    let condition = try compiler.condition(update.filter)
    let sql = "update \(Dialect.postgres.name(of: update.table)) set \(sets.joined(separator: ", ")) where \(condition)"
    (self.sql, answers) = try Self.whole(sql, update.shown, update.bounds, &compiler)
    values = compiler.values
  }

  init(_ delete: Delete) throws(Failure) {
    var compiler = Compiler(.postgres, delete.table)
    let condition = try compiler.condition(delete.filter)
    let sql = "delete from \(Dialect.postgres.name(of: delete.table)) where \(condition)"
    (self.sql, answers) = try Self.whole(sql, delete.shown, delete.bounds, &compiler)
    values = compiler.values
  }

  private static func whole(
    _ sql: String, _ shown: [Shown]?, _ bounds: Bounds, _ compiler: inout Compiler
  ) throws(Failure) -> (String, Bool) {
    guard let shown = shown ?? (bounds == Bounds() ? nil : []) else { return (sql, false) }
    let answer = try answer(shown, &compiler, isNew: "false")
    return ("with written as (\(sql) returning \(answer)) \(collected(bounds))", true)
  }

  // MARK: Returned rows

  private static func answer(
    _ shown: [Shown], _ compiler: inout Compiler, isNew: String
  ) throws(Failure) -> String {
    let row = shown.isEmpty ? "''" : try RowEncoding.row(compiler.columns(shown))
    return "\(row) as content, \(isNew) as is_new"
  }

  private static func collected(_ bounds: Bounds) -> String {
    let most = [bounds.exactlyOne ? 1 : nil, bounds.atMost].compactMap(\.self).min()
    let count = most.map { "sync.within(count(*), \(bounds.exactlyOne ? 1 : 0), \(max(0, $0)))" } ?? "count(*)"
    return "select \(RowEncoding.list("content")), \(count), count(*) filter (where is_new) from written"
  }
}

/// Encodes rows as PostgreSQL's JSON.
enum RowEncoding {
  /// Encodes one row of these columns as an object.
  static func row(_ columns: String) -> String { "(select row_to_json(r) from (select \(columns)) as r)::text" }

  /// Aggregates rows to a list.
  static func list(_ column: String) -> String { "'[' || coalesce(string_agg(\(column), ','), '') || ']'" }
}

internal import Relational
internal import Tokens

/// A reading thread: each job sees what was committed when it began.
final class SQLiteReader {
  let connection: SQLiteConnection
  let layouts: Layouts
  let limit: Duration

  init(_ connection: SQLiteConnection, _ layouts: Layouts, limit: Duration) {
    self.connection = connection
    self.layouts = layouts
    self.limit = limit
  }

  func begin(as caller: Caller) {
    connection.circumstances.begin(within: limit)
    connection.circumstances.caller = caller
  }

  /// Runs several statements on the same snapshot.
  func together<Answer>(_ body: () throws(SQLiteFault) -> Answer) throws(SQLiteFault) -> Answer {
    try connection.run("begin")
    defer { _ = try? connection.run("commit") }
    return try body()
  }
}

/// A select, compiled on the caller's thread.
struct CompiledSelect: Sendable {
  let rows: (sql: String, values: [Value])?
  let count: (sql: String, values: [Value])?
  let shape: RowShape

  /// Nil when the size of a result is bounded by its number of rows.
  let mostBytes: Int?

  /// The largest result with embedded rows, in bytes.
  static let mostEmbedded = 64 << 20

  init(_ select: Select, _ layouts: Layouts, as caller: Caller) throws(Failure) {
    let layout = try layouts.layout(select.table.name)
    guard caller.role != .anonymous else { throw .forbidden(layout.table.name) }
    let access = layout.access(for: caller, order: select.order)
    let others: Compiler.OthersAccess = { table throws(Failure) in
      try layouts.layout(table.name).access(for: caller)
    }
    let embedded = select.embedded.filter { !$0.isHidden }.map(\.name)
    mostBytes = embedded.isEmpty ? nil : Self.mostEmbedded
    shape = try RowShape(select.shown, of: layout.table, layout.sealing, embedded: embedded)
    if select.wantsRows {
      let statement = try Compiler.select(select, in: .sqlite, access: access, others: others)
      rows = (SharedSQL.translated(statement.sql), statement.values)
    } else {
      rows = nil
    }
    if select.counts || !select.wantsRows {
      let statement = try Compiler.count(select, in: .sqlite, access: access, others: others)
      count = (SharedSQL.translated(statement.sql), statement.values)
    } else {
      count = nil
    }
  }
}

extension SQLiteReader {
  func look(_ looking: CompiledSelect, as caller: Caller) throws(Failure) -> Rows {
    begin(as: caller)
    do throws(SQLiteFault) {
      guard let count = looking.count else { return try rows(looking) }
      return try together { () throws(SQLiteFault) in
        var rows = looking.rows == nil ? Rows(json: Array("[]".utf8), count: 0) : try rows(looking)
        rows.total = try connection.row(count.sql, count.values)?[0].int
        return rows
      }
    } catch {
      throw error.failure
    }
  }

  private func rows(_ looking: CompiledSelect) throws(SQLiteFault) -> Rows {
    guard let (sql, values) = looking.rows else { return Rows(json: Array("[]".utf8), count: 0) }
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    let output = connection.output
    output.clear()
    output.append(sign: "[")
    var count = 0
    while try statement.step() {
      if count > 0 { output.append(sign: ",") }
      try looking.shape.append(statement, to: output)
      count += 1
      guard output.count <= looking.mostBytes ?? .max else {
        throw SQLiteFault(
          Failure(
            "54000", "the answer is too large", details: "It may have \(CompiledSelect.mostEmbedded >> 20) MiB.",
            hint: "Select fewer columns, or ask for fewer rows."))
      }
    }
    output.append(sign: "]")
    return Rows(json: output.array(), count: count)
  }
}

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

  init(_ select: Select, _ layout: Layout, as caller: Caller) throws(Failure) {
    guard caller.role != .anonymous else { throw .forbidden(layout.table.name) }
    let policy = caller.isHeldByPolicies ? layout.seeing : nil
    shape = try RowShape(select.shown, of: layout.table, layout.sealing)
    let expressions = layout.expressions
    if select.wantsRows {
      let statement = try Compiler.select(
        select, in: .sqlite, policy: policy, shown: layout.sealedSelection(select.shown), expressions: expressions)
      rows = (SharedSQL.translated(statement.sql), statement.values)
    } else {
      rows = nil
    }
    if select.counts || !select.wantsRows {
      let statement = try Compiler.count(select, in: .sqlite, policy: policy, expressions: expressions)
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
    }
    output.append(sign: "]")
    return Rows(json: output.array(), count: count)
  }
}

internal import JSON
public import Relational
public import Tokens

extension PostgresStore {
  public func select(_ select: Select, as caller: Caller) async throws(Failure) -> Rows {
    try know(select.table)
    for one in select.embedded { try know(one.select.table) }
    let hasJSON =
      !select.embedded.isEmpty || select.shown.contains { select.table.column($0.column)?.type == .json }
    var statements = CallerSetup.statements(caller)
    let first = statements.count
    if select.wantsRows {
      let inner = try Compiler.select(select, in: .postgres)
      statements.append(
        PostgresStatement(
          "select \(RowEncoding.list("row_to_json(r)::text")), count(*) from (\(inner.sql)) as r",
          inner.values.map { Parameter($0) }))
    }
    if select.counts || !select.wantsRows {
      let count = try Compiler.count(select, in: .postgres)
      statements.append(PostgresStatement(count.sql, count.values.map { Parameter($0) }))
    }
    return try await pool.with(again: true) { [statements] link throws(Failure) in
      let answers = try link.run(statements)
      var rows = Rows(json: Array("[]".utf8), count: 0)
      if select.wantsRows {
        rows.json = PostgresStore.compact(answers[first].bytes(0, 0) ?? [], hasJSON)
        rows.count = answers[first].int(0, 1) ?? 0
      }
      if select.counts || !select.wantsRows { rows.total = answers.last?.int(0, 0) }
      return rows
    }
  }

  public func insert(_ insert: Insert, as caller: Caller) async throws(Failure) -> Rows {
    try know(insert.table)
    guard !insert.rows.isEmpty else { return try empty(insert.bounds) }
    return try await write(
      try WriteStatement(insert), insert.table, insert.shown, insert.bounds, as: caller, isInsert: true)
  }

  public func update(_ update: Update, as caller: Caller) async throws(Failure) -> Rows {
    try know(update.table)
    guard !update.values.isEmpty else { return try empty(update.bounds) }
    return try await write(try WriteStatement(update), update.table, update.shown, update.bounds, as: caller)
  }

  public func delete(_ delete: Delete, as caller: Caller) async throws(Failure) -> Rows {
    try know(delete.table)
    return try await write(try WriteStatement(delete), delete.table, delete.shown, delete.bounds, as: caller)
  }

  private func know(_ table: Table) throws(Failure) {
    guard schema.tables[table.name] != nil else { throw .noTable(table.name) }
  }

  private func empty(_ bounds: Bounds) throws(Failure) -> Rows {
    guard !bounds.exactlyOne else { throw .notOne(0) }
    return Rows(json: Array("[]".utf8), count: 0)
  }

  private func write(
    _ writing: WriteStatement, _ table: Table, _ shown: [Shown]?, _ bounds: Bounds, as caller: Caller,
    isInsert: Bool = false
  ) async throws(Failure) -> Rows {
    let asking = CallerSetup.statements(caller)
    let statements = asking + [PostgresStatement(writing.sql, writing.values.map { Parameter($0) })] + ending
    let hasJSON = shown?.contains { table.column($0.column)?.type == .json } ?? false
    let wanted = shown != nil
    let place = asking.count
    do throws(Failure) {
      let (rows, told) = try await pool.with(again: false) { link throws(Failure) in
        let answers = try link.run(statements)
        let answer = answers[place]
        var rows = Rows(json: Array("[]".utf8), count: 0)
        if writing.answers {
          if wanted { rows.json = PostgresStore.compact(answer.bytes(0, 0) ?? [], hasJSON) }
          rows.count = answer.int(0, 1) ?? 0
          rows.inserted = answer.int(0, 2) ?? 0
        } else {
          rows.count = answer.written
          rows.inserted = isInsert ? answer.written : 0
        }
        let told = answers.count > place + 1 ? answers[place + 1].text(0, 0) : nil
        return (rows, told)
      }
      tell(told)
      return rows
    } catch {
      guard error.code == "TB001" else { throw error }
      let count = Int(error.message) ?? 0
      throw bounds.exactlyOne && count != 1 ? .notOne(count) : .tooMany(count)
    }
  }

  /// Removes the spaces that PostgreSQL adds to stored JSON.
  static func compact(_ json: [UInt8], _ isNeeded: Bool) -> [UInt8] {
    guard isNeeded else { return json }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count)
    JSONBytes.append(compact: json, to: &bytes)
    return bytes
  }
}

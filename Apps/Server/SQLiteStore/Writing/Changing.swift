internal import CSQLite
internal import Relational
internal import Tokens

/// An update or delete, compiled on the caller's thread.
struct Alteration: Sendable {
  enum Kind: Sendable { case update, delete }

  let kind: Kind
  let layout: Layout
  /// The statement up to `returning`, in SQLite's dialect.
  let sql: String
  /// The `where` condition with its own values, to find out why the statement failed.
  let which: String
  let whichValues: [Value]
  let values: [Value]
  /// The values of the assigned columns, for error messages.
  let given: [String: Value]
  let flags: [String]
  let shown: [Shown]?
  let shape: RowShape?
  let bounds: Bounds

  init?(_ update: Update, _ layout: Layout, as caller: Caller) throws(Failure) {
    let table = layout.table
    guard caller.role != .anonymous else { throw .forbidden(table.name) }
    var sets: [String] = []
    var values: [Value] = []
    var given: [String: Value] = [:]
    var sealed: [(column: String, value: String)] = []
    for name in update.values.keys.sorted() {
      let column = table.columns[try layout.place(name)]
      guard column.filling?.isOfTheServerAlone != true, let value = update.values[name] else { continue }
      let kept = try column.type.normalised(value)
      values.append(kept)
      given[name] = kept
      if layout.sealing?.seals(name) == true {
        sealed.append((name, "$\(values.count)"))
      } else {
        sets.append("\(Dialect.quoted(name)) = $\(values.count)")
      }
    }
    if let sealing = layout.sealing, !sealed.isEmpty || table.key.contains(where: given.keys.contains) {
      // The assigned values are the first parameters, in the order of their names.
      let places = Dictionary(
        given.keys.sorted().enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: { first, _ in first })
      let key = sealing.key { column in places[column].map { "$\($0)" } ?? Dialect.quoted(column) }
      sets.append("\(TableSealing.name) = \(sealing.resealed(sealed, to: key))")
    }
    let isHeld = caller.isHeldByPolicies
    let using = isHeld ? "(\(layout.seeing)) and (\(layout.policies.updated ?? "false"))" : "true"
    var compiler = Compiler(.sqlite, table, values: values, expressions: layout.expressions)
    let condition = try compiler.condition(update.filter)
    // No column is assigned, so the row and its revision stay unchanged.
    if sets.isEmpty { return nil }
    for column in table.columns {
      if column.filling == .revision { sets.append("\(Dialect.quoted(column.name)) = next_rev()") }
      if column.filling == .changed { sets.append("\(Dialect.quoted(column.name)) = now()") }
    }
    kind = .update
    self.layout = layout
    which = "\(using) and \(SharedSQL.translated(condition))"
    sql = SharedSQL.translated("update \(layout.name) set \(sets.joined(separator: ", "))") + " where " + which
    self.values = compiler.values
    whichValues = compiler.values
    self.given = given
    flags = isHeld ? ["(\(layout.policies.updatedTo ?? "false")) and (\(layout.seeing))"] : []
    shown = update.shown
    shape = try update.shown.map { shown throws(Failure) in try RowShape(shown, of: table, layout.sealing) }
    bounds = update.bounds
  }

  init(_ delete: Delete, _ layout: Layout, as caller: Caller) throws(Failure) {
    let table = layout.table
    guard caller.role != .anonymous else { throw .forbidden(table.name) }
    var compiler = Compiler(.sqlite, table, expressions: layout.expressions)
    let condition = SharedSQL.translated(try compiler.condition(delete.filter))
    let using =
      caller.isHeldByPolicies ? "(\(layout.seeing)) and (\(layout.policies.deleted ?? "false"))" : "true"
    kind = .delete
    self.layout = layout
    which = "\(using) and \(condition)"
    sql = "delete from \(layout.name) where \(which)"
    values = compiler.values
    whichValues = compiler.values
    given = [:]
    flags = []
    shown = delete.shown
    shape = try delete.shown.map { shown throws(Failure) in try RowShape(shown, of: table, layout.sealing) }
    bounds = delete.bounds
  }
}

extension GroupWriter {
  func alter(_ alteration: Alteration) throws(Failure) -> Rows {
    let layout = alteration.layout
    // Deletions are reported by the table's trigger.
    let isWatched = alteration.kind == .update && isWatched(layout.table.name)
    let reply = ReturningClause(
      layout, flags: alteration.flags, shown: alteration.shown, shape: alteration.shape, isWatched: isWatched)
    var rows = Rows(json: [], count: 0)
    reply.begin(connection.output)
    do throws(SQLiteFault) {
      let statement = try connection.statement(alteration.sql + reply.clause)
      defer { statement.reset() }
      try statement.bind(alteration.values)
      while try statement.step() {
        if !alteration.flags.isEmpty, statement.int(0) == 0 { throw SQLiteFault(.policy(layout.table.name)) }
        try reply.append(statement, isFirst: rows.count == 0, to: connection.output)
        try note(.update, statement, reply, layout)
        rows.count += 1
      }
      if reply.isSilent { rows.count = Int(sqlite3_changes(connection.handle)) }
    } catch {
      if hides(error, of: alteration) { throw .policy(layout.table.name) }
      let refusals = ConstraintErrors(layouts: layouts, connection: connection)
      throw alteration.kind == .delete
        ? refusals.failure(deleting: error, from: layout, alteration.which, alteration.whichValues)
        : refusals.failure(error, in: layout) { alteration.given[$0] }
    }
    try alteration.bounds.judge(rows.count)
    rows.json = reply.end(connection.output)
    return rows
  }
}

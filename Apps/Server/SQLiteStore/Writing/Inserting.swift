internal import CSQLite
internal import Relational

extension GroupWriter {
  func insert(_ insertion: Insertion) throws(Failure) -> Rows {
    let layout = insertion.layout
    let reply = ReturningClause(
      layout, flags: insertion.flags, shown: insertion.shown, shape: insertion.shape,
      isWatched: isWatched(layout.table.name))
    // SQLite fills a temporary table for `returning`, row by row; a separate select afterwards is cheaper.
    let sql = insertion.isMerging ? insertion.sql + reply.clause : insertion.sql
    var rows = Rows(json: [], count: 0)
    reply.begin(connection.output)
    for given in insertion.rows {
      let row = filled(given, layout)
      do throws(SQLiteFault) {
        switch try insert(row, sql, insertion, reply, isFirst: rows.count == 0) {
        case .new:
          rows.count += 1
          rows.inserted += 1
        case .merged: rows.count += 1
        case .skipped:
          // No client has seen the skipped row's revision, so it is reused, unless a trigger took a later one.
          if let place = layout.revisionPlace, row[place] == .int(circumstances.revision) {
            circumstances.revision -= 1
          }
        }
      } catch {
        if hides(error, of: insertion, row) { throw .policy(layout.table.name) }
        throw ConstraintErrors(layouts: layouts, connection: connection).failure(error, in: layout) { column in
          layout.places[column].map { row[$0] }
        }
      }
    }
    try insertion.bounds.judge(rows.count)
    rows.json = reply.end(connection.output)
    return rows
  }

  private enum Fate { case new, merged, skipped }

  private func insert(
    _ row: [Value], _ sql: String, _ insertion: Insertion, _ reply: ReturningClause, isFirst: Bool
  ) throws(SQLiteFault) -> Fate {
    let layout = insertion.layout
    let statement = try connection.statement(sql)
    defer {
      statement.reset()
      connection.scratch.end()
    }
    try statement.bind(row, keptIn: connection.scratch)
    // Stays zero when the insert merges into an existing row.
    sqlite3_set_last_insert_rowid(connection.handle, 0)
    let isReturned = try statement.step()
    let place = sqlite3_last_insert_rowid(connection.handle)
    if isReturned {
      try take(statement, isNew: place != 0, insertion, reply, isFirst: isFirst)
      while try statement.step() {}
      return place != 0 ? .new : .merged
    }
    if insertion.isMerging, !reply.isSilent || sqlite3_changes(connection.handle) == 0 {
      // A merge changes no row only if the policy forbids it.
      throw SQLiteFault(
        Failure(
          "42501", "new row violates row-level security policy (USING expression) for table \"\(layout.table.name)\""))
    }
    guard insertion.isMerging || place != 0 else { return .skipped }
    if !insertion.isMerging, !reply.isSilent {
      let made = try connection.statement(reply.looking)
      defer { made.reset() }
      try made.bind(.int(place), at: 1)
      guard try made.step() else { throw SQLiteFault(.policy(layout.table.name)) }
      try take(made, isNew: true, insertion, reply, isFirst: isFirst)
    }
    return place != 0 ? .new : .merged
  }

  /// Checks the policies of a written row and appends it to the reply.
  private func take(
    _ row: SQLiteStatement, isNew: Bool, _ insertion: Insertion, _ reply: ReturningClause, isFirst: Bool
  ) throws(SQLiteFault) {
    let layout = insertion.layout
    if !insertion.flags.isEmpty, row.int(isNew ? 0 : 1) == 0 { throw SQLiteFault(.policy(layout.table.name)) }
    try reply.append(row, isFirst: isFirst, to: connection.output)
    try note(isNew ? .insert : .update, row, reply, layout)
  }

  /// Fills in the values that only the writer knows: the time and the revision.
  private func filled(_ row: [Value], _ layout: Layout) -> [Value] {
    var row = row
    for (place, filling) in layout.fillings.enumerated() where row[place] == .usual {
      switch filling {
      case .revision: row[place] = .int(circumstances.next())
      case .now, .changed, .created: row[place] = .text(circumstances.now)
      default: row[place] = .null
      }
    }
    return row
  }
}

extension Bounds {
  /// Throws when the number of written rows exceeds the bounds.
  func judge(_ count: Int) throws(Failure) {
    if exactlyOne, count != 1 { throw .notOne(count) }
    if let atMost, count > atMost { throw .tooMany(count) }
  }
}

internal import CSQLite
internal import Relational

extension Writer {
  func insert(_ insertion: Insertion) throws(Failure) -> Rows {
    let layout = insertion.layout
    let reply = Reply(
      layout, flags: insertion.flags, shown: insertion.shown, shape: insertion.shape,
      isWatched: isWatched(layout.table.name))
    // SQLite keeps what it is to return in a table made for each row: to look at the row afterwards costs less.
    let sql = insertion.isMerging ? insertion.sql + reply.clause : insertion.sql
    var rows = Rows(json: [], count: 0)
    reply.begin(connection.output)
    for given in insertion.rows {
      let row = filled(given, layout)
      do throws(Fault) {
        switch try insert(row, sql, insertion, reply, isFirst: rows.count == 0) {
        case .new:
          rows.count += 1
          rows.inserted += 1
        case .merged: rows.count += 1
        case .skipped:
          // Nobody has seen the revision that it would have had.
          if layout.revisionPlace != nil { circumstances.revision -= 1 }
        }
      } catch {
        if hides(error, of: insertion, row) { throw .policy(layout.table.name) }
        throw Refusals(layouts: layouts, connection: connection).failure(error, in: layout) { column in
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
    _ row: [Value], _ sql: String, _ insertion: Insertion, _ reply: Reply, isFirst: Bool
  ) throws(Fault) -> Fate {
    let layout = insertion.layout
    let statement = try connection.statement(sql)
    defer {
      statement.reset()
      connection.scratch.end()
    }
    try statement.bind(row, keptIn: connection.scratch)
    // Whoever merges into a row that is there leaves this alone.
    sqlite3_set_last_insert_rowid(connection.handle, 0)
    let isReturned = try statement.step()
    let place = sqlite3_last_insert_rowid(connection.handle)
    if isReturned {
      try take(statement, isNew: place != 0, insertion, reply, isFirst: isFirst)
      while try statement.step() {}
      return place != 0 ? .new : .merged
    }
    if insertion.isMerging, !reply.isSilent || sqlite3_changes(connection.handle) == 0 {
      // Only a row that its person may not change stays as it is.
      throw Fault(
        Failure(
          "42501", "new row violates row-level security policy (USING expression) for table \"\(layout.table.name)\""))
    }
    guard insertion.isMerging || place != 0 else { return .skipped }
    if !insertion.isMerging, !reply.isSilent {
      let made = try connection.statement(reply.looking)
      defer { made.reset() }
      try made.bind(.int(place), at: 1)
      guard try made.step() else { throw Fault(.policy(layout.table.name)) }
      try take(made, isNew: true, insertion, reply, isFirst: isFirst)
    }
    return place != 0 ? .new : .merged
  }

  /// What came back of a row that was written.
  private func take(
    _ row: Statement, isNew: Bool, _ insertion: Insertion, _ reply: Reply, isFirst: Bool
  ) throws(Fault) {
    let layout = insertion.layout
    if !insertion.flags.isEmpty, row.int(isNew ? 0 : 1) == 0 { throw Fault(.policy(layout.table.name)) }
    reply.append(row, isFirst: isFirst, to: connection.output)
    note(isNew ? .insert : .update, row, reply, layout)
  }

  /// With what only the writer knows: the moment, and the row's revision.
  private func filled(_ row: [Value], _ layout: Layout) -> [Value] {
    var row = row
    for (place, filling) in layout.fillings.enumerated() where row[place] == .usual {
      switch filling {
      case .revision: row[place] = .int(circumstances.next())
      case .now, .changed: row[place] = .text(circumstances.now)
      default: row[place] = .null
      }
    }
    return row
  }
}

extension Bounds {
  /// Whether so many rows may have been written.
  func judge(_ count: Int) throws(Failure) {
    if exactlyOne, count != 1 { throw .notOne(count) }
    if let atMost, count > atMost { throw .tooMany(count) }
  }
}

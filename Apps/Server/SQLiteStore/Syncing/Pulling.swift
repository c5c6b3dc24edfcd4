internal import CSQLite
internal import Relational
internal import Tokens

/// The state of one pull: its snapshot and what it has collected so far.
private struct PullState {
  let top: Int64
  /// The revision up to which tombstones have been purged.
  let purged: Int64
  var left: Int
  var count = 0
  var more = false
  var cursors: [(name: String, cursor: String?)] = []
  var resync: [String] = []
}

extension SQLiteReader {
  /// Returns the changes since the device's cursors, from one snapshot.
  func pull(_ pull: PullArguments, epoch: String, as caller: Caller) throws(Failure) -> [UInt8] {
    begin(as: caller)
    let output = connection.output
    output.clear()
    do throws(SQLiteFault) {
      return try together { () throws(SQLiteFault) in
        var page = try page(pull)
        output.append(words: "{\"epoch\":")
        output.append(quoted: epoch)
        output.append(words: ",\"changes\":[")
        for part in pull.parts {
          try append(part, pull, isKnown: pull.epoch == epoch, to: output, &page)
        }
        close(page, output)
        return output.array()
      }
    } catch {
      throw error.failure
    }
  }

  private func page(_ pull: PullArguments) throws(SQLiteFault) -> PullState {
    let row = try connection.row(
      "select (select value from troupe_meta where key = 'rev'), (select value from troupe_meta where key = 'purged')")
    let numbers = (row ?? []).map { Int64($0.string ?? "") ?? 0 }
    return PullState(top: numbers.first ?? 0, purged: numbers.last ?? 0, left: pull.limit)
  }

  private func append(
    _ part: PullArguments.Part, _ pull: PullArguments, isKnown: Bool, to output: JSONBuffer, _ page: inout PullState
  ) throws(SQLiteFault) {
    let name = part.layout.table.name
    guard page.left > 0 else {
      page.more = true
      page.cursors.append((name, part.cursor))
      return
    }
    var from = SyncCursor(0, start: page.top)
    if let text = part.cursor {
      if isKnown, let cursor = SyncCursor(text), cursor.revision <= page.top, page.purged <= cursor.start,
        try !hasRestarted(part.layout, pull.person, since: cursor)
      {
        from = cursor
      } else {
        page.resync.append(name)
      }
    }
    let last = try append(part.layout, pull.person, after: from, to: output, &page)
    // Everything was returned, so the next pull starts at this snapshot.
    let next = last.map { SyncCursor($0, start: from.start) } ?? SyncCursor(page.top, start: page.top)
    page.cursors.append((name, next.text))
  }

  /// Whether more rows appeared or disappeared for the person since the cursor's first pull than were noted one by one.
  private func hasRestarted(_ layout: Layout, _ person: String, since cursor: SyncCursor) throws(SQLiteFault) -> Bool {
    guard layout.isShared else { return false }
    let found = try connection.statement(
      "select 1 from sync_tombstones where id = '' and viewer = ?1 and collection = ?2 and rev > ?3")
    defer { found.reset() }
    try found.bind([.text(person), .text(layout.table.name), .int(cursor.start)])
    return try found.step()
  }

  /// Appends a collection's changes; returns the last revision if there are more, or nil.
  private func append(
    _ layout: Layout, _ person: String, after from: SyncCursor, to output: JSONBuffer, _ page: inout PullState
  ) throws(SQLiteFault) -> Int64? {
    guard let place = layout.revisionPlace, let idPlace = layout.places["id"] else { return nil }
    let revision = from.revision
    let rows = try connection.statement(layout.pulling)
    defer { rows.reset() }
    try rows.bind([.int(revision), .int(page.left + 1)])
    let gone = try connection.statement(
      "select rev, id from sync_tombstones where collection = ?1 and viewer = ?2 and rev > ?3 and id <> '' order by rev"
    )
    defer { gone.reset() }
    try gone.bind([.text(layout.table.name), .text(person), .int(revision)])
    var hasRow = try rows.step()
    var hasGone = try gone.step()
    var last = revision
    while hasRow || hasGone {
      guard page.left > 0 else {
        page.more = true
        return last
      }
      let isRow = hasRow && (!hasGone || rows.int(Int32(place)) < gone.int(0))
      last = isRow ? rows.int(Int32(place)) : gone.int(0)
      if isRow {
        try append(rows, layout, id: idPlace, last, isRow: true, to: output, &page)
        hasRow = try rows.step()
        continue
      }
      if !(try appendVisible(gone, layout, idPlace, place, from, to: output, &page)) {
        try append(gone, layout, id: 1, last, isRow: false, to: output, &page)
      }
      hasGone = try gone.step()
    }
    return nil
  }

  /// Appends the row of a tombstone that only tells to look again; false when the person does not see it.
  private func appendVisible(
    _ gone: SQLiteStatement, _ layout: Layout, _ idPlace: Int, _ place: Int, _ from: SyncCursor,
    to output: JSONBuffer, _ page: inout PullState
  ) throws(SQLiteFault) -> Bool {
    guard layout.isShared else { return false }
    let looked = try connection.statement(layout.looking)
    defer { looked.reset() }
    try looked.bind([.text(gone.text(1))])
    guard try looked.step() else { return false }
    let own = looked.int(Int32(place))
    // A row that is newer than the cursor comes by its own revision, and an older one in the course of a first pull.
    if own <= from.revision, gone.int(0) > from.start || from.revision == from.start {
      try append(looked, layout, id: idPlace, own, isRow: true, to: output, &page)
    }
    return true
  }

  /// Appends one change: a row, or a deletion.
  private func append(
    _ found: SQLiteStatement, _ layout: Layout, id idPlace: Int, _ revision: Int64, isRow: Bool,
    to output: JSONBuffer, _ page: inout PullState
  ) throws(SQLiteFault) {
    page.left -= 1
    if page.count > 0 { output.append(sign: ",") }
    page.count += 1
    output.append(layout.opening)
    if let id = sqlite3_column_text(found.pointer, Int32(idPlace)) {
      output.append(id, Int(sqlite3_column_bytes(found.pointer, Int32(idPlace))))
    }
    output.append(words: "\",\"rev\":\"")
    output.append(revision)
    guard isRow else { return output.append(words: "\",\"deleted\":true}") }
    output.append(words: "\",\"deleted\":false,\"row\":")
    try layout.whole.append(found, to: output)
    output.append(sign: "}")
  }

  private func close(_ page: PullState, _ output: JSONBuffer) {
    output.append(words: "],\"cursors\":{")
    for (index, part) in page.cursors.enumerated() {
      if index > 0 { output.append(sign: ",") }
      output.append(quoted: part.name)
      output.append(sign: ":")
      if let cursor = part.cursor { output.append(quoted: cursor) } else { output.append(words: "null") }
    }
    output.append(words: "},\"more\":")
    output.append(words: page.more ? "true" : "false")
    output.append(words: ",\"resync\":[")
    for (index, name) in page.resync.enumerated() {
      if index > 0 { output.append(sign: ",") }
      output.append(quoted: name)
    }
    output.append(words: "]}")
  }
}

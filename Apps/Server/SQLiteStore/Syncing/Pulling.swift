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
      if isKnown, let cursor = SyncCursor(text), cursor.revision <= page.top, page.purged <= cursor.start {
        from = cursor
      } else {
        page.resync.append(name)
      }
    }
    let last = try append(part.layout, pull.person, after: from.revision, to: output, &page)
    // Everything was returned, so the next pull starts at this snapshot.
    let next = last.map { SyncCursor($0, start: from.start) } ?? SyncCursor(page.top, start: page.top)
    page.cursors.append((name, next.text))
  }

  /// Appends a collection's changes; returns the last revision if there are more, or nil.
  private func append(
    _ layout: Layout, _ person: String, after revision: Int64, to output: JSONBuffer, _ page: inout PullState
  ) throws(SQLiteFault) -> Int64? {
    guard let place = layout.revisionPlace, let idPlace = layout.places["id"] else { return nil }
    let bound = Value.int(page.left + 1)
    let rows = try connection.statement(layout.pulling)
    defer { rows.reset() }
    try rows.bind([.int(revision), bound])
    let gone = try connection.statement(
      "select rev, id from sync_tombstones where collection = ?1 and viewer = ?2 and rev > ?3 order by rev limit ?4")
    defer { gone.reset() }
    try gone.bind([.text(layout.table.name), .text(person), .int(revision), bound])
    var hasRow = try rows.step()
    var hasGone = try gone.step()
    var last = revision
    while hasRow || hasGone {
      guard page.left > 0 else {
        page.more = true
        return last
      }
      page.left -= 1
      let isRow = hasRow && (!hasGone || rows.int(Int32(place)) < gone.int(0))
      last = isRow ? rows.int(Int32(place)) : gone.int(0)
      if page.count > 0 { output.append(sign: ",") }
      page.count += 1
      output.append(layout.opening)
      let (source, column) = isRow ? (rows.pointer, Int32(idPlace)) : (gone.pointer, 1)
      if let id = sqlite3_column_text(source, column) {
        output.append(id, Int(sqlite3_column_bytes(source, column)))
      }
      output.append(words: "\",\"rev\":\"")
      output.append(last)
      if isRow {
        output.append(words: "\",\"deleted\":false,\"row\":")
        layout.whole.append(rows, to: output)
        output.append(sign: "}")
        hasRow = try rows.step()
      } else {
        output.append(words: "\",\"deleted\":true}")
        hasGone = try gone.step()
      }
    }
    return nil
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

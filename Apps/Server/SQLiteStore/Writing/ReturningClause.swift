internal import Relational

/// The `returning` clause of a write: whether the policies hold, the columns that the caller selects, and all columns
/// if the table is watched.
struct ReturningClause {
  let clause: String
  /// A select of the same columns for row ?1.
  let looking: String
  let isWatched: Bool
  let shape: RowShape?
  private let shownAt: Int32
  private let wholeAt: Int32

  init(_ layout: Layout, flags: [String], shown: [Shown]?, shape: RowShape?, isWatched: Bool) {
    var parts = flags.map(layout.judged)
    parts += layout.selection(shown ?? [])
    if isWatched { parts.append(layout.allColumns) }
    clause = parts.isEmpty ? "" : " returning " + parts.joined(separator: ", ")
    looking = parts.isEmpty ? "" : "select \(parts.joined(separator: ", ")) from \(layout.name) where rowid = ?1"
    self.isWatched = isWatched
    self.shape = shape
    shownAt = Int32(flags.count)
    wholeAt = shownAt + Int32(shape?.count ?? 0)
  }

  /// Whether nothing is returned.
  var isSilent: Bool { clause.isEmpty }

  func begin(_ output: JSONBuffer) {
    output.clear()
    if shape != nil { output.append(sign: "[") }
  }

  func append(_ row: SQLiteStatement, isFirst: Bool, to output: JSONBuffer) throws(SQLiteFault) {
    guard let shape else { return }
    if !isFirst { output.append(sign: ",") }
    try shape.append(row, from: shownAt, to: output)
  }

  func end(_ output: JSONBuffer) -> [UInt8] {
    guard shape != nil else { return [] }
    output.append(sign: "]")
    return output.array()
  }

  /// The position of the first of all columns.
  var whole: Int32 { wholeAt }
}

extension GroupWriter {
  /// Records a change of a watched table; it is published after the commit.
  func note(
    _ kind: RowChange.Kind, _ row: SQLiteStatement, _ reply: ReturningClause, _ layout: Layout
  ) throws(SQLiteFault) {
    guard reply.isWatched else { return }
    let record = JSONBuffer()
    try layout.whole.append(row, from: reply.whole, to: record)
    circumstances.changes.append(
      RowChange(
        table: layout.table.name, kind: kind, id: layout.id(row, from: reply.whole),
        viewers: layout.viewers(row, from: reply.whole), record: record.array(),
        committed: MomentText.shown(circumstances.now)))
  }
}

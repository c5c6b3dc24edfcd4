internal import Relational
internal import Tokens

extension GroupWriter {
  /// Publishes the rows that appeared or disappeared for somebody, as they see them when the group is committed.
  func tellLooks() throws(SQLiteFault) {
    guard !circumstances.looks.isEmpty else { return }
    circumstances.extend(.seconds(3600))
    var told: Set<RowLook> = []
    for look in circumstances.looks where told.insert(look).inserted {
      guard let layout = layouts[look.table] else { continue }
      circumstances.caller = .person(look.viewer)
      let found = try connection.statement(layout.looking)
      defer { found.reset() }
      try found.bind([.text(look.id)])
      let isSeen = try found.step()
      let record = JSONBuffer()
      if isSeen {
        try layout.whole.append(found, to: record)
      } else {
        record.append(words: "{\"id\":")
        record.append(quoted: look.id)
        record.append(sign: "}")
      }
      circumstances.changes.append(
        RowChange(
          table: look.table, kind: isSeen ? .insert : .delete, id: look.id, viewers: [look.viewer],
          record: record.array(), committed: MomentText.shown(circumstances.now), isForViewersOnly: true))
    }
    circumstances.looks = []
  }
}

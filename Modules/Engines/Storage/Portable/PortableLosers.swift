public import Kernel
internal import Platform

// Versions that lost a conflict, on their way into and out of an archive. They have the form of records: the record's
// identifier, the time of the conflict, and as fields the collection and the lost fields.
extension Store {
  /// The most versions that an archive holds, the newest.
  public static let mostPortableLosers = Bounds.rows

  /// All of them as lines of JSON, newest first.
  public func portableLosers() async throws(Problem) -> PortablePage.Text {
    let losers = try await losers(newest: Store.mostPortableLosers)
    var text = PortablePage.Text()
    let writer = RowText()
    for loser in losers {
      let fields: Fields = ["collection": .text(loser.collection), "fields": .object(loser.fields)]
      guard let row = try? Row(fields, form: 0) else {
        text.damaged += 1
        continue
      }
      let before = writer.json.count
      if text.count > 0 { writer.json += ",\n".utf8 }
      writer.json += "{\"id\":\"\(loser.id.uuidString)\",\"when\":".utf8
      RowText.append(instant: loser.at.timeIntervalSinceReferenceDate, to: &writer.json)
      writer.json += ",\"form\":0,\"fields\":".utf8
      do {
        try row.bytes.withUnsafeBytes { bytes in
          try writer.source.use(bytes) { _ = try writer.append(Row.open(writer.source).start) }
        }
        writer.json.append(UInt8(ascii: "}"))
        text.count += 1
      } catch {
        writer.json.removeLast(writer.json.count - before)
        text.damaged += 1
      }
    }
    text.json = writer.json
    return text
  }

  /// Adds those that are not here. Returns how many there are of each sort; nothing is changed with `isTrial`.
  @discardableResult
  public func addLosers(_ rows: [ImportedRow], isTrial: Bool) async throws(Problem) -> ImportCounts {
    let mine = Set(try await losers(newest: Store.mostPortableLosers).map { LoserName(id: $0.id, at: $0.at) })
    var counts = ImportCounts()
    var fresh: [(row: ImportedRow, collection: String, fields: Fields)] = []
    for row in rows {
      guard let fields = try? row.row.fields(), case .text(let collection)? = fields["collection"],
        case .object(let lost)? = fields["fields"], (1...Bounds.collectionName).contains(collection.utf8.count)
      else {
        counts.unreadable += 1
        continue
      }
      if mine.contains(LoserName(id: row.id, at: row.when)) {
        counts.same += 1
      } else {
        counts.added += 1
        fresh.append((row, collection, lost))
      }
    }
    let added = fresh
    guard !isTrial, !added.isEmpty else { return counts }
    try await keeper.write { ledger throws(Problem) in
      for one in added {
        let number = try ledger.tables.number(of: one.collection)
        try ledger.tables.addLoser(
          LoserRow(
            number: 0, collection: number, id: one.row.id, at: one.row.when.timeIntervalSinceReferenceDate,
            sealed: try ledger.seal(one.fields, one.row.id, number, as: .loser)))
      }
    }
    return counts
  }
}

private struct LoserName: Hashable {
  let id: UUID
  let at: Date
}

public import Kernel
internal import Platform

/// A row of a server's archive, in the form in which a pull would have brought it.
public struct ServedRow: Sendable, Hashable {
  public let record: Pulled
  /// Whether it is the person's own. Rows of others, such as their messages, are not theirs to send.
  public let isOwn: Bool

  public init(_ record: Pulled, isOwn: Bool) {
    (self.record, self.isOwn) = (record, isOwn)
  }
}

extension Store {
  /// Compares rows of a server's archive with the records of a collection. Nothing is changed.
  public func compare(served rows: [ServedRow], with collection: String) async throws(Problem) -> ImportCounts {
    let known = known(collection)
    return try await keeper.read { ledger throws(Problem) in
      var counts = ImportCounts()
      for row in rows { _ = try ledger.count(row, known, &counts) }
      return counts
    }
  }

  /// Adds the rows that are not here, in one transaction: the person's own as new records, those of others as received ones,
  /// which are never sent. Records that are here stay as they are. The collection must be open.
  @discardableResult
  public func add(served rows: [ServedRow], to collection: String) async throws(Problem) -> ImportCounts {
    for row in rows { try Outbox.check(row.record.rev) }
    let known = known(collection)
    return try await keeper.write { ledger throws(Problem) in
      let versions = ledger.versions
      ledger.versions = nil
      defer { ledger.versions = versions }
      var counts = ImportCounts()
      for row in rows {
        guard let known, let made = try ledger.count(row, known, &counts) else { continue }
        guard row.isOwn else {
          var taken = Taken()
          try ledger.take(row.record, known, &taken)
          continue
        }
        _ = try ledger.save(
          Draft(
            collection: known, id: row.record.id, when: made.when, row: made.row, over: .nothing,
            upgraded: known.upgraded, asked: { _ in [] }))
      }
      return counts
    }
  }
}

extension Ledger {
  /// Counts the row, and returns the record that it makes when there is none of its identifier yet.
  fileprivate func count(
    _ served: ServedRow, _ collection: Registered?, _ counts: inout ImportCounts
  ) throws(Problem) -> (row: Row, when: Double)? {
    let own = served.record.fields?.filter { $0.key == "id" || !Fields.ofTheServer.contains($0.key) }
    guard let collection, let own, let made = try? collection.row(served.record.id, own) else {
      counts.unreadable += 1
      return nil
    }
    guard let there = try tables.record(collection.number, served.record.id) else {
      counts.added += 1
      return made
    }
    let mine = open(there).flatMap { try? collection.upgraded($0).fields() } ?? [:]
    let names = Set(own.keys).union(mine.keys).subtracting(Fields.ofTheServer)
    if names.allSatisfy({ (own[$0] ?? .null).means(mine[$0] ?? .null) }) {
      counts.same += 1
    } else {
      counts.different += 1
    }
    return nil
  }
}

package import Kernel
package import Platform
package import Storage

/// Adds and removes demo records of one kind the way a server's are applied, so that none counts as unsent.
package struct DemonstrationShelf<Record: Kept>: Sendable {
  /// Records per transaction.
  private static var batch: Int { 1000 }
  /// Revision that marks the records, in place of a server's.
  package static var rev: String { "demonstration" }

  package let collection: Collection<Record>

  package init(_ store: Store, _ holding: Holding = .owned(.entered)) async throws(Problem) {
    collection = try await store.collection(Record.self, holding)
  }

  /// Adds or updates the records. Records edited by the person stay as they are.
  package func put(_ records: [Record], as rev: String = rev) async throws(Problem) {
    for start in stride(from: 0, to: records.count, by: Self.batch) {
      var page: [Pulled] = []
      for record in records[start..<min(start + Self.batch, records.count)] {
        page.append(Pulled(id: record.id.uuid, rev: rev, fields: try record.fields()))
      }
      try await collection.take(page, cursor: nil)
    }
  }

  package func takeOut(_ ids: [UUID]) async throws(Problem) {
    let gone = "\(Self.rev) gone"
    let there = Set(try await collection.known().filter { !$0.isDeleted }.map(\.id))
    let ids = ids.filter(there.contains)
    for start in stride(from: 0, to: ids.count, by: Self.batch) {
      let page = ids[start..<min(start + Self.batch, ids.count)].map { Pulled(id: $0, rev: gone, fields: nil) }
      try await collection.take(page, cursor: nil)
    }
  }
}

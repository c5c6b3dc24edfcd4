public import Kernel
public import Platform

extension Store {
  /// The fields of a record as they are stored, in this version's form; nil when there is none.
  public func fields(of record: UUID, in collection: String) async throws(Problem) -> Fields? {
    guard let registered = known(collection) else { return nil }
    return try await keeper.read { ledger throws(Problem) in try ledger.fields(of: record, registered) }
  }

  /// Makes the changes in one transaction, as new edits that are sent to the server and have versions of their own. A record
  /// that would not be one of its collection refuses all of them.
  public func restore(_ restorations: [Restoration]) async throws(Problem) {
    guard restorations.count <= Bounds.changes else { throw StoreProblem.tooLarge("One transaction") }
    let steps = try restorations.map { one throws(Problem) in
      guard let collection = known(one.kind) else { throw Problem.notRestored }
      return (collection, one)
    }
    try await keeper.write { ledger throws(Problem) in
      for (collection, restoration) in steps { try ledger.restore(restoration, in: collection) }
    }
  }
}

extension Problem {
  static let notRestored = Problem(
    "not-restored", "This version cannot be restored, because the entry would not be complete.",
    safe: "Nothing was changed.", remedy: "Restore the whole entry instead.")
}

extension Ledger {
  fileprivate func fields(of id: UUID, _ collection: Registered) throws(Problem) -> Fields? {
    guard let row = try tables.record(collection.number, id), let body = open(row) else { return nil }
    return try? collection.upgraded(body).fields()
  }

  fileprivate func restore(_ restoration: Restoration, in collection: Registered) throws(Problem) {
    guard try !tables.outbox(of: collection.number, restoration.id).contains(where: { $0.state == .conflict }) else {
      throw StoreProblem.inConflict
    }
    guard let fields = restoration.fields else { return try delete(collection, restoration.id, .anything) }
    let before = try self.fields(of: restoration.id, collection)
    var whole = (before ?? [:]).merging(fields) { _, earlier in earlier }
    whole["id"] = .uuid(restoration.id)
    guard let (row, when) = try? collection.row(restoration.id, whole) else { throw .notRestored }
    _ = try save(
      Draft(
        collection: collection, id: restoration.id, when: when, row: row, over: .anything,
        upgraded: collection.upgraded, asked: { _ in [] }))
  }
}

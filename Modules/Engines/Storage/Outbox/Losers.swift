public import Kernel
public import Platform

/// A version that lost a conflict, read without its type.
public struct Lost: Sendable, Hashable {
  public let number: Int64
  public let collection: String
  public let id: UUID
  public let at: Date
  public let fields: Fields

  public init(number: Int64, collection: String, id: UUID, at: Date, fields: Fields) {
    self.number = number
    self.collection = collection
    self.id = id
    self.at = at
    self.fields = fields
  }
}

extension Store {
  /// The versions that lost a conflict, of all collections, newest first. Damaged ones are omitted.
  public func losers(newest limit: Int) async throws(Problem) -> [Lost] {
    try await keeper.read { ledger throws(Problem) in
      var found: [Lost] = []
      for row in try ledger.tables.losers(newest: min(max(0, limit), Bounds.rows)) {
        guard let fields = ledger.openFields(row.sealed, ledger.place(.loser, row.collection, row.id)) else { continue }
        found.append(
          Lost(
            number: row.number, collection: try ledger.name(of: row.collection), id: row.id,
            at: Date(timeIntervalSinceReferenceDate: row.at), fields: fields))
      }
      return found
    }
  }

  /// Restores a losing version as a new edit that is sent to the server; the version it replaces is kept as a loser.
  public func restore(_ number: Int64) async throws(Problem) {
    try await keeper.write { ledger throws(Problem) in try ledger.restore(number) }
  }
}

extension Ledger {
  func restore(_ number: Int64) throws(Problem) {
    guard let loser = try tables.loser(number),
      let fields = openFields(loser.sealed, place(.loser, loser.collection, loser.id))
    else {
      throw Problem(
        "no-such-version", "That version is not kept any more.", safe: "Nothing was changed.",
        remedy: "Choose another one.")
    }
    let collection = try registered(loser.collection)
    guard try !tables.outbox(of: loser.collection, loser.id).contains(where: { $0.state == .conflict }) else {
      throw StoreProblem.inConflict
    }
    try tables.removeLoser(number)
    if let record = try tables.record(loser.collection, loser.id), let body = open(record) {
      try restore(fields, over: record, body, collection)
    } else {
      try restoreDeleted(loser, fields, collection)
    }
  }

  private func restore(
    _ fields: Fields, over record: RecordRow, _ body: Row, _ collection: Registered
  ) throws(Problem) {
    let before = (try? body.fields()) ?? [:]
    let own = fields.filter { !Fields.ofTheServer.contains($0.key) }
    let changed = own.filter { !(before[$0.key] ?? .null).means($0.value) }
    guard !changed.isEmpty else { return }
    try tables.addLoser(
      LoserRow(
        number: 0, collection: record.collection, id: record.id, at: now,
        sealed: try seal(before, record.id, record.collection, as: .loser)))
    let isOwned = collection.holding.priority != nil
    let base =
      record.state == .clean && isOwned
      ? sealer.seal(body.bytes, place(.base, record.collection, record.id)) : record.base
    try replace(
      record, with: before.merging(own) { _, mine in mine }, rev: record.rev, state: isOwned ? .dirty : .clean,
      base: base)
    try enqueue(.update, record, changed, collection)
    try keepVersion(
      .changed, of: record.id, in: collection, old: before.filter { changed[$0.key] != nil }, new: changed)
  }

  /// Recreates a record that was deleted meanwhile, over the deletion known to the server.
  private func restoreDeleted(_ loser: LoserRow, _ fields: Fields, _ collection: Registered) throws(Problem) {
    let row = try exhumed(loser.collection, loser.id)
    try replace(
      row, with: fields, rev: row.rev, state: collection.holding.priority == nil ? .clean : .dirty, base: row.base)
    try enqueue(.insert, row, fields, collection)
    try keepVersion(.created, of: row.id, in: collection, old: [:], new: fields)
  }
}

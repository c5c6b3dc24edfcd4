internal import Kernel
internal import Platform

/// Adds changes to the outbox, in the transaction of the record.
extension Ledger {
  func enqueue(_ kind: Change.Kind, _ record: RecordRow, _ fields: Fields, _ collection: Registered) throws(Problem) {
    guard collection.holding.priority != nil else { return }
    do {
      try enqueue(kind, record, Row(fields, form: 0), collection)
    } catch {
      throw (error as? Problem) ?? StoreProblem.notCoded(collection.name, error)
    }
  }

  /// Takes the fields as a row, since those of a new record are its own bytes.
  func enqueue(_ kind: Change.Kind, _ record: RecordRow, _ fields: Row, _ collection: Registered) throws(Problem) {
    guard let priority = collection.holding.priority else { return }
    let last = try tables.outbox(of: record.collection, record.id).last
    if let last, !last.isSent, last.state != .claimed {
      try join(kind, record, fields, collection, with: last)
    } else {
      try add(kind, record, fields, priority)
    }
  }

  private func add(
    _ kind: Change.Kind, _ record: RecordRow, _ fields: Row, _ priority: Priority
  ) throws(Problem) {
    let op = context.identifiers.uuid()
    try tables.put(
      OutboxRow(
        seq: nextSeq(), op: op, collection: record.collection, id: record.id, kind: kind, priority: priority.rawValue,
        base: record.rev, editedAt: now, sealed: sealer.seal(fields.bytes, place(.outbox, record.collection, op))))
    touch()
  }

  /// Merges with a pending change that the server has not seen yet; it keeps its place in the queue.
  private func join(
    _ kind: Change.Kind, _ record: RecordRow, _ fields: Row, _ collection: Registered, with last: OutboxRow
  ) throws(Problem) {
    var row = last
    switch (last.kind, kind) {
    case (.insert, .delete):
      if last.state == .conflict {
        // The server has a record with that identifier, so the person decides about that one.
        row.kind = .delete
        break
      }
      // Created and deleted before the server saw it.
      try tables.removeOutbox(last.op)
      touch()
      guard try tables.outbox(of: row.collection, row.id).isEmpty else { return }
      return try release(row.collection, row.id, isWanted: true)
    case (_, .delete): row.kind = .delete
    case (.delete, _):
      // The server has the record, or will have it from an earlier change.
      let isFirst = try tables.outbox(of: row.collection, row.id).first?.op == row.op
      row.kind = isFirst && row.base == nil ? .insert : .update
    default: break
    }
    var joined = (try? fields.fields()) ?? [:]
    if kind != .delete, last.kind != .delete, let before = self.fields(last) {
      joined = before.merging(joined) { _, newer in newer }
    }
    row.editedAt = now
    if last.state == .aside {
      // It was refused as it was; edited, it is a new operation.
      row.op = context.identifiers.uuid()
      row.state = .waiting
      row.reason = nil
      row.attempts = 0
      row.notBefore = 0
    }
    row.sealed = try seal(joined, row.op, row.collection)
    try tables.put(row)
    touch()
    // Deleted on the server, and now here too.
    if row.state == .conflict, kind == .delete { try endIfAgreed(row.op) }
  }

  /// The fields that the server will have once everything sent has been applied.
  func served(_ record: RecordRow) throws(Problem) -> Fields? {
    var fields = record.base.flatMap { openFields($0, place(.base, record.collection, record.id)) }
    for entry in try tables.outbox(of: record.collection, record.id) where entry.isSent || entry.state == .claimed {
      switch entry.kind {
      case .insert: fields = self.fields(entry)
      case .update: fields?.merge(self.fields(entry) ?? [:]) { _, newer in newer }
      case .delete: fields = nil
      }
    }
    return fields
  }

  /// Marks the outbox as changed for its listeners.
  func touch() { touched.insert(Ledger.outboxNumber) }

  func seal(
    _ fields: Fields, _ op: UUID, _ collection: Int, as kind: SealPlace.Kind = .outbox
  ) throws(Problem) -> [UInt8] {
    let row: Row
    do { row = try Row(fields, form: 0) } catch { throw StoreProblem.notCoded(names[collection]?.name ?? "?", error) }
    return sealer.seal(row.bytes, place(kind, collection, op))
  }

  func fields(_ row: OutboxRow) -> Fields? { openFields(row.sealed, place(.outbox, row.collection, row.op)) }

  func openFields(_ sealed: [UInt8], _ place: SealPlace) -> Fields? {
    sealer.open(sealed, place).flatMap { try? Row(bytes: $0).fields() }
  }
}

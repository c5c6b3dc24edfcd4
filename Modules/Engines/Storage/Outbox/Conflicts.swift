public import Kernel
public import Platform

/// A conflict between this device's and the server's version of a record.
public struct Conflict: Sendable, Hashable {
  public let op: UUID
  public let collection: String
  public let id: UUID
  public let at: Date
  /// Nil when it was deleted here.
  public let mine: Fields?
  /// Nil when the server has deleted it.
  public let theirs: Fields?
  /// The common base of both versions, for a merge by field; nil when this device created the record.
  public let base: Fields?
  /// The fields that this device changed.
  public let changed: Fields
  /// The time of the last change here, by this device's clock.
  public let editedAt: Date
}

/// The outcome of a conflict.
public enum Resolution: Sendable, Hashable {
  case mine
  case theirs
  case merged(Fields)
}

/// A version that lost a conflict, kept so that it can be restored.
public struct Loser: Sendable, Hashable {
  public let number: Int64
  public let at: Date
  public let fields: Fields
}

extension Outbox {
  /// Marks a change as conflicting with the server's version. It waits until it is resolved, and so do later changes of
  /// its entity.
  public func conflict(_ op: UUID, theirs: Fields?, rev: String?) async throws(Problem) {
    try Outbox.check(rev)
    try await store.keeper.write { ledger throws(Problem) in try ledger.conflict(op, theirs, rev) }
  }

  public func conflicts(limit: Int = 1000) async throws(Problem) -> [Conflict] {
    try await store.keeper.read { ledger throws(Problem) in
      var found: [Conflict] = []
      for row in try ledger.tables.conflicts(limit: min(max(0, limit), Bounds.rows)) {
        if let conflict = try ledger.conflict(row) { found.append(conflict) }
      }
      return found
    }
  }

  /// Resolves a conflict. The losing version is kept; `losers` returns it.
  public func resolve(_ op: UUID, _ resolution: Resolution) async throws(Problem) {
    try await store.keeper.write { ledger throws(Problem) in try ledger.resolve(op, resolution) }
  }
}

extension Collection {
  /// The versions of a record that lost a conflict, newest first.
  public func losers(_ id: ID<Record>) async throws(Problem) -> [Loser] {
    let number = registered.number
    return try await store.keeper.read { ledger throws(Problem) in
      try ledger.tables.losers(number, id.uuid).compactMap { row in
        let fields = ledger.openFields(row.sealed, ledger.place(.loser, number, row.id))
        return fields.map {
          Loser(number: row.number, at: Date(timeIntervalSinceReferenceDate: row.at), fields: $0)
        }
      }
    }
  }

  /// The record with a losing version's fields, for saving or display.
  public func record(of loser: Loser) -> Record? { try? Row(loser.fields, form: Record.form).decode(Record.self) }
}

extension Resolution {
  /// The versions of which part is lost. A merge can lose something of both.
  fileprivate func losers(of conflict: Conflict) -> [Fields] {
    switch self {
    case .mine: [conflict.theirs].compactMap(\.self)
    case .theirs: [conflict.mine].compactMap(\.self)
    case .merged(let fields):
      [conflict.theirs, conflict.mine].compactMap(\.self).filter { version in
        version.contains { !Fields.ofTheServer.contains($0.key) && !(fields[$0.key] ?? .null).means($0.value) }
      }
    }
  }
}

extension Ledger {
  func conflict(_ op: UUID, _ theirs: Fields?, _ rev: String?) throws(Problem) {
    guard var row = try tables.outbox(op) else { return }
    row.state = .conflict
    row.isSent = false
    try tables.put(row)
    try tables.removeHeld(row.collection, row.id)
    touch()
    try tables.put(
      ConflictRow(
        op: op, collection: row.collection, id: row.id, at: now, rev: rev,
        sealed: try theirs.map { fields throws(Problem) in try seal(fields, op, row.collection, as: .conflict) }))
  }

  func conflict(_ row: ConflictRow) throws(Problem) -> Conflict? {
    guard let entry = try tables.outbox(row.op) else { return nil }
    let record = try tables.record(row.collection, row.id)
    let mine = record.flatMap { open($0) }.flatMap { try? $0.fields() }
    let base = record?.base.flatMap { openFields($0, place(.base, row.collection, row.id)) }
    return Conflict(
      op: row.op, collection: try name(of: row.collection), id: row.id,
      at: Date(timeIntervalSinceReferenceDate: row.at),
      mine: mine, theirs: theirs(row), base: entry.kind == .delete ? fields(entry) : base,
      changed: fields(entry) ?? [:],
      editedAt: Date(timeIntervalSinceReferenceDate: try lastEdit(of: entry)))
  }

  private func lastEdit(of entry: OutboxRow) throws(Problem) -> Double {
    try tables.outbox(of: entry.collection, entry.id).map(\.editedAt).max() ?? entry.editedAt
  }

  func theirs(_ row: ConflictRow) -> Fields? {
    row.sealed.flatMap { openFields($0, place(.conflict, row.collection, row.op)) }
  }

  /// Ends the conflict when both sides have become equal.
  func endIfAgreed(_ op: UUID) throws(Problem) {
    guard let row = try tables.conflict(op), let found = try conflict(row) else { return }
    switch (found.mine, found.theirs) {
    case (nil, nil): guard row.sealed == nil else { return }
    case (let mine?, let theirs?):
      guard
        Set(mine.keys).union(theirs.keys).subtracting(Fields.ofTheServer)
          .allSatisfy({ (mine[$0] ?? .null).means(theirs[$0] ?? .null) }),
        makesRecord(.theirs, of: found, row.collection)
      else { return }
    default: return
    }
    try resolve(op, .theirs)
  }

  func resolve(_ op: UUID, _ resolution: Resolution) throws(Problem) {
    guard let row = try tables.conflict(op), let found = try conflict(row) else { return }
    let collection = try registered(row.collection)
    let queue = try tables.outbox(of: row.collection, row.id)
    guard !queue.contains(where: { $0.state == .claimed }) else {
      throw Problem(
        "under-way", "A change of this is on its way to the server.", safe: "Nothing was changed.",
        remedy: "Wait until it is through, then try again.")
    }
    for entry in queue {
      try tables.removeOutbox(entry.op)
      try tables.removeConflict(entry.op)
    }
    touch()
    for loser in resolution.losers(of: found) { try lose(loser, row.collection, row.id) }
    let wanted: Fields? =
      switch resolution {
      case .mine: found.mine
      case .theirs: found.theirs
      case .merged(let fields): fields
      }
    try settle(row, collection, wanted: wanted, theirs: found.theirs)
  }

  /// Replaces the record with the wanted version, and enqueues what the server lacks, based on the server's revision.
  private func settle(
    _ row: ConflictRow, _ collection: Registered, wanted: Fields?, theirs: Fields?
  ) throws(Problem) {
    let existing = try tables.record(row.collection, row.id)
    var record =
      existing ?? RecordRow(version: 0, collection: row.collection, id: row.id, when: 0, editedAt: 0, sealed: [])
    // For a record deleted on the server this is the deletion's revision, which shows that a new record over it knows
    // of it.
    record.rev = row.rev
    guard let wanted else {
      if existing != nil { try bury(record) } else { try setGrave(row, record.rev) }
      if theirs != nil { try enqueue(.delete, record, theirs ?? [:], collection) }
      return
    }
    let changed = wanted.filter { field in
      !Fields.ofTheServer.contains(field.key) && !(theirs?[field.key] ?? .null).means(field.value)
    }
    try tables.removeTombstone(row.collection, row.id)
    let base = try theirs.map { fields throws(Problem) in try seal(fields, row.id, row.collection, as: .base) }
    let isClean = changed.isEmpty && theirs != nil
    try replace(
      record, with: wanted, rev: record.rev, state: isClean ? .clean : .dirty, base: isClean ? nil : base)
    if !isClean { try enqueue(theirs == nil ? .insert : .update, record, theirs == nil ? wanted : changed, collection) }
  }

  private func setGrave(_ row: ConflictRow, _ rev: String?) throws(Problem) {
    guard var grave = try tables.tombstone(row.collection, row.id) else { return }
    grave.rev = rev
    try tables.put(grave)
  }
}

internal import Kernel
internal import Platform

extension Ledger {
  func claim(_ limit: Int, bytes: Int = .max) throws(Problem) -> [Change] {
    var claimed: [Change] = []
    var left = bytes
    for var row in try tables.ready(at: now, limit: limit) {
      guard claimed.isEmpty || row.sealed.count <= left else { break }
      left -= row.sealed.count
      guard fields(row) != nil else {
        // It cannot be sent and must not delay others. Its bytes are kept for a repair.
        row.state = .aside
        row.reason = seal(reason: "Its entry on this device is damaged.", row)
        try tables.put(row)
        continue
      }
      row.state = .claimed
      row.isSent = true
      try tables.put(row)
      claimed.append(try change(row))
    }
    return claimed
  }

  func change(_ row: OutboxRow) throws(Problem) -> Change {
    let state: Change.State =
      switch row.state {
      case .waiting: .waiting
      case .claimed: .claimed
      case .conflict: .conflict
      case .aside: .aside(reason: row.reason.flatMap { openReason($0, row) } ?? "")
      }
    return Change(
      op: row.op, collection: try name(of: row.collection), id: row.id, kind: row.kind,
      priority: Priority(rawValue: row.priority) ?? .rest, base: row.base, fields: fields(row) ?? [:],
      attempts: row.attempts, notBefore: Date(timeIntervalSinceReferenceDate: row.notBefore),
      editedAt: Date(timeIntervalSinceReferenceDate: row.editedAt), state: state)
  }

  /// Also for a collection that is not registered in this process.
  func name(of collection: Int) throws(Problem) -> String {
    if let known = names[collection] { return known.name }
    return try tables.name(of: collection) ?? ""
  }

  func change(_ op: UUID, _ body: (inout OutboxRow) -> Void) throws(Problem) {
    guard var row = try tables.outbox(op) else { return }
    body(&row)
    try tables.put(row)
  }

  /// `isLate` when the server had applied it before: what was pulled since may be newer.
  func acknowledge(_ op: UUID, _ rev: String, isLate: Bool = true) throws(Problem) {
    // A repeated acknowledgement has no effect.
    guard let row = try tables.outbox(op) else { return }
    touch()
    let sent = fields(row)
    try tables.removeOutbox(op)
    // A held version that equals the change's base, echoes it, or is older is not newer than the change.
    if let held = try tables.held(row.collection, row.id), held.rev == row.base || Pulled.isKnown(held.rev, at: rev) {
      try tables.removeHeld(row.collection, row.id)
      if let sealed = held.sealed, let record = try tables.record(row.collection, row.id) {
        try keepInsertion(of: openFields(sealed, place(.held, row.collection, row.id)), in: record)
      }
      // Or the same state was restored since: pull everything again.
      if isLate, held.rev == row.base, held.rev != rev { try tables.setCursor(row.collection, nil) }
    }
    var next = try tables.outbox(of: row.collection, row.id).first
    next?.base = rev
    if let next { try tables.put(next) }
    if let record = try tables.record(row.collection, row.id) {
      guard next != nil else {
        try tables.setSync(row.collection, row.id, rev: rev, state: .clean, base: nil)
        return try release(row.collection, row.id, isWanted: isLate)
      }
      try tables.setSync(
        row.collection, row.id, rev: rev, state: .dirty, base: try base(record.base, after: row, sent))
    } else if var grave = try tables.tombstone(row.collection, row.id) {
      grave.rev = rev
      grave.base = try base(grave.base, after: row, sent)
      try tables.put(grave)
      if next == nil { try release(row.collection, row.id, isWanted: isLate) }
    }
  }

  /// The server's fields of a record after the change.
  private func base(_ base: [UInt8]?, after row: OutboxRow, _ sent: Fields?) throws(Problem) -> [UInt8]? {
    // A record recreated after a deletion starts without fields.
    guard row.kind != .delete else { return nil }
    var fields = base.flatMap { openFields($0, place(.base, row.collection, row.id)) } ?? [:]
    fields.merge(sent ?? [:]) { _, newer in newer }
    return try seal(fields, row.id, row.collection, as: .base)
  }

  func setAside(_ op: UUID, _ reason: String, _ wasRefused: Bool) throws(Problem) {
    guard var row = try tables.outbox(op) else { return }
    row.state = .aside
    row.reason = seal(reason: reason, row)
    if wasRefused { row.isSent = false }
    try tables.put(row)
    touch()
  }

  func seal(reason: String, _ row: OutboxRow) -> [UInt8] {
    sealer.seal(Array(reason.utf8.prefix(Bounds.serverText)), place(.reason, row.collection, row.op))
  }

  private func openReason(_ sealed: [UInt8], _ row: OutboxRow) -> String? {
    sealer.open(sealed, place(.reason, row.collection, row.op)).map { String(decoding: $0, as: UTF8.self) }
  }

  func discard(_ op: UUID) throws(Problem) {
    guard let row = try tables.outbox(op) else { return }
    let queue = try tables.outbox(of: row.collection, row.id)
    let dropped = queue.filter { $0.seq >= row.seq }
    if let claimed = dropped.first(where: { $0.state == .claimed }) {
      throw Problem(
        "under-way", "This change is on its way to the server.", safe: "Nothing was changed.",
        remedy: "Wait until it is through (\(claimed.attempts + 1)), then try again.")
    }
    for one in dropped {
      if let conflict = try tables.conflict(one.op), let rev = conflict.rev {
        // The conflict tells the server's current version.
        let theirs = theirs(conflict)
        try keepHeld(
          Pulled(id: row.id, rev: rev, fields: theirs, editedAt: theirs?["edited_at"]?.instant), row.collection)
        // If that version is damaged, pull everything again.
        if theirs == nil, conflict.sealed != nil { try tables.removeHeld(row.collection, row.id) }
        if theirs == nil, conflict.sealed != nil { try tables.setCursor(row.collection, nil) }
      }
      try tables.removeOutbox(one.op)
      try tables.removeConflict(one.op)
    }
    touch()
    // Earlier pending changes of the same entity are kept.
    let kept = queue.filter { $0.seq < row.seq }
    if kept.isEmpty { try revert(row) } else { try goBack(to: kept) }
  }

  /// Restores the record to what the remaining changes make of it.
  private func goBack(to queue: [OutboxRow]) throws(Problem) {
    guard let last = queue.last else { return }
    let record = try tables.record(last.collection, last.id)
    guard last.kind != .delete else {
      if let record { try bury(record, base: record.base) }
      return
    }
    let row: RecordRow
    if let record { row = record } else { row = try exhumed(last.collection, last.id) }
    let base = row.base.flatMap { openFields($0, place(.base, last.collection, last.id)) }
    var fields = base ?? [:]
    for entry in queue {
      if entry.kind != .update { fields = [:] }
      if entry.kind != .delete { fields.merge(self.fields(entry) ?? [:]) { _, newer in newer } }
    }
    let collection = try registered(last.collection)
    guard (try? collection.row(last.id, fields)) != nil else {
      throw Problem(
        "not-yet", "An earlier change of this still waits, and what the server has of it is not known here.",
        safe: "Nothing was changed.", remedy: "Wait until that is through, then try again.")
    }
    try replace(row, with: fields, rev: row.rev, state: .dirty, base: row.base, editedAt: last.editedAt)
  }

  /// Restores the record to the server's last version.
  private func revert(_ row: OutboxRow) throws(Problem) {
    let record = try tables.record(row.collection, row.id)
    if let record {
      if let base = record.base, let fields = openFields(base, place(.base, row.collection, row.id)),
        (try? registered(row.collection).row(row.id, fields)) != nil
      {
        try replace(record, with: fields, rev: record.rev, state: .clean, editedAt: record.editedAt)
      } else if row.kind == .insert || record.rev == nil {
        // The server has none, or has deleted it.
        try bury(record)
      } else {
        // The stored server version is damaged: pull everything again.
        try tables.setSync(row.collection, row.id, rev: "", state: .clean, base: nil)
        try tables.setCursor(row.collection, nil)
      }
    } else {
      try bringBack(row)
    }
    try release(row.collection, row.id, isWanted: true)
  }

  /// Restores a record deleted here to the server's last version.
  private func bringBack(_ row: OutboxRow) throws(Problem) {
    guard let grave = try tables.tombstone(row.collection, row.id) else { return }
    let base = grave.base.flatMap { openFields($0, place(.base, row.collection, row.id)) }
    let fields = base ?? (row.kind == .delete ? self.fields(row) : nil) ?? [:]
    let collection = try registered(row.collection)
    if !fields.isEmpty, (try? collection.row(row.id, fields)) != nil {
      try replace(exhumed(row.collection, row.id), with: fields, rev: grave.rev, state: .clean)
    } else if grave.rev != nil {
      // Pulls everything again.
      try tables.setCursor(row.collection, nil)
    }
  }

  func registered(_ collection: Int) throws(Problem) -> Registered {
    if let known = names[collection] { return known }
    throw Problem(
      "unknown-collection", "This product keeps no such collection.", safe: "Nothing was changed.",
      remedy: "Install the newest version, then try again.")
  }

  /// Replaces a record's fields with those from another source.
  func replace(
    _ record: RecordRow, with fields: Fields, rev: String?, state: SyncState, base: [UInt8]? = nil,
    editedAt: Double? = nil
  ) throws(Problem) {
    let collection = try registered(record.collection)
    var row = record
    let body: Row
    do {
      (body, row.when) = try collection.row(record.id, fields)
    } catch {
      throw StoreProblem.notCoded(collection.name, error)
    }
    row.rev = rev
    row.state = state
    row.base = base
    try write(&row, body, collection, editedAt: editedAt)
  }
}

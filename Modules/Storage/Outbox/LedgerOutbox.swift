internal import FoundationEssentials
internal import Kernel

extension Ledger {
  func claim(_ limit: Int) throws(Problem) -> [Change] {
    var claimed: [Change] = []
    for var row in try tables.ready(at: now, limit: limit) {
      guard fields(row) != nil else {
        // It cannot be sent, and it must not hold up the others. The bytes stay for whoever can mend them.
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

  /// Also of a collection that nobody has asked for in this process.
  func name(of collection: Int) throws(Problem) -> String {
    if let known = names[collection] { return known.name }
    return try tables.name(of: collection) ?? ""
  }

  func change(_ op: UUID, _ body: (inout OutboxRow) -> Void) throws(Problem) {
    guard var row = try tables.outbox(op) else { return }
    body(&row)
    try tables.put(row)
  }

  func acknowledge(_ op: UUID, _ rev: String) throws(Problem) {
    // Told twice, it is done once.
    guard let row = try tables.outbox(op) else { return }
    let sent = fields(row)
    try tables.removeOutbox(op)
    var next = try tables.outbox(of: row.collection, row.id).first
    next?.base = rev
    if let next { try tables.put(next) }
    if let record = try tables.record(row.collection, row.id) {
      guard next != nil else {
        return try tables.setSync(row.collection, row.id, rev: rev, state: .clean, base: nil)
      }
      var base = record.base.flatMap { openFields($0, place(.base, row.collection, row.id)) } ?? [:]
      if row.kind != .delete { base.merge(sent ?? [:]) { _, newer in newer } }
      try tables.setSync(
        row.collection, row.id, rev: rev, state: .dirty, base: try seal(base, row.id, row.collection, as: .base))
    } else if var grave = try tables.tombstone(row.collection, row.id) {
      grave.rev = rev
      try tables.put(grave)
    }
  }

  func setAside(_ op: UUID, _ reason: String, _ wasRefused: Bool) throws(Problem) {
    guard var row = try tables.outbox(op) else { return }
    row.state = .aside
    row.reason = seal(reason: reason, row)
    if wasRefused { row.isSent = false }
    try tables.put(row)
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
      try tables.removeOutbox(one.op)
      try tables.removeConflict(one.op)
    }
    // What an earlier change of the same entity still waits to send is not given up.
    guard queue.count == dropped.count else { return }
    try revert(row)
  }

  /// The record as the server last said it.
  private func revert(_ row: OutboxRow) throws(Problem) {
    let record = try tables.record(row.collection, row.id)
    if let record {
      guard let base = record.base, let fields = openFields(base, place(.base, row.collection, row.id)) else {
        if record.rev == nil { try bury(record) }
        return
      }
      try replace(record, with: fields, rev: record.rev, state: .clean)
    } else if row.kind == .delete, let fields = fields(row), !fields.isEmpty {
      let grave = try tables.tombstone(row.collection, row.id)
      try tables.removeTombstone(row.collection, row.id)
      let again = RecordRow(version: 0, collection: row.collection, id: row.id, when: 0, editedAt: 0, sealed: [])
      try replace(again, with: fields, rev: grave?.rev, state: .clean)
    }
  }

  func registered(_ collection: Int) throws(Problem) -> Registered {
    if let known = names[collection] { return known }
    throw Problem(
      "unknown-collection", "This product keeps no such collection.", safe: "Nothing was changed.",
      remedy: "Install the newest version, then try again.")
  }

  /// The record with fields that come from elsewhere.
  func replace(
    _ record: RecordRow, with fields: Fields, rev: String?, state: SyncState, base: [UInt8]? = nil
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
    try write(&row, body, collection)
  }
}

internal import FoundationEssentials
internal import Kernel

/// What a store's rows mean: decided once, over rows on disk and over rows in memory. Not Sendable: a keeper owns it.
final class Ledger {
  let tables: any Tables
  let sealer: Sealer
  let stage: Stage
  let board: Board
  private(set) var version: Int64
  private var seq: Int64
  private var touched: Set<Int> = []
  var names: [Int: Registered] = [:]
  /// Bytes of cached collections; nil where it must be counted again.
  var usages: [Int: Int] = [:]

  init(_ tables: any Tables, _ sealer: Sealer, _ stage: Stage, _ board: Board) throws(Problem) {
    self.tables = tables
    self.sealer = sealer
    self.stage = stage
    self.board = board
    let kept = try tables.meta("version").flatMap { String(decoding: $0, as: UTF8.self) }.flatMap(Int64.init) ?? 0
    version = max(kept, try tables.newestVersion())
    seq = try tables.newestSeq()
  }

  var now: Double { stage.time.now().date.timeIntervalSinceReferenceDate }

  func nextVersion(_ collection: Int) -> Int64 {
    version += 1
    touched.insert(collection)
    return version
  }

  func nextSeq() -> Int64 {
    seq += 1
    return seq
  }

  /// Where versions are lost with the rows that bore them, the number must be kept beside them.
  func keepVersion() throws(Problem) { try tables.setMeta("version", Array(String(version).utf8)) }

  // MARK: Transactions

  /// One transaction for all of them. Who cannot be served is refused alone; when the disk fails, all are.
  func commit(_ group: [Writer]) {
    touched = []
    do {
      try tables.begin()
      for writer in group { try carryOut(writer, isAlone: group.count == 1) }
      try tables.commit()
    } catch {
      tables.rollback()
      usages = [:]
      for writer in group { writer.refuse(error) }
      return
    }
    if !touched.isEmpty { board.publish(Revision(version), to: touched) }
  }

  private func carryOut(_ writer: Writer, isAlone: Bool) throws(Problem) {
    if isAlone { return try writer.work(self) }
    try tables.mark()
    do {
      try writer.work(self)
    } catch {
      usages = [:]
      // When SQLite has given up the whole transaction, there is no mark to go back to, and this throws.
      try tables.backToMark()
      writer.refuse(error)
      return
    }
    try tables.keepMarked()
  }

  // MARK: Records

  func open(_ row: RecordRow) -> Row? {
    sealer.open(row.sealed, place(row)).map { Row(bytes: $0) }
  }

  func place(_ row: RecordRow) -> Place {
    Place(kind: .record, collection: row.collection, id: row.id, version: row.version, when: row.when)
  }

  func place(_ kind: Place.Kind, _ collection: Int, _ id: UUID) -> Place {
    Place(kind: kind, collection: collection, id: id)
  }

  func save(_ draft: Draft) throws(Problem) -> Version {
    let collection = draft.collection.number
    let existing = try current(collection, draft.id)
    try check(draft.over, existing?.row)
    guard let existing else { return try insert(draft) }
    let difference: RowDifference
    do {
      let before = try draft.upgraded(existing.body)
      difference = try RowDifference(from: before, to: draft.row) { draft.asked(before).contains($0) }
    } catch {
      throw StoreProblem.notCoded(draft.collection.name, error)
    }
    if difference.changed.isEmpty, existing.row.when == draft.when { return Version(number: existing.row.version) }
    var row = existing.row
    if draft.collection.holding.priority != nil, row.state == .clean {
      row.base = sealer.seal(existing.body.bytes, place(.base, collection, row.id))
      row.state = .dirty
    }
    row.when = draft.when
    try write(&row, difference.whole, draft.collection)
    try enqueue(.update, row, difference.changed, draft.collection)
    return Version(number: row.version)
  }

  private func insert(_ draft: Draft) throws(Problem) -> Version {
    let collection = draft.collection.number
    let grave = try tables.tombstone(collection, draft.id)
    if grave != nil { try tables.removeTombstone(collection, draft.id) }
    var row = RecordRow(
      version: 0, collection: collection, id: draft.id, when: draft.when, editedAt: 0, rev: grave?.rev, sealed: [])
    if draft.collection.holding.priority != nil { row.state = .dirty }
    try write(&row, draft.row, draft.collection)
    try enqueue(grave?.rev == nil ? .insert : .update, row, draft.row, draft.collection)
    return Version(number: row.version)
  }

  /// Seals and stores the row under the next version.
  func write(_ row: inout RecordRow, _ body: Row, _ collection: Registered) throws(Problem) {
    let older = row.sealed.count
    row.version = nextVersion(row.collection)
    row.editedAt = now
    row.sealed = sealer.seal(body.bytes, place(row))
    try tables.put(row)
    if let used = usages[row.collection] { usages[row.collection] = used - older + row.sealed.count }
    if case .cached(let budget, let window) = collection.holding { try makeRoom(in: budget, window, for: collection) }
  }

  func delete(_ collection: Registered, _ id: UUID, _ over: Over) throws(Problem) {
    guard let row = try tables.record(collection.number, id) else {
      if case .version = over { throw StoreProblem.gone }
      return
    }
    try check(over, row)
    let body = open(row)
    try bury(row)
    var fields: Fields = [:]
    if let body { fields = (try? body.fields()) ?? [:] }
    try enqueue(.delete, row, fields, collection)
  }

  /// Takes the record out and remembers that it was there.
  func bury(_ row: RecordRow) throws(Problem) {
    try tables.removeRecord(row.collection, row.id)
    if let used = usages[row.collection] { usages[row.collection] = used - row.sealed.count }
    try tables.put(
      TombstoneRow(version: nextVersion(row.collection), collection: row.collection, id: row.id, rev: row.rev))
  }

  private func check(_ over: Over, _ existing: RecordRow?) throws(Problem) {
    switch (over, existing) {
    case (.anything, _), (.nothing, nil): return
    case (.nothing, _): throw StoreProblem.exists
    case (.version, nil): throw StoreProblem.gone
    case (.version(let version), let row?): if version.number != row.version { throw StoreProblem.stale }
    }
  }

  /// The record with its body. One that does not open is moved out of the way, so that its identifier is free again.
  private func current(_ collection: Int, _ id: UUID) throws(Problem) -> (row: RecordRow, body: Row)? {
    guard let row = try tables.record(collection, id) else { return nil }
    if let body = open(row) { return (row, body) }
    try setAside(row)
    return nil
  }

  func setAside(_ row: RecordRow) throws(Problem) {
    try tables.addAside(
      AsideRow(
        number: 0, place: Int(Place.Kind.record.rawValue), collection: row.collection, id: row.id, at: now,
        bytes: row.sealed))
    try tables.removeRecord(row.collection, row.id)
    usages[row.collection] = nil
    _ = nextVersion(row.collection)
    try keepVersion()
  }
}

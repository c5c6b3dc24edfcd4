internal import Kernel
internal import Platform

/// Implements the meaning of a store's rows. Not Sendable: a keeper owns it.
final class Ledger {
  /// The outbox's number on the board; collections are numbered from one.
  static let outboxNumber = 0

  let tables: SQLiteTables
  let sealer: Sealer
  let context: FeatureContext
  let board: RevisionBoard
  private(set) var version: Int64
  private var outboxChanges: Int64 = 0
  /// The collections whose held rows were read again in this process.
  var readAgain: Set<Int> = []
  /// The person whose account the last page was pulled for.
  var account: UUID?
  private var seq: Int64
  var touched: Set<Int> = []
  var names: [Int: Registered] = [:]
  /// The collections whose versions are kept; nil where none are.
  var versions: VersionKeeping?
  /// Bytes of cached collections; nil where they must be counted again.
  var usages: [Int: Int] = [:]

  init(_ tables: SQLiteTables, _ sealer: Sealer, _ context: FeatureContext, _ board: RevisionBoard) throws(Problem) {
    self.tables = tables
    self.sealer = sealer
    self.context = context
    self.board = board
    let kept = try tables.meta("version").flatMap { String(decoding: $0, as: UTF8.self) }.flatMap(Int64.init) ?? 0
    version = max(kept, try tables.newestVersion())
    seq = try tables.newestSeq()
  }

  var now: Double { context.time.now().date.timeIntervalSinceReferenceDate }

  func nextVersion(_ collection: Int) -> Int64 {
    version += 1
    touched.insert(collection)
    return version
  }

  func nextSeq() -> Int64 {
    seq += 1
    return seq
  }

  /// Stores the version number, which would otherwise be lost when the rows that carry it are deleted.
  func keepVersion() throws(Problem) { try tables.setMeta("version", Array(String(version).utf8)) }

  // MARK: Transactions

  /// Commits the writers in one transaction. A writer that fails is refused alone; when the disk fails, all are.
  func commit(_ group: [CommitWriter]) {
    var failure = attempt(group)
    // Once, evicts data that can be fetched again, to make space for what the person created.
    if failure?.code == StoreProblem.fullDisk, reduce() { failure = attempt(group) }
    guard let failure else { return publish() }
    for writer in group { writer.refuse(failure) }
  }

  private func attempt(_ group: [CommitWriter]) -> Problem? {
    touched = []
    do {
      try tables.begin()
      for writer in group { try carryOut(writer, isAlone: group.count == 1) }
      try tables.commit()
      return nil
    } catch {
      tables.rollback()
      usages = [:]
      return error
    }
  }

  func publish() {
    if touched.remove(Ledger.outboxNumber) != nil {
      outboxChanges += 1
      board.publish(Revision(outboxChanges), to: [Ledger.outboxNumber])
    }
    if !touched.isEmpty { board.publish(Revision(version), to: touched) }
  }

  private func carryOut(_ writer: CommitWriter, isAlone: Bool) throws(Problem) {
    if isAlone { return try writer.work(self) }
    try tables.mark()
    do {
      try writer.work(self)
    } catch {
      usages = [:]
      // A full disk is not the writer's fault, and freeing space may help all of them.
      if error.code == StoreProblem.fullDisk { throw error }
      // If SQLite has rolled back the whole transaction, the savepoint is gone, and this throws.
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

  func place(_ row: RecordRow) -> SealPlace {
    SealPlace(kind: .record, collection: row.collection, id: row.id, version: row.version, when: row.when)
  }

  func place(_ kind: SealPlace.Kind, _ collection: Int, _ id: UUID) -> SealPlace {
    SealPlace(kind: kind, collection: collection, id: id)
  }

  func save(_ draft: Draft) throws(Problem) -> Version {
    let collection = draft.collection.number
    let existing = try current(collection, draft.id)
    try check(draft.over, existing?.row)
    guard let existing else { return try insert(draft) }
    let before: Row
    let difference: RowDifference
    do {
      before = try draft.upgraded(existing.body)
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
    if isVersioned(draft.collection) {
      let old = ((try? before.fields()) ?? [:]).filter { difference.changed[$0.key] != nil }
      try keepVersion(.changed, of: draft.id, in: draft.collection, old: old, new: difference.changed)
    }
    return Version(number: row.version)
  }

  private func insert(_ draft: Draft) throws(Problem) -> Version {
    let collection = draft.collection.number
    var row = try exhumed(collection, draft.id)
    row.when = draft.when
    if draft.collection.holding.priority != nil { row.state = .dirty }
    try write(&row, draft.row, draft.collection)
    // Also over a deletion that the server knows: its revision shows that this device knows of it.
    try enqueue(.insert, row, draft.row, draft.collection)
    if isVersioned(draft.collection) {
      let new = (try? draft.row.fields()) ?? [:]
      try keepVersion(.created, of: draft.id, in: draft.collection, old: [:], new: new)
    }
    return Version(number: row.version)
  }

  /// Seals and stores the row under the next version.
  func write(
    _ row: inout RecordRow, _ body: Row, _ collection: Registered, editedAt: Double? = nil
  ) throws(Problem) {
    let older = row.sealed.count
    row.version = nextVersion(row.collection)
    row.editedAt = editedAt ?? now
    row.sealed = sealer.seal(body.bytes, place(row))
    row.grouping = grouping(of: body, collection)
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
    var fields: Fields = [:]
    if let body { fields = (try? body.fields()) ?? [:] }
    let old = fields
    // When the deletion is discarded, the record returns as the server has it then, without unsent edits.
    if row.state == .dirty, let served = try served(row) { fields = served }
    var base = row.base
    if let body, row.state == .clean, row.rev != nil, collection.holding.priority != nil {
      base = sealer.seal(body.bytes, place(.base, row.collection, row.id))
    }
    try bury(row, base: base)
    try enqueue(.delete, row, fields, collection)
    try keepVersion(.deleted, of: id, in: collection, old: old, new: [:])
  }

  /// Deletes the record and leaves a tombstone.
  func bury(_ row: RecordRow, base: [UInt8]? = nil) throws(Problem) {
    try tables.removeRecord(row.collection, row.id)
    if let used = usages[row.collection] { usages[row.collection] = used - row.sealed.count }
    try tables.put(
      TombstoneRow(
        version: nextVersion(row.collection), collection: row.collection, id: row.id, rev: row.rev, base: base))
  }

  /// Returns an empty record with the revision and base of the tombstone, if there is one, and removes the tombstone.
  func exhumed(_ collection: Int, _ id: UUID) throws(Problem) -> RecordRow {
    let grave = try tables.tombstone(collection, id)
    if grave != nil { try tables.removeTombstone(collection, id) }
    return RecordRow(
      version: 0, collection: collection, id: id, when: 0, editedAt: 0, rev: grave?.rev, base: grave?.base, sealed: [])
  }

  private func check(_ over: Over, _ existing: RecordRow?) throws(Problem) {
    switch (over, existing) {
    case (.anything, _), (.nothing, nil): return
    case (.nothing, _): throw StoreProblem.exists
    case (.version, nil): throw StoreProblem.gone
    case (.version(let version), let row?): if version.number != row.version { throw StoreProblem.stale }
    }
  }

  /// Returns the record with its body. A damaged one is set aside, so that its identifier is free again.
  private func current(_ collection: Int, _ id: UUID) throws(Problem) -> (row: RecordRow, body: Row)? {
    guard let row = try tables.record(collection, id) else { return nil }
    if let body = open(row) { return (row, body) }
    try setAside(row)
    return nil
  }

  func setAside(_ row: RecordRow) throws(Problem) {
    try tables.addAside(
      AsideRow(
        number: 0, place: Int(SealPlace.Kind.record.rawValue), collection: row.collection, id: row.id, at: now,
        bytes: row.sealed))
    try tables.removeRecord(row.collection, row.id)
    usages[row.collection] = nil
    _ = nextVersion(row.collection)
    try keepVersion()
    // The collection is pulled again, and with it the server's version of the record.
    if row.rev != nil, let cursor = try tables.cursor(row.collection) {
      try tables.setCursor(row.collection, CursorRow(cursor: nil, epoch: cursor.epoch))
    }
  }
}

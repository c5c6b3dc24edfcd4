public import Kernel
public import Platform

/// A page of changes from the server, of several collections.
public struct PulledPage: Sendable, Hashable {
  /// The epoch of the server that sent it.
  public let epoch: String
  public let changes: [Entry]
  /// The cursors to continue from, by collection.
  public let cursors: [String: String]
  /// Collections that are sent from the beginning.
  public let resync: Set<String>
  /// Whether there is nothing more to pull now.
  public let isLast: Bool
  /// The cursors of the request, by collection: a collection restarted since is not complete in this page. Nil when
  /// unknown.
  public let asked: [String: String?]?
  /// The person whose account was pulled. Records that others own are never sent again; nil when unknown.
  public let owner: UUID?

  public struct Entry: Sendable, Hashable {
    public let collection: String
    public let record: Pulled

    public init(_ collection: String, _ record: Pulled) {
      self.collection = collection
      self.record = record
    }
  }

  public init(
    epoch: String, changes: [Entry], cursors: [String: String], resync: Set<String>, isLast: Bool,
    asked: [String: String?]? = nil, owner: UUID? = nil
  ) {
    self.asked = asked
    self.owner = owner
    self.epoch = epoch
    self.changes = changes
    self.cursors = cursors
    self.resync = resync
    self.isLast = isLast
  }
}

/// The pull state of the device.
public struct Heading: Sendable, Hashable {
  /// Identifies this device to the server, from the first request on.
  public let device: UUID
  public let epoch: String?
  public let cursors: [String: String?]

  public init(device: UUID, epoch: String?, cursors: [String: String?]) {
    self.device = device
    self.epoch = epoch
    self.cursors = cursors
  }
}

extension Store {
  /// The cursors of every synchronised collection that is registered in this process.
  public func heading() async throws(Problem) -> Heading {
    try await keeper.write { ledger throws(Problem) in
      var cursors: [String: String?] = [:]
      for one in ledger.names.values.sorted(by: { $0.number < $1.number }) where one.holding.priority != nil {
        try ledger.readHeld(one)
        cursors[one.name] = .some(try ledger.tables.cursor(one.number)?.cursor)
      }
      return Heading(device: try ledger.device(), epoch: try ledger.epoch(), cursors: cursors)
    }
  }

  /// Stores a page and its cursors, in one transaction. A resync ends with its last page: records that the server has
  /// not sent by then were deleted there or, after a change of epoch, were lost there and are sent again.
  @discardableResult
  public func take(_ page: PulledPage) async throws(Problem) -> Taken {
    guard page.changes.count <= Bounds.changes else { throw StoreProblem.tooLarge("A page from the server") }
    for entry in page.changes { try Outbox.check(entry.record.rev) }
    for cursor in page.cursors.values { try Outbox.check(cursor) }
    try Outbox.check(page.epoch)
    return try await keeper.write { ledger throws(Problem) in try ledger.take(page) }
  }
}

extension Ledger {
  func device() throws(Problem) -> UUID {
    if let bytes = try tables.meta("device"), let known = UUID(uuidString: String(decoding: bytes, as: UTF8.self)) {
      return known
    }
    let device = context.identifiers.uuid()
    try tables.setMeta("device", Array(device.uuidString.utf8))
    return device
  }

  func take(_ page: PulledPage) throws(Problem) -> Taken {
    let numbers = Dictionary(names.values.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    account = page.owner
    let known = try epoch()
    let isAnew = known != nil && known != page.epoch
    if known != page.epoch { try setEpoch(page.epoch) }
    let untold = isAnew ? try beginAnew(page) : []
    var outrun: Set<String> = []
    for (name, cursor) in page.cursors.sorted(by: { $0.key < $1.key }) where !untold.contains(name) {
      guard let collection = numbers[name] else { continue }
      if !isAnew, !page.resync.contains(name), let asked = page.asked,
        try asked[name] != .some(tables.cursor(collection.number)?.cursor)
      {
        outrun.insert(name)
        continue
      }
      try begin(collection, isResync: page.resync.contains(name))
      try tables.setCursor(collection.number, CursorRow(cursor: cursor, epoch: page.epoch))
    }
    var taken = Taken()
    taken.isOutrun = !outrun.isEmpty
    for entry in page.changes {
      guard let collection = numbers[entry.collection] else { continue }
      try take(entry.record, collection, &taken)
    }
    if page.isLast {
      for name in page.cursors.keys.sorted() {
        guard let collection = numbers[name], !outrun.contains(name) else { continue }
        try finishSweep(collection, &taken)
        try buryGone(collection, &taken)
      }
    }
    return taken
  }

  /// The server has a new epoch: every collection must be pulled completely, whether this page contains it or not.
  /// Returns the collections that it does not contain, for which the server has returned the old epoch's cursor.
  private func beginAnew(_ page: PulledPage) throws(Problem) -> Set<String> {
    var untold: Set<String> = []
    for collection in names.values.sorted(by: { $0.number < $1.number }) where collection.holding.priority != nil {
      try tables.beginSweep(collection.number, SweepRow(isAnew: true))
      guard try tables.cursor(collection.number)?.cursor != nil, !page.resync.contains(collection.name) else {
        continue
      }
      untold.insert(collection.name)
      try tables.setCursor(collection.number, CursorRow(cursor: nil, epoch: page.epoch))
    }
    return untold
  }

  private func begin(_ collection: Registered, isResync: Bool) throws(Problem) {
    let cursor = try tables.cursor(collection.number)
    let underWay = try tables.sweep(collection.number)
    // A pull from the beginning is complete, whatever the reason for it: records that are not sent are gone.
    let knowsSome = cursor?.cursor == nil ? try !tables.unseen(collection.number).isEmpty : false
    let isWhole = knowsSome && underWay == nil
    guard isWhole || (isResync && cursor?.cursor != nil) else { return }
    try tables.beginSweep(collection.number, SweepRow(isAnew: underWay?.isAnew == true))
  }

  private func finishSweep(_ collection: Registered, _ taken: inout Taken) throws(Problem) {
    guard let sweep = try tables.sweep(collection.number) else { return }
    for id in try tables.unseen(collection.number) {
      guard let record = try tables.record(collection.number, id) else { continue }
      let first = try tables.outbox(of: collection.number, id).first
      switch (sweep.isAnew && record.rev != nil && !isOfOthers(record), first) {
      case (false, nil):
        try bury(record)
        taken.deleted += 1
      // Deleted on the server since the change was sent, or the change arrives only now; decided when it is settled.
      case (false, let first?): if first.isSent { try keepHeld(.gone(id), collection.number) }
      case (true, nil):
        try tables.removeHeld(collection.number, id)
        try sendAgain(id, collection)
        taken.sentAgain += 1
      case (true, _?): try startOver(record, collection)
      }
    }
    try endLostConflicts(collection)
    if sweep.isAnew { try forgetBases(collection) }
    try tables.endSweep(collection.number)
  }

  /// Deletes records that were missing in a resync, whose change had been applied before, and that the next pull lacks
  /// too.
  private func buryGone(_ collection: Registered, _ taken: inout Taken) throws(Problem) {
    for id in try tables.held(in: collection.number) {
      guard try tables.held(collection.number, id)?.isGone == true,
        try tables.outbox(of: collection.number, id).isEmpty
      else { continue }
      try tables.removeHeld(collection.number, id)
      guard var record = try tables.record(collection.number, id) else { continue }
      // The revision of the deletion is unknown.
      record.rev = nil
      try bury(record)
      taken.deleted += 1
    }
  }

  /// Drops the bases of changes to records that the server has lost and that do not exist here. Revisions of the old
  /// epoch belong to other records in the new one, and versions held back from it are no longer valid.
  private func forgetBases(_ collection: Registered) throws(Problem) {
    for id in try tables.held(in: collection.number) where try !tables.hasSeen(collection.number, id) {
      if try tables.held(collection.number, id)?.isGone != true { try tables.removeHeld(collection.number, id) }
    }
    for var row in try tables.outbox(in: nil, limit: Int(Int32.max)) where row.collection == collection.number {
      guard row.base != nil, try !tables.hasSeen(row.collection, row.id),
        try tables.record(row.collection, row.id) == nil
      else { continue }
      row.base = nil
      try tables.put(row)
      if var grave = try tables.tombstone(row.collection, row.id) {
        grave.rev = nil
        try tables.put(grave)
      }
    }
  }

  /// Ends conflicts about records that the server has lost: they count as deleted there.
  private func endLostConflicts(_ collection: Registered) throws(Problem) {
    for row in try tables.conflicts(limit: Int(Int32.max)) where row.collection == collection.number {
      guard row.sealed != nil, try !tables.hasSeen(collection.number, row.id) else { continue }
      if let theirs = theirs(row) { try lose(theirs, row.collection, row.id) }
      var lost = row
      (lost.rev, lost.sealed) = (nil, nil)
      try tables.put(lost)
      touch()
      try endIfAgreed(row.op)
    }
  }

  /// The server has lost a record that this device has changed: sends all of it as a new one.
  private func startOver(_ record: RecordRow, _ collection: Registered) throws(Problem) {
    let queue = try tables.outbox(of: record.collection, record.id)
    // None can be claimed, since nothing is sent during a resync after a change of epoch.
    for entry in queue {
      if let conflict = try tables.conflict(entry.op), let theirs = theirs(conflict) {
        try lose(theirs, record.collection, record.id)
      }
      try tables.removeOutbox(entry.op)
      try tables.removeConflict(entry.op)
    }
    try tables.removeHeld(record.collection, record.id)
    var record = record
    record.rev = nil
    try tables.setSync(record.collection, record.id, rev: nil, state: .dirty, base: nil)
    guard let body = open(record) else { return }
    try enqueue(.insert, record, (try? collection.upgraded(body).fields()) ?? [:], collection)
  }

  private func isOfOthers(_ record: RecordRow) -> Bool {
    account != nil && open(record).flatMap { try? $0.fields() }.map(isOfOthers) == true
  }

  /// Whether another person than the account's owns the record on the server.
  private func isOfOthers(_ fields: Fields) -> Bool {
    guard let account, let owner = fields["owner"] else { return false }
    return switch owner {
    case .uuid(let id): id != account
    case .text(let text): UUID(uuidString: text).map { $0 != account } ?? false
    default: false
    }
  }

  // MARK: Pulled records

  func take(_ pulled: Pulled, _ collection: Registered, _ taken: inout Taken) throws(Problem) {
    let sweep = try tables.sweep(collection.number)
    if sweep != nil { try tables.see(collection.number, pulled.id) }
    let queue = try tables.outbox(of: collection.number, pulled.id)
    if try tables.held(collection.number, pulled.id)?.isGone == true {
      try tables.removeHeld(collection.number, pulled.id)
    }
    if let first = queue.first {
      taken.held.append(pulled.id)
      return try hold(pulled, collection, behind: first, isAnew: sweep?.isAnew == true)
    }
    let record = try tables.record(collection.number, pulled.id)
    if sweep?.isAnew == true { return try compare(pulled, record, collection, &taken) }
    // An echo of this device's own push, or a deletion after which the record was recreated.
    if let record, Pulled.isKnown(pulled.rev, at: record.rev) {
      return try keepInsertion(of: pulled.fields, in: record)
    }
    try adopt(pulled, record, collection, &taken)
  }

  /// Keeps the time of insertion, which is all that the server's version of an own record adds.
  func keepInsertion(of theirs: Fields?, in record: RecordRow) throws(Problem) {
    guard let inserted = theirs?[Fields.insertion], inserted != .null,
      var mine = open(record).flatMap({ try? $0.fields() }), (mine[Fields.insertion] ?? .null) == .null
    else { return }
    mine[Fields.insertion] = inserted
    try replace(
      record, with: mine, rev: record.rev, state: record.state, base: record.base, editedAt: record.editedAt)
  }

  /// Replaces the record with the server's version.
  private func adopt(
    _ pulled: Pulled, _ record: RecordRow?, _ collection: Registered, _ taken: inout Taken
  ) throws(Problem) {
    guard let fields = pulled.fields else {
      if var record {
        record.rev = pulled.rev
        try bury(record)
        taken.deleted += 1
      } else if let grave = try tables.tombstone(collection.number, pulled.id) {
        try tables.put(
          TombstoneRow(version: grave.version, collection: grave.collection, id: grave.id, rev: pulled.rev))
      }
      return
    }
    guard (try? collection.row(pulled.id, fields)) != nil else {
      taken.unreadable.append(pulled.id)
      // Kept for a version that can read it.
      return try keepHeld(pulled, collection.number)
    }
    try tables.removeTombstone(collection.number, pulled.id)
    let row =
      record ?? RecordRow(version: 0, collection: collection.number, id: pulled.id, when: 0, editedAt: 0, sealed: [])
    try replace(
      row, with: fields, rev: pulled.rev, state: .clean, editedAt: pulled.editedAt?.timeIntervalSinceReferenceDate)
    taken.saved += 1
  }

  /// After a change of epoch, revisions cannot be compared: the later edit wins.
  private func compare(
    _ pulled: Pulled, _ record: RecordRow?, _ collection: Registered, _ taken: inout Taken
  ) throws(Problem) {
    // What others own is theirs to send again.
    if let fields = pulled.fields ?? record.flatMap({ open($0) }).flatMap({ try? $0.fields() }), isOfOthers(fields) {
      return try adopt(pulled, record, collection, &taken)
    }
    guard let record, let mine = open(record).flatMap({ try? $0.fields() }) else {
      if let theirs = pulled.fields, let grave = try tables.tombstone(collection.number, pulled.id), grave.rev != nil {
        // Deleted here, and the server has lost that; or another device restored it, which this one has not heard.
        try lose(theirs, collection.number, pulled.id)
        let row = RecordRow(
          version: 0, collection: collection.number, id: pulled.id, when: 0, editedAt: 0, rev: pulled.rev, sealed: [])
        try tables.put(
          TombstoneRow(version: grave.version, collection: grave.collection, id: grave.id, rev: pulled.rev))
        try enqueue(.delete, row, theirs, collection)
        taken.sentAgain += 1
        return
      }
      return try adopt(pulled, nil, collection, &taken)
    }
    guard let theirs = pulled.fields else {
      try lose(mine, record.collection, record.id)
      return try adopt(pulled, record, collection, &taken)
    }
    let changed = mine.filter { field in
      !Fields.ofTheServer.contains(field.key) && !(theirs[field.key] ?? .null).means(field.value)
    }
    if changed.isEmpty {
      try tables.setSync(record.collection, record.id, rev: pulled.rev, state: .clean, base: nil)
      // It may be the first that is heard of an own record, if the server was restored meanwhile.
      return try tables.record(record.collection, record.id).map { record throws(Problem) in
        try keepInsertion(of: theirs, in: record)
      } ?? ()
    }
    guard let edited = pulled.editedAt?.timeIntervalSinceReferenceDate, record.editedAt > edited + 0.001 else {
      try lose(mine, record.collection, record.id)
      return try adopt(pulled, record, collection, &taken)
    }
    // Clocks may be wrong, so the losing version can be restored.
    try lose(theirs, record.collection, record.id)
    var row = record
    row.rev = pulled.rev
    let base = try seal(theirs, row.id, row.collection, as: .base)
    try tables.setSync(row.collection, row.id, rev: pulled.rev, state: .dirty, base: base)
    try enqueue(.update, row, changed, collection)
    taken.sentAgain += 1
  }

  func lose(_ fields: Fields, _ collection: Int, _ id: UUID) throws(Problem) {
    try tables.addLoser(
      LoserRow(
        number: 0, collection: collection, id: id, at: now, sealed: try seal(fields, id, collection, as: .loser)))
  }

  // MARK: Held-back versions

  /// A pulled version of a record with unsent changes: it is held back, or updates the conflict.
  private func hold(
    _ pulled: Pulled, _ collection: Registered, behind first: OutboxRow, isAnew: Bool
  ) throws(Problem) {
    if first.state == .conflict, let conflict = try tables.conflict(first.op) {
      guard conflict.rev != pulled.rev || isAnew else { return }
      try self.conflict(first.op, pulled.fields, pulled.rev)
      return try endIfAgreed(first.op)
    }
    if isAnew {
      var row = first
      // The old epoch's revision may be another row's in this one. Without it the server reports a conflict, unless
      // nothing changed there.
      row.base = try isStillBase(pulled, of: first) ? pulled.rev : nil
      try tables.put(row)
    }
    let record = try tables.record(collection.number, pulled.id)
    // This device has that version already; a held one is older.
    if let record, record.rev == pulled.rev, !isAnew { return try tables.removeHeld(collection.number, pulled.id) }
    try keepHeld(pulled, collection.number)
  }

  private func isStillBase(_ pulled: Pulled, of first: OutboxRow) throws(Problem) -> Bool {
    guard let theirs = pulled.fields else { return false }
    let base: Fields?
    switch first.kind {
    case .insert: return false
    case .delete: base = fields(first)
    case .update:
      base = try tables.record(first.collection, first.id)?.base.flatMap {
        openFields($0, place(.base, first.collection, first.id))
      }
    }
    guard let base else { return false }
    return base.allSatisfy { Fields.ofTheServer.contains($0.key) || (theirs[$0.key] ?? .null).means($0.value) }
  }

  func keepHeld(_ pulled: Pulled, _ collection: Int) throws(Problem) {
    try tables.put(
      HeldRow(
        collection: collection, id: pulled.id, rev: pulled.rev,
        editedAt: pulled.editedAt?.timeIntervalSinceReferenceDate,
        sealed: try pulled.fields.map { fields throws(Problem) in
          try seal(fields, pulled.id, collection, as: .held)
        }))
  }

  /// Applies the held version once no change of the entity is pending, if it is wanted.
  func release(_ collection: Int, _ id: UUID, isWanted: Bool) throws(Problem) {
    guard let held = try tables.held(collection, id) else { return }
    // The next pull shows whether it exists.
    if held.isGone, isWanted { return }
    try tables.removeHeld(collection, id)
    let record = try tables.record(collection, id)
    let grave = try tables.tombstone(collection, id)
    guard isWanted, held.rev != (record?.rev ?? grave?.rev), let registered = names[collection] else { return }
    var fields: Fields?
    if let sealed = held.sealed {
      fields = openFields(sealed, place(.held, collection, id))
      if fields == nil { return try tables.setCursor(collection, nil) }
    }
    var taken = Taken()
    try adopt(
      Pulled(
        id: id, rev: held.rev, fields: fields,
        editedAt: held.editedAt.map { Date(timeIntervalSinceReferenceDate: $0) }), record, registered, &taken)
  }

  /// Tries once per process to read what an older version could not.
  func readHeld(_ collection: Registered) throws(Problem) {
    guard readAgain.insert(collection.number).inserted else { return }
    // Records that stayed local before the collection was synchronised are sent too.
    for known in try tables.known(collection.number)
    where known.rev == nil && !known.isDeleted && known.state == .clean {
      try sendAgain(known.id, collection)
    }
    for id in try tables.held(in: collection.number) where try tables.outbox(of: collection.number, id).isEmpty {
      try release(collection.number, id, isWanted: true)
    }
  }
}

extension Fields {
  /// The fields that the server adds to a record; not compared between devices.
  public static let ofTheServer: Set<String> = ["id", "owner", "rev", "edited_at", "updated_at", insertion]

  /// The server's time of insertion, in records that keep it. It is never sent.
  public static let insertion = "inserted_at"
}

extension Value {
  /// Compares by meaning: instants as text or not, integers with a decimal point or without.
  public func means(_ other: Value) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.list(let mine), .list(let theirs)):
      return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.means($1) }
    case (.object(let mine), .object(let theirs)):
      return Set(mine.keys).union(theirs.keys).allSatisfy { (mine[$0] ?? .null).means(theirs[$0] ?? .null) }
    case (.list, _), (.object, _), (_, .list), (_, .object): return false
    default: break
    }
    if let mine = instant, let theirs = other.instant { return abs(mine.timeIntervalSince(theirs)) < 0.0015 }
    return json == other.json
  }

  var instant: Date? {
    switch self {
    case .date(let date): date
    case .text(let text) where text.utf8.count >= 16: Moment.date(text)
    default: nil
    }
  }
}

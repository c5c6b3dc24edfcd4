internal import Kernel
internal import Platform

extension Ledger {
  /// The outcome of a query; damaged rows are for the keeper to set aside.
  struct Read<Item: Sendable>: Sendable {
    var items: [Item] = []
    var damaged: [UUID] = []
    /// Opened, but not readable as this type; left as they are.
    var unreadable: [UUID] = []

    static func + (left: Read, right: Read) -> Read {
      Read(
        items: left.items + right.items, damaged: left.damaged + right.damaged,
        unreadable: left.unreadable + right.unreadable)
    }
  }

  /// Returns the rows of a range, still sealed.
  func harvest(_ collection: Int, _ range: Range<Date>?, newest: Int) throws(Problem) -> Harvest {
    var harvest = Harvest(collection: collection)
    try tables.scan(
      collection, from: range?.lowerBound.timeIntervalSinceReferenceDate,
      to: range?.upperBound.timeIntervalSinceReferenceDate, newest: min(max(0, newest), Bounds.rows)
    ) { id, version, when, state, sealed in
      harvest.add(id, version, when, state, sealed)
    }
    return harvest
  }

  /// Converts the row to the type's own form.
  static func upgraded<Record: Kept>(_ row: Row, from form: Int, to type: Record.Type) throws -> Row {
    guard form < Record.form else { return row }
    var fields = try row.fields()
    Record.upgrade(&fields, from: form)
    return try Row(fields, form: Record.form)
  }

  func opened<Record: Kept>(_ type: Record.Type, _ collection: Int, _ id: UUID) throws(Problem) -> Read<Opened<Record>>
  {
    var read = Read<Opened<Record>>()
    guard let row = try tables.record(collection, id) else { return read }
    guard let body = open(row) else {
      read.damaged = [id]
      return read
    }
    do {
      let record = try Ledger.upgraded(body, from: body.form(), to: Record.self).decode(Record.self)
      read.items = [Opened(record: record, version: Version(number: row.version), state: row.state)]
    } catch {
      read.unreadable = [id]
    }
    return read
  }

  /// Sets aside the rows that still do not open; some may have changed since the query.
  func setAside(_ collection: Int, _ ids: [UUID]) throws(Problem) {
    for id in ids {
      guard let row = try tables.record(collection, id), open(row) == nil else { continue }
      try setAside(row)
    }
  }

  func changes<Record: Kept>(
    _ type: Record.Type, _ collection: Int, since: Revision, limit: Int
  ) throws(Problem) -> Changes<Record> {
    let forgotten = try tables.meta("forgotten").flatMap { Int64(String(decoding: $0, as: UTF8.self)) } ?? 0
    guard since.number >= forgotten, since.number <= version else { return .anew(from: Revision(version)) }
    let found = try tables.changes(collection, since: since.number, limit: limit)
    let more = found.count == limit
    let to = more ? found.last?.version ?? version : version
    return .since(
      saved: found.filter { !$0.isDeleted }.map { ID($0.id) }, deleted: found.filter(\.isDeleted).map { ID($0.id) },
      to: Revision(to), more: more)
  }

  /// Changes up to this version can no longer be listed one by one.
  func forget(upTo version: Int64) throws(Problem) {
    try tables.setMeta("forgotten", Array(String(version).utf8))
    try keepVersion()
  }
}

internal import FoundationEssentials
internal import Kernel

extension Ledger {
  /// What one reading found; what did not open is for the keeper to set aside.
  struct Read<Item: Sendable>: Sendable {
    var items: [Item] = []
    var damaged: [UUID] = []
    /// Opened, but no record of this type: left as it is.
    var unreadable: [UUID] = []
  }

  func scan<Record: Kept, Item: Sendable>(
    _ type: Record.Type, _ collection: Int, _ range: Range<Date>?, newest: Int,
    _ make: (Record, Int64, SyncState) -> Item
  ) throws(Problem) -> Read<Item> {
    var read = Read<Item>()
    let source = RowSource()
    let reader = RecordReader(source, isForMany: true)
    defer { reader.finish() }
    try tables.scan(
      collection, from: range?.lowerBound.timeIntervalSinceReferenceDate,
      to: range?.upperBound.timeIntervalSinceReferenceDate, newest: min(max(0, newest), Bounds.rows)
    ) { id, version, when, state, sealed in
      let place = Place(kind: .record, collection: collection, id: id, version: version, when: when)
      guard let bytes = sealer.open(sealed, place) else { return read.damaged.append(id) }
      source.lend(bytes)
      defer { source.takeBack() }
      do {
        read.items.append(make(try decode(bytes, source, reader), version, state))
      } catch {
        read.unreadable.append(id)
      }
    }
    return read
  }

  private func decode<Record: Kept>(
    _ bytes: UnsafeRawBufferPointer, _ source: RowSource, _ reader: RecordReader
  ) throws -> Record {
    let (form, start) = try Row.open(source)
    if form < Record.form {
      return try Ledger.upgraded(Row(bytes: Array(bytes)), from: form, to: Record.self).decode(Record.self)
    }
    reader.restart(at: start)
    return try Record(from: reader)
  }

  /// The row in the type's own form.
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

  /// Those of a reading that still do not open, and not because they changed meanwhile.
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

  /// Changes up to here can no longer be told one by one.
  func forget(upTo version: Int64) throws(Problem) {
    try tables.setMeta("forgotten", Array(String(version).utf8))
    try keepVersion()
  }
}

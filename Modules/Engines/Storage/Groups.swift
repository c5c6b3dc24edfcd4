public import Kernel
public import Platform

/// A record that belongs to one of several groups of its collection, such as a message to its conversation. The store reads
/// the newest of a group without touching the others.
public protocol GroupedRecord: Kept {
  var group: UUID { get }
}

enum Groups {
  /// Reads the group of a row; nil for records without groups.
  static func reading<Record: Kept>(of type: Record.Type) -> (@Sendable (Row) throws -> UUID)? {
    guard let grouped = type as? any GroupedRecord.Type else { return nil }
    return { row in try group(of: row, as: grouped) }
  }

  private static func group<Record: GroupedRecord>(of row: Row, as type: Record.Type) throws -> UUID {
    try row.decode(Record.self).group
  }
}

extension Collection where Record: GroupedRecord {
  /// The newest records of each group, as many as is asked for, the newest first. Takes as long as opening these does,
  /// however many there are.
  public func opened(ofEach wanted: [UUID: Int]) async throws(Problem) -> [UUID: [Opened<Record>]] {
    let number = registered.number
    let read = try await store.keeper.read { ledger throws(Problem) in
      var harvest = Harvest(collection: number)
      for (group, newest) in wanted {
        try ledger.tables.scan(
          number, grouping: ledger.sealer.grouping(group, number), newest: min(max(0, newest), Bounds.rows)
        ) { id, version, when, state, sealed in harvest.add(id, version, when, state, sealed) }
      }
      return harvest.open(harvest.stalks.indices, ledger.sealer) { (record: Record, version, state) in
        Opened(record: record, version: Version(number: version), state: state)
      }
    }
    // The index is not sealed: a row that was moved in it is left out.
    return Dictionary(grouping: try await tidy(read), by: \.record.group).filter { wanted[$0.key] != nil }
  }
}

extension Ledger {
  func grouping(of body: Row, _ collection: Registered) -> [UInt8]? {
    guard let group = collection.group else { return nil }
    return (try? group(body)).map { sealer.grouping($0, collection.number) }
  }

  /// Assigns their groups to the records that an older version wrote.
  func groupOlder(_ collection: Registered) throws(Problem) {
    guard collection.group != nil else { return }
    for id in try tables.ungrouped(collection.number) {
      guard let row = try tables.record(collection.number, id), let body = open(row),
        let current = try? collection.upgraded(body), let grouping = grouping(of: current, collection)
      else { continue }
      try tables.setGrouping(collection.number, id, grouping)
    }
  }
}

public import Kernel
public import Platform

/// A damaged row that was set aside; its bytes are kept.
public struct SetAside: Sendable, Hashable {
  public let number: Int64
  public let collection: String
  public let id: UUID
  public let at: Date
}

extension Store {
  /// The damaged rows, to tell the person about and to fetch again.
  public func problems() async throws(Problem) -> [SetAside] {
    try await keeper.read { ledger throws(Problem) in
      var found: [SetAside] = []
      for row in try ledger.tables.aside(limit: Bounds.rows) {
        found.append(
          SetAside(
            number: row.number, collection: try ledger.name(of: row.collection), id: row.id,
            at: Date(timeIntervalSinceReferenceDate: row.at)))
      }
      return found
    }
  }

  /// The collections with damaged rows that have not been pulled completely since.
  public func awaited() async throws(Problem) -> Set<String> {
    try await keeper.read { ledger throws(Problem) in
      var names: Set<String> = []
      for number in Set(try ledger.tables.aside(limit: Bounds.rows).map(\.collection)) {
        guard let cursor = try ledger.tables.cursor(number), cursor.cursor == nil else { continue }
        names.insert(try ledger.name(of: number))
      }
      return names
    }
  }

  /// Removes a damaged row once the person has seen it, or it has been fetched again.
  public func forget(_ problem: SetAside) async throws(Problem) {
    try await keeper.write { ledger throws(Problem) in try ledger.tables.removeAside(problem.number) }
  }
}

extension Ledger {
  /// The number of clean records opened at the start: enough to notice a faulty disk, few enough to cost no noticeable
  /// time.
  static let sample = 200

  /// Opens every unsent row and the newest of the others. Damaged rows are set aside; nothing else is lost.
  func checkRows() throws(Problem) {
    var damaged: [(collection: Int, id: UUID)] = []
    for row in try tables.outbox(in: nil, limit: Int(Int32.max)) {
      if let record = try tables.record(row.collection, row.id), open(record) == nil {
        damaged.append((row.collection, row.id))
      }
      if fields(row) == nil, row.state != .aside {
        var row = row
        row.state = .aside
        row.reason = seal(reason: "Its entry on this device is damaged.", row)
        try tables.put(row)
      }
    }
    for (collection, id) in try tables.newest(Ledger.sample) {
      if let record = try tables.record(collection, id), open(record) == nil { damaged.append((collection, id)) }
    }
    for one in damaged { try setAside(one.collection, [one.id]) }
    if !damaged.isEmpty { context.log.error("\(damaged.count) rows do not open and are set aside") }
  }
}

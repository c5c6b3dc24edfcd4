public import Kernel
public import Platform

/// A stored collection in figures.
public struct CollectionSummary: Sendable, Hashable {
  public let name: String
  /// Nil if only an older version registered it.
  public let holding: Holding?
  public let count: Int
  /// Bytes of its records, sealed.
  public let bytes: Int
  /// The first and the last instant of its records; nil when it is empty.
  public let span: ClosedRange<Date>?

  public init(_ name: String, _ holding: Holding?, count: Int, bytes: Int, span: ClosedRange<Date>?) {
    self.name = name
    self.holding = holding
    self.count = count
    self.bytes = bytes
    self.span = span
  }

  /// Whether the server or the device can make its records again.
  public var isCached: Bool { if case .cached = holding { true } else { false } }
}

extension Store {
  /// Every collection that was ever registered, in order of name, also empty ones.
  public func summaries() async throws(Problem) -> [CollectionSummary] {
    try await keeper.read { ledger throws(Problem) in
      var summaries: [CollectionSummary] = []
      let figures = try ledger.tables.figures()
      for (number, name, holding) in try ledger.holdings() {
        let one = figures[number]
        let span = one.flatMap { one in
          one.first.isFinite && one.last.isFinite
            ? Date(timeIntervalSinceReferenceDate: one.first)...Date(timeIntervalSinceReferenceDate: one.last) : nil
        }
        summaries.append(
          CollectionSummary(name, holding, count: one?.count ?? 0, bytes: one?.bytes ?? 0, span: span))
      }
      return summaries
    }
  }

  /// Number of versions that lost a conflict and are kept.
  public func loserCount() async throws(Problem) -> Int {
    try await keeper.read { ledger throws(Problem) in try ledger.tables.loserCount() }
  }
}

extension SQLiteTables {
  struct Figures {
    let count: Int
    let bytes: Int
    let first: Double
    let last: Double
  }

  func figures() throws(Problem) -> [Int: Figures] {
    var figures: [Int: Figures] = [:]
    try database.each(
      "SELECT collection, count(*), sum(length(sealed)), min(moment), max(moment) FROM records GROUP BY collection"
    ) {
      figures[Int($0.int(0))] = Figures(
        count: Int($0.int(1)), bytes: Int($0.int(2)), first: $0.real(3), last: $0.real(4))
    }
    return figures
  }

  func loserCount() throws(Problem) -> Int {
    var count = 0
    try database.each("SELECT count(*) FROM losers") { count = Int($0.int(0)) }
    return count
  }

  /// Passes the records after that version to `body`, oldest version first.
  func scan(
    _ collection: Int, after version: Int64, limit: Int,
    _ body: (_ id: UUID, _ version: Int64, _ when: Double, _ state: SyncState, _ sealed: UnsafeRawBufferPointer) -> Void
  ) throws(Problem) {
    try database.each(
      """
      SELECT id, version, moment, state, sealed FROM records
      WHERE version > ?2 AND +collection = ?1 ORDER BY version LIMIT ?3
      """, .int(collection), .int(version), .int(limit)
    ) {
      body($0.id(0), $0.int(1), $0.real(2), SyncState(rawValue: Int($0.int(3))) ?? .dirty, $0.buffer(4))
    }
  }

  /// Deletes at most `limit` versions that lost a conflict before that instant; returns their number.
  func removeLosers(before: Double, limit: Int) throws(Problem) -> Int {
    var numbers: [Int64] = []
    try database.each("SELECT number FROM losers WHERE at < ?1 ORDER BY number LIMIT ?2", .real(before), .int(limit)) {
      numbers.append($0.int(0))
    }
    for number in numbers { try removeLoser(number) }
    return numbers.count
  }

  func idsBefore(_ moment: Double, in collection: Int, limit: Int) throws(Problem) -> [UUID] {
    var ids: [UUID] = []
    try database.each(
      "SELECT id FROM records WHERE collection = ?1 AND moment < ?2 ORDER BY moment LIMIT ?3", .int(collection),
      .real(moment), .int(limit)
    ) { ids.append($0.id(0)) }
    return ids
  }
}

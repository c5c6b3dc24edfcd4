internal import FoundationEssentials
internal import Kernel

/// Tables in memory, which end with the process. A rollback restores the old values.
final class MemoryTables: Tables {
  struct Entity: Hashable {
    let collection: Int
    let id: UUID
  }

  var records: [Entity: RecordRow] = [:]
  var tombstones: [Entity: TombstoneRow] = [:]
  var outbox: [UUID: OutboxRow] = [:]
  /// The queue of each entity, oldest first.
  var queues: [Entity: [UUID]] = [:]
  var conflicts: [UUID: ConflictRow] = [:]
  var losers: [LoserRow] = []
  var cursors: [Int: CursorRow] = [:]
  var asides: [AsideRow] = []
  var metas: [String: [UInt8]] = [:]
  var stored: [[UInt8]: BlobRow] = [:]
  var holds: [Entity: HeldRow] = [:]
  var sweeps: [Int: SweepRow] = [:]
  /// The records that the server has sent in a resync, by collection.
  var sights: [Int: Set<UUID>] = [:]
  var collections: [String: Int] = [:]
  private var given: Int64 = 0
  private var undo: [(MemoryTables) -> Void] = []
  private var marked = 0

  func begin() throws(Problem) { undo = [] }
  func commit() throws(Problem) { undo = [] }
  func rollback() { goBack(to: 0) }
  func mark() throws(Problem) { marked = undo.count }
  func keepMarked() throws(Problem) {}
  func backToMark() throws(Problem) { goBack(to: marked) }

  private func goBack(to count: Int) { while undo.count > count { undo.removeLast()(self) } }

  func number() -> Int64 {
    given += 1
    return given
  }

  /// Changes one row of a table, and records the old value for a rollback.
  func set<Key, Row>(
    _ table: ReferenceWritableKeyPath<MemoryTables, [Key: Row]>, _ key: Key, _ row: Row?
  ) {
    let older = self[keyPath: table][key]
    self[keyPath: table][key] = row
    undo.append { $0[keyPath: table][key] = older }
  }

  func set<Row>(_ list: ReferenceWritableKeyPath<MemoryTables, [Row]>, _ rows: [Row]) {
    let older = self[keyPath: list]
    self[keyPath: list] = rows
    undo.append { $0[keyPath: list] = older }
  }

  // MARK: Collections, metadata, cursors, set-aside rows and blobs

  func everyCollection() throws(Problem) -> [(number: Int, name: String)] {
    collections.sorted { $0.key < $1.key }.map { ($0.value, $0.key) }
  }

  func number(of collection: String) throws(Problem) -> Int {
    if let number = collections[collection] { return number }
    let number = collections.count + 1
    set(\.collections, collection, number)
    return number
  }

  func name(of collection: Int) throws(Problem) -> String? { collections.first { $0.value == collection }?.key }

  func meta(_ name: String) throws(Problem) -> [UInt8]? { metas[name] }
  func setMeta(_ name: String, _ value: [UInt8]) throws(Problem) { set(\.metas, name, value) }
  func cursor(_ collection: Int) throws(Problem) -> CursorRow? { cursors[collection] }
  func setCursor(_ collection: Int, _ row: CursorRow?) throws(Problem) { set(\.cursors, collection, row) }

  func addAside(_ row: AsideRow) throws(Problem) {
    var row = row
    row.number = number()
    set(\.asides, asides + [row])
  }
  func aside(limit: Int) throws(Problem) -> [AsideRow] { Array(asides.prefix(limit)) }
  func removeAside(_ number: Int64) throws(Problem) { set(\.asides, asides.filter { $0.number != number }) }

  func put(_ row: BlobRow) throws(Problem) { set(\.stored, row.name, row) }
  func blob(_ name: [UInt8]) throws(Problem) -> BlobRow? { stored[name] }
  func blobs() throws(Problem) -> [BlobRow] { stored.values.sorted { $0.at < $1.at } }
  func removeBlob(_ name: [UInt8]) throws(Problem) { set(\.stored, name, nil) }
}

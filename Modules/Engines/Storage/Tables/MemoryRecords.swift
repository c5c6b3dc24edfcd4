internal import FoundationEssentials
internal import Kernel

extension MemoryTables {
  func newestVersion() throws(Problem) -> Int64 {
    max(records.values.map(\.version).max() ?? 0, tombstones.values.map(\.version).max() ?? 0)
  }

  func record(_ collection: Int, _ id: UUID) throws(Problem) -> RecordRow? {
    records[Entity(collection: collection, id: id)]
  }

  func scan(
    _ collection: Int, from: Double?, to: Double?, newest: Int,
    _ body: (_ id: UUID, _ version: Int64, _ when: Double, _ state: SyncState, _ sealed: UnsafeRawBufferPointer) -> Void
  ) throws(Problem) {
    let (from, to) = (from ?? -.infinity, to ?? .infinity)
    let found = records.values.filter { $0.collection == collection && $0.when >= from && $0.when < to }
      .sorted { ($0.when, $0.version) > ($1.when, $1.version) }
    for row in found.prefix(newest) {
      row.sealed.withUnsafeBytes { body(row.id, row.version, row.when, row.state, $0) }
    }
  }

  func put(_ row: RecordRow) throws(Problem) { set(\.records, Entity(collection: row.collection, id: row.id), row) }

  func setSync(_ collection: Int, _ id: UUID, rev: String?, state: SyncState, base: [UInt8]?) throws(Problem) {
    guard var row = try record(collection, id) else { return }
    row.rev = rev
    row.state = state
    row.base = base
    try put(row)
  }

  func removeRecord(_ collection: Int, _ id: UUID) throws(Problem) {
    set(\.records, Entity(collection: collection, id: id), nil)
  }

  func tombstone(_ collection: Int, _ id: UUID) throws(Problem) -> TombstoneRow? {
    tombstones[Entity(collection: collection, id: id)]
  }
  func put(_ row: TombstoneRow) throws(Problem) {
    set(\.tombstones, Entity(collection: row.collection, id: row.id), row)
  }
  func removeTombstone(_ collection: Int, _ id: UUID) throws(Problem) {
    let entity = Entity(collection: collection, id: id)
    if tombstones[entity] != nil { set(\.tombstones, entity, nil) }
  }

  func pruneTombstones(keeping count: Int) throws(Problem) -> Int64? {
    let forgotten = tombstones.values.sorted { $0.version > $1.version }.dropFirst(count)
    for row in forgotten { try removeTombstone(row.collection, row.id) }
    return forgotten.first?.version
  }

  func changes(
    _ collection: Int, since: Int64, limit: Int
  ) throws(Problem) -> [(version: Int64, id: UUID, isDeleted: Bool)] {
    let changed = records.values.filter { $0.collection == collection && $0.version > since }
      .map { (version: $0.version, id: $0.id, isDeleted: false) }
    let deleted = tombstones.values.filter { $0.collection == collection && $0.version > since }
      .map { (version: $0.version, id: $0.id, isDeleted: true) }
    return Array((changed + deleted).sorted { $0.version < $1.version }.prefix(limit))
  }

  func newest(_ limit: Int) throws(Problem) -> [(collection: Int, id: UUID)] {
    records.values.sorted { $0.version > $1.version }.prefix(limit).map { (collection: $0.collection, id: $0.id) }
  }

  func known(_ collection: Int) throws(Problem) -> [Known] {
    let live = records.values.filter { $0.collection == collection }.sorted { $0.version < $1.version }
      .map { Known(id: $0.id, rev: $0.rev, isDeleted: false, state: $0.state) }
    let dead = tombstones.values.filter { $0.collection == collection }.sorted { $0.version < $1.version }
      .map { Known(id: $0.id, rev: $0.rev, isDeleted: true, state: SyncState.clean) }
    return live + dead
  }

  func usage(_ collection: Int) throws(Problem) -> (count: Int, bytes: Int) {
    records.values.filter { $0.collection == collection }
      .reduce(into: (count: 0, bytes: 0)) {
        $0.count += 1
        $0.bytes += $1.sealed.count
      }
  }

  func oldestClean(_ collection: Int, before: Double?, limit: Int) throws(Problem) -> [(id: UUID, bytes: Int)] {
    let before = before ?? .infinity
    return records.values.filter { $0.collection == collection && $0.when < before && $0.state == .clean }
      .sorted { ($0.when, $0.version) < ($1.when, $1.version) }
      .prefix(limit).map { (id: $0.id, bytes: $0.sealed.count) }
  }
}

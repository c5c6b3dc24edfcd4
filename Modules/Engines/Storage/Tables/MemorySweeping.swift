internal import FoundationEssentials
internal import Kernel

extension MemoryTables {
  func put(_ row: HeldRow) throws(Problem) { set(\.holds, Entity(collection: row.collection, id: row.id), row) }
  func held(_ collection: Int, _ id: UUID) throws(Problem) -> HeldRow? { holds[Entity(collection: collection, id: id)] }
  func held(in collection: Int) throws(Problem) -> [UUID] {
    holds.keys.filter { $0.collection == collection }.map(\.id).sorted { $0.uuidString < $1.uuidString }
  }
  func removeHeld(_ collection: Int, _ id: UUID) throws(Problem) {
    let entity = Entity(collection: collection, id: id)
    if holds[entity] != nil { set(\.holds, entity, nil) }
  }

  func sweep(_ collection: Int) throws(Problem) -> SweepRow? { sweeps[collection] }
  func beginSweep(_ collection: Int, _ row: SweepRow) throws(Problem) {
    set(\.sweeps, collection, row)
    set(\.sights, collection, [])
  }
  func endSweep(_ collection: Int) throws(Problem) {
    set(\.sweeps, collection, nil)
    set(\.sights, collection, nil)
  }
  func see(_ collection: Int, _ id: UUID) throws(Problem) {
    set(\.sights, collection, (sights[collection] ?? []).union([id]))
  }
  func hasSeen(_ collection: Int, _ id: UUID) throws(Problem) -> Bool { sights[collection]?.contains(id) == true }
  func unseen(_ collection: Int) throws(Problem) -> [UUID] {
    let seen = sights[collection] ?? []
    let sent = Set(outbox.values.lazy.filter { $0.collection == collection && $0.isSent }.map(\.id))
    return records.values
      .filter { $0.collection == collection && ($0.rev != nil || sent.contains($0.id)) && !seen.contains($0.id) }
      .sorted { $0.version < $1.version }.map(\.id)
  }

  func nextDue() throws(Problem) -> Double? {
    queues.values.compactMap { $0.first.flatMap { outbox[$0] } }.filter { $0.state == .waiting }.map(\.notBefore).min()
  }
}

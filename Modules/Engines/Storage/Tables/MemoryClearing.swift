internal import Kernel

extension MemoryTables {
  func clear(_ collection: Int) throws(Problem) {
    for entity in records.keys where entity.collection == collection { set(\.records, entity, nil) }
    for entity in tombstones.keys where entity.collection == collection { set(\.tombstones, entity, nil) }
    for row in outbox.values where row.collection == collection { set(\.outbox, row.op, nil) }
    for entity in queues.keys where entity.collection == collection { set(\.queues, entity, nil) }
    for row in conflicts.values where row.collection == collection { set(\.conflicts, row.op, nil) }
    for entity in holds.keys where entity.collection == collection { set(\.holds, entity, nil) }
    set(\.losers, losers.filter { $0.collection != collection })
    set(\.asides, asides.filter { $0.collection != collection })
    set(\.cursors, collection, nil)
    try endSweep(collection)
  }

  func removeClean(_ collection: Int, before: Double?) throws(Problem) -> (count: Int, bytes: Int) {
    let before = before ?? .infinity
    let gone = records.filter { $0.key.collection == collection && $0.value.when < before && $0.value.state == .clean }
    for entity in gone.keys { set(\.records, entity, nil) }
    return (gone.count, gone.values.reduce(0) { $0 + $1.sealed.count })
  }

  // Freed memory needs no overwriting.
  func overwrite(_ isOn: Bool) throws(Problem) {}
  func emptyLog() throws(Problem) {}
  func layReserve() {}
  func spendReserve() {}
  func compact() throws(Problem) {}
}

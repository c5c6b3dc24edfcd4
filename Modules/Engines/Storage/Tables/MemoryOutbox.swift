internal import FoundationEssentials
internal import Kernel

extension MemoryTables {
  func newestSeq() throws(Problem) -> Int64 { outbox.values.map(\.seq).max() ?? 0 }

  func put(_ row: OutboxRow) throws(Problem) {
    let entity = Entity(collection: row.collection, id: row.id)
    var queue = queues[entity] ?? []
    // A row keeps its place under a new operation.
    if let older = queue.first(where: { outbox[$0]?.seq == row.seq }), older != row.op {
      set(\.outbox, older, nil)
      queue.removeAll { $0 == older }
    }
    set(\.outbox, row.op, row)
    if !queue.contains(row.op) {
      queue.append(row.op)
      queue.sort { (outbox[$0]?.seq ?? 0) < (outbox[$1]?.seq ?? 0) }
      set(\.queues, entity, queue)
    }
  }

  func removeOutbox(_ op: UUID) throws(Problem) {
    guard let row = outbox[op] else { return }
    let entity = Entity(collection: row.collection, id: row.id)
    set(\.outbox, op, nil)
    let queue = (queues[entity] ?? []).filter { $0 != op }
    set(\.queues, entity, queue.isEmpty ? nil : queue)
  }

  func outbox(_ op: UUID) throws(Problem) -> OutboxRow? { outbox[op] }

  func outbox(of collection: Int, _ id: UUID) throws(Problem) -> [OutboxRow] {
    (queues[Entity(collection: collection, id: id)] ?? []).compactMap { outbox[$0] }
  }

  func ready(at now: Double, limit: Int) throws(Problem) -> [OutboxRow] {
    Array(
      queues.values.compactMap { $0.first.flatMap { outbox[$0] } }
        .filter { $0.state == .waiting && ($0.notBefore <= now || $0.notBefore > now + OutboxRow.longestWait) }
        .sorted { ($0.priority, $0.seq) < ($1.priority, $1.seq) }.prefix(limit))
  }

  func outbox(in state: OutboxRow.State?, limit: Int) throws(Problem) -> [OutboxRow] {
    Array(
      outbox.values.filter { state == nil || $0.state == state }
        .sorted { ($0.priority, $0.seq) < ($1.priority, $1.seq) }.prefix(limit))
  }

  func outbox(skipping count: Int, limit: Int) throws(Problem) -> [OutboxRow] {
    Array(
      outbox.values.sorted { ($0.priority, $0.seq) < ($1.priority, $1.seq) }.dropFirst(count).prefix(limit))
  }

  func outboxKinds() throws(Problem) -> [Int: Int] {
    outbox.values.reduce(into: [:]) { $0[$1.collection, default: 0] += 1 }
  }

  func outboxCounts() throws(Problem) -> [OutboxRow.State: Int] {
    outbox.values.reduce(into: [:]) { $0[$1.state, default: 0] += 1 }
  }

  func outboxBytes() throws(Problem) -> Int { outbox.values.reduce(0) { $0 + $1.sealed.count } }

  func put(_ row: ConflictRow) throws(Problem) { set(\.conflicts, row.op, row) }
  func conflict(_ op: UUID) throws(Problem) -> ConflictRow? { conflicts[op] }
  func conflicts(limit: Int) throws(Problem) -> [ConflictRow] {
    Array(conflicts.values.sorted { $0.at < $1.at }.prefix(limit))
  }
  func removeConflict(_ op: UUID) throws(Problem) { set(\.conflicts, op, nil) }

  func addLoser(_ row: LoserRow) throws(Problem) {
    var row = row
    row.number = number()
    set(\.losers, losers + [row])
  }
  func losers(_ collection: Int, _ id: UUID) throws(Problem) -> [LoserRow] {
    losers.filter { $0.collection == collection && $0.id == id }.reversed()
  }
  func losers(newest limit: Int) throws(Problem) -> [LoserRow] { Array(losers.reversed().prefix(limit)) }
  func loser(_ number: Int64) throws(Problem) -> LoserRow? { losers.first { $0.number == number } }
  func removeLoser(_ number: Int64) throws(Problem) { set(\.losers, losers.filter { $0.number != number }) }
}

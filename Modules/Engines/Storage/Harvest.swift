internal import Kernel
internal import Platform

/// Rows of a query, still sealed. Finding them needs the store's thread; opening them takes longer and can be done in
/// parallel elsewhere, while the store serves other callers.
struct Harvest: Sendable {
  struct Stalk: Sendable {
    let id: UUID
    let version: Int64
    let when: Double
    let state: SyncState
    let place: Range<Int>
  }

  let collection: Int
  private(set) var stalks: [Stalk] = []
  private var bytes: [UInt8] = []

  init(collection: Int) { self.collection = collection }

  mutating func add(
    _ id: UUID, _ version: Int64, _ when: Double, _ state: SyncState, _ sealed: UnsafeRawBufferPointer
  ) {
    let start = bytes.count
    bytes.append(contentsOf: sealed)
    stalks.append(Stalk(id: id, version: version, when: when, state: state, place: start..<bytes.count))
  }

  /// Opens the records of a range of the rows.
  func open<Record: Kept, Item: Sendable>(
    _ part: Range<Int>, _ sealer: Sealer, _ make: (Record, Int64, SyncState) -> Item
  ) -> Ledger.Read<Item> {
    var read = Ledger.Read<Item>()
    read.items.reserveCapacity(part.count)
    let source = RowSource()
    let reader = RecordReader(source, isForMany: true)
    defer { reader.finish() }
    bytes.withUnsafeBytes { whole in
      for stalk in stalks[part] {
        let place = SealPlace(
          kind: .record, collection: collection, id: stalk.id, version: stalk.version, when: stalk.when)
        guard let opened = sealer.open(UnsafeRawBufferPointer(rebasing: whole[stalk.place]), place) else {
          read.damaged.append(stalk.id)
          continue
        }
        source.lend(opened)
        do {
          let record: Record = try Harvest.decode(opened, source, reader)
          read.items.append(make(record, stalk.version, stalk.state))
        } catch {
          read.unreadable.append(stalk.id)
        }
        source.takeBack()
      }
    }
    return read
  }

  private static func decode<Record: Kept>(
    _ bytes: UnsafeRawBufferPointer, _ source: RowSource, _ reader: RecordReader
  ) throws -> Record {
    let (form, start) = try Row.open(source)
    if form < Record.form {
      return try Ledger.upgraded(Row(bytes: Array(bytes)), from: form, to: Record.self).decode(Record.self)
    }
    reader.restart(at: start)
    return try Record(from: reader)
  }

  /// Passes the opened bytes of each row to `body`. Returns the number of rows that did not open, or for which it threw.
  func visit(_ sealer: Sealer, _ body: (Stalk, UnsafeRawBufferPointer) throws -> Void) -> Int {
    var damaged = 0
    bytes.withUnsafeBytes { whole in
      for stalk in stalks {
        let place = SealPlace(
          kind: .record, collection: collection, id: stalk.id, version: stalk.version, when: stalk.when)
        do {
          guard let opened = sealer.open(UnsafeRawBufferPointer(rebasing: whole[stalk.place]), place) else {
            throw Unreadable("it does not open")
          }
          try body(stalk, opened)
        } catch {
          damaged += 1
        }
      }
    }
    return damaged
  }

  // MARK: Parallel decoding

  /// Below this number of rows, parallel work costs more than it saves.
  static let few = 512

  func openTogether<Record: Kept, Item: Sendable>(
    _ sealer: @escaping @Sendable () -> Sealer, _ make: @escaping @Sendable (Record, Int64, SyncState) -> Item
  ) async -> Ledger.Read<Item> {
    let helpers = min(4, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
    let length = (stalks.count + helpers - 1) / helpers
    let parts = stride(from: 0, to: stalks.count, by: length).map { $0..<min($0 + length, stalks.count) }
    return await withTaskGroup(of: (Int, Ledger.Read<Item>).self) { group in
      for (number, part) in parts.enumerated() { group.addTask { (number, open(part, sealer(), make)) } }
      var done: [Int: Ledger.Read<Item>] = [:]
      for await (number, read) in group { done[number] = read }
      return parts.indices.reduce(into: Ledger.Read<Item>()) { whole, number in
        if let read = done[number] { whole = whole + read }
      }
    }
  }
}

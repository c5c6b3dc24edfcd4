public import Kernel
public import Platform

/// The sealed pictures and files of a person, read and written piece by piece.
public struct Blobs: Sendable {
  public static let budget = Budget("blobs", bytes: 500 << 20)

  let store: Store
  let shelf: BlobShelf

  /// Stores the pieces that `next` returns until it returns nil. The blob is on disk when this returns; refer to it
  /// from a record, since `sweep` removes unreferenced blobs.
  public func add(_ next: () async throws(Problem) -> [UInt8]?) async throws(Problem) -> Blob {
    let used = try await used()
    let number = try await shelf.begin()
    let blob: Blob
    do throws(Problem) {
      var size = 0
      while let bytes = try await next() {
        size += bytes.count
        guard used + size <= Blobs.budget.bytes else {
          throw Problem(
            "no-room", "There is no room for more pictures and files in this profile.", safe: StoreProblem.kept,
            remedy: "Remove some that you no longer need, then try again.")
        }
        try await shelf.write(number, bytes)
      }
      blob = try await shelf.finish(number)
    } catch {
      await shelf.cancel(number)
      throw error
    }
    try await store.keeper.write { ledger throws(Problem) in
      try ledger.tables.put(BlobRow(name: blob.name, size: blob.size, at: ledger.now))
    }
    return blob
  }

  public func add(_ bytes: [UInt8]) async throws(Problem) -> Blob {
    var left: [UInt8]? = bytes
    return try await add { () throws(Problem) in
      defer { left = nil }
      return left
    }
  }

  /// Passes the blob's pieces to `piece` in order. The content is verified as complete only when this returns.
  public func read(_ blob: Blob, _ piece: ([UInt8]) async throws(Problem) -> Void) async throws(Problem) {
    let number = try await shelf.open(blob)
    var offset = 0
    do {
      while true {
        let next = try await shelf.next(number, of: blob, at: offset)
        try await piece(next.piece)
        offset += next.piece.count
        if next.isLast { return }
      }
    } catch {
      await shelf.stop(number)
      throw error
    }
  }

  public func bytes(_ blob: Blob) async throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    try await read(blob) { piece throws(Problem) in bytes += piece }
    return bytes
  }

  public func used() async throws(Problem) -> Int {
    try await store.keeper.read { ledger throws(Problem) in try ledger.tables.blobs().reduce(0) { $0 + $1.size } }
  }

  /// Removes blobs that no record refers to, except those added after `date`, whose record may not be saved yet.
  @discardableResult
  public func sweep(keeping named: Set<Blob>, addedBefore date: Date) async throws(Problem) -> Int {
    let names = Set(named.map(\.name))
    let gone = try await store.keeper.write { ledger throws(Problem) in
      let gone = try ledger.tables.blobs().filter {
        $0.at < date.timeIntervalSinceReferenceDate && !names.contains($0.name)
      }
      for row in gone { try ledger.tables.removeBlob(row.name) }
      return gone
    }
    for row in gone { await shelf.remove(Blob(name: row.name, size: row.size), placedBefore: date) }
    return gone.count
  }
}

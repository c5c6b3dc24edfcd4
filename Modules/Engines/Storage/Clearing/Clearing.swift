internal import FoundationEssentials
public import Kernel

extension Store {
  /// Forgets what is an account's when its person signs out: every owned and cached collection with all that belongs to it,
  /// sent or not, and the blobs that nothing names any more. Local collections stay, but for those that are named here.
  /// When this returns the bytes are overwritten, in the file and in its log.
  ///
  /// Whoever syncs has stopped before: a page that came in later would be kept. When it is stopped half way, it can be done
  /// again.
  public func clearSynced(also local: Set<String> = []) async throws(Problem) {
    try await keeper.read { ledger throws(Problem) in try ledger.tables.overwrite(true) }
    do throws(Problem) {
      let unnamed = try await keeper.write { ledger throws(Problem) in
        try ledger.clearSynced(also: local)
        return try ledger.unnamedBlobs()
      }
      // The files before their rows: what is left half way is still known.
      for row in unnamed { await blobs.shelf.erase(Blob(name: row.name, size: row.size)) }
      try await keeper.write { ledger throws(Problem) in
        for row in unnamed { try ledger.tables.removeBlob(row.name) }
      }
      try await keeper.read { ledger throws(Problem) in try ledger.overwriteDeleted() }
    } catch {
      try? await keeper.read { ledger throws(Problem) in try ledger.tables.overwrite(false) }
      throw error
    }
    try await keeper.read { ledger throws(Problem) in try ledger.tables.overwrite(false) }
  }

  /// Takes out what can be fetched again, and nothing that a person made.
  public func clearCached() async throws(Problem) {
    try await keeper.write { ledger throws(Problem) in try ledger.clearCached() }
  }
}

extension Ledger {
  func clearSynced(also local: Set<String>) throws(Problem) {
    for (number, name, holding) in try holdings() {
      switch holding {
      case .local where !local.contains(name): continue
      // One of which nobody knows how it is kept may be the account's, and must not be shown to the next.
      case .local, .owned, .cached, nil: break
      }
      try tables.clear(number)
      try tellAnew(number)
    }
    touch()
  }

  func clearCached() throws(Problem) {
    for (number, _, holding) in try holdings() {
      guard case .cached = holding else { continue }
      let removed = try tables.removeClean(number, before: nil)
      // Where it is pulled, it is pulled from the beginning.
      try tables.setCursor(number, nil)
      if removed.count > 0 { try tellAnew(number) }
    }
  }

  /// Whoever listens reads the collection anew: what is gone is not told one by one.
  func tellAnew(_ collection: Int) throws(Problem) {
    usages[collection] = nil
    try forget(upTo: nextVersion(collection))
  }

  /// Those that no record names: once all that an account has is gone, they are nobody's.
  func unnamedBlobs() throws(Problem) -> [BlobRow] {
    let all = try tables.blobs()
    guard !all.isEmpty else { return [] }
    var named: Set<[UInt8]> = []
    for (number, _) in try tables.everyCollection() {
      try tables.scan(number, from: nil, to: nil, newest: Int(Int32.max)) { id, version, when, _, sealed in
        let place = Place(kind: .record, collection: number, id: id, version: version, when: when)
        guard let bytes = sealer.open(sealed, place), let fields = try? Row(bytes: Array(bytes)).fields() else {
          return
        }
        for field in fields.values { field.nameBlobs(&named) }
      }
    }
    return all.filter { !named.contains($0.name) }
  }

  /// Outside a transaction. What was deleted before lies in free places of the file, which only a new file is without.
  func overwriteDeleted() throws(Problem) {
    try tables.emptyLog()
    do {
      try tables.compact()
    } catch {
      context.log.warning("The file was not made anew (\(code: error)); what was deleted before may lie in it, sealed.")
    }
    try tables.emptyLog()
  }
}

extension Value {
  /// A blob in a record is its name and its size.
  fileprivate func nameBlobs(_ names: inout Set<[UInt8]>) {
    switch self {
    case .list(let values): for value in values { value.nameBlobs(&names) }
    case .object(let values):
      if case .text(let text) = values["name"], let name = Blob.name(text) { names.insert(name) }
      for value in values.values { value.nameBlobs(&names) }
    case .null, .bool, .int, .double, .text, .bytes, .date, .uuid: break
    }
  }
}

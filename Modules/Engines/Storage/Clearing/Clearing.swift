public import Kernel
internal import Platform

extension Store {
  /// Deletes an account's data when its person signs out: every owned and cached collection with its outbox, and the
  /// blobs that are no longer referred to. Local collections stay, except those named in `local`. When this returns,
  /// the bytes are overwritten in the file and in its log.
  ///
  /// Synchronisation must have stopped, since a page that arrives later would be stored. If interrupted, it can be
  /// repeated.
  public func clearSynced(also local: Set<String> = []) async throws(Problem) {
    try await keeper.read { ledger throws(Problem) in try ledger.tables.overwrite(true) }
    do throws(Problem) {
      let unnamed = try await keeper.write { ledger throws(Problem) in
        try ledger.clearSynced(also: local)
        return try ledger.unnamedBlobs()
      }
      // Files before their rows, so that an interruption leaves no unknown files.
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

  /// Deletes what can be fetched again, and nothing that the person created.
  public func clearCached() async throws(Problem) {
    try await keeper.write { ledger throws(Problem) in try ledger.clearCached() }
  }
}

extension Ledger {
  func clearSynced(also local: Set<String>) throws(Problem) {
    for (number, name, holding) in try holdings() {
      switch holding {
      case .local where !local.contains(name): continue
      // A collection with unknown holding may belong to the account, and must not be shown to the next person.
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
      // The next pull starts from the beginning.
      try tables.setCursor(number, nil)
      if removed.count > 0 { try tellAnew(number) }
    }
  }

  /// Makes listeners read the collection again, since deletions are not listed one by one.
  func tellAnew(_ collection: Int) throws(Problem) {
    usages[collection] = nil
    try forget(upTo: nextVersion(collection))
  }

  /// The blobs that no record refers to.
  func unnamedBlobs() throws(Problem) -> [BlobRow] {
    let all = try tables.blobs()
    guard !all.isEmpty else { return [] }
    var named: Set<[UInt8]> = []
    for (number, _) in try tables.everyCollection() {
      try tables.scan(number, from: nil, to: nil, newest: Int(Int32.max)) { id, version, when, _, sealed in
        let place = SealPlace(kind: .record, collection: number, id: id, version: version, when: when)
        guard let bytes = sealer.open(sealed, place), let fields = try? Row(bytes: Array(bytes)).fields() else {
          return
        }
        for field in fields.values { field.nameBlobs(&named) }
      }
    }
    return all.filter { !named.contains($0.name) }
  }

  /// Outside a transaction. Rows deleted earlier remain in the file's free pages until the file is rewritten.
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
  /// A blob in a record is an object with its name and size.
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

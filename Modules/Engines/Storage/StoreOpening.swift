internal import FoundationEssentials
internal import Glibc
public import Kernel

extension Store {
  /// The file in the locked folder.
  static let file = "store.sqlite"

  /// The store in a folder that this process alone holds. With another key than the one it was sealed with it is refused
  /// before anything is touched.
  public static func open(
    in lock: FolderLock, key: MasterKey, context: FeatureContext = FeatureContext()
  ) async throws(Problem) -> Store {
    try await open(in: lock, key: key, context: context, vfs: nil)
  }

  /// The same, with the key that is kept there; the first store of a folder has it made.
  public static func open(
    in lock: FolderLock, keys: KeyStore, context: FeatureContext = FeatureContext()
  ) async throws(Problem) -> Store {
    // A new key in the place of a lost one would open nothing, and would stand in the way of the one that is restored.
    if try await keys.load() == nil, access("\(lock.folder)/\(Store.file)", F_OK) == 0 {
      throw Problem(
        "no-key", "The key that the profile in \(lock.folder) was sealed with is gone.", safe: "Nothing was changed.",
        remedy: "Restore the key from a copy, or choose another profile with --profile NAME.")
    }
    return try await open(in: lock, key: try await keys.key(), context: context)
  }

  /// On a disk of one's own, for whoever tries what a bad disk does.
  package static func open(
    in lock: FolderLock, key: MasterKey, context: FeatureContext, vfs: String?
  ) async throws(Problem) -> Store {
    try await open(in: lock, key: key, context: context, vfs: vfs, migrations: Schema.migrations)
  }

  static func open(
    in lock: FolderLock, key: MasterKey, context: FeatureContext, vfs: String?, migrations: [Migration]
  ) async throws(Problem) -> Store {
    let shelf = BlobShelf(key, folder: "\(lock.folder)/blobs", context.time)
    let store = try await open(context, key: key, blobs: shelf) { () throws(Problem) in
      let tables = try SQLiteTables("\(lock.folder)/\(Store.file)", vfs: vfs, key: key, migrations: migrations)
      tables.lock = lock
      return tables
    }
    do {
      try await store.keeper.write { ledger throws(Problem) in try ledger.checkIn() }
    } catch {
      // The lock is free when this is told, and not when the last job has let go of the keeper.
      await store.close()
      throw error
    }
    await shelf.removeUnfinished()
    return store
  }
}

extension SQLiteTables {
  /// The key is compared before the schema is touched: with a wrong one nothing is written, not even a migration.
  convenience init(_ path: String, vfs: String?, key: MasterKey, migrations: [Migration]) throws(Problem) {
    // Made here where it is missing: SQLite would let others read it, and gives its log the same rights.
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if file >= 0 { close(file) }
    try self.init(path, vfs: vfs)
    if try Schema.version(of: database) > 0, let known = try meta("key"), known != key.identity {
      throw Problem(
        "wrong-key", "This profile was sealed with another key.", safe: "Nothing was changed.",
        remedy: "Give the key or the passphrase that it was made with.")
    }
    try Schema.migrate(database, migrations)
    if try meta("key") == nil { try setMeta("key", key.identity) }
  }
}

extension Ledger {
  /// What a process that was killed left behind: claimed changes wait again, under the operation they were sent with.
  func checkIn() throws(Problem) {
    try letGo()
    try checkRows()
    // Remembered deletions are kept for long, not for ever: a resync compares them with the server's.
    if let forgotten = try tables.pruneTombstones(keeping: 10_000) { try forget(upTo: forgotten) }
  }
}

public import Kernel
internal import Platform

extension Store {
  /// The name of the file in the locked folder.
  static let file = "store.sqlite"

  /// Opens the store in a folder that this process has locked. A key other than the one it was sealed with is refused
  /// before anything is touched.
  public static func open(
    in lock: FolderLock, key: MasterKey, context: FeatureContext = FeatureContext()
  ) async throws(Problem) -> Store {
    try await open(in: lock, key: key, context: context, vfs: nil)
  }

  /// As above, with the key from a key store; for a new store it is created.
  public static func open(
    in lock: FolderLock, keys: KeyStore, context: FeatureContext = FeatureContext()
  ) async throws(Problem) -> Store {
    // A new key in place of a lost one would open nothing, and would hinder restoring the lost one.
    if try await keys.load() == nil, access("\(lock.folder)/\(Store.file)", F_OK) == 0 {
      throw Problem(
        "no-key", "The key that the profile in \(lock.folder) was sealed with is gone.", safe: "Nothing was changed.",
        remedy: "Restore the key from a copy, or choose another profile with --profile NAME.")
    }
    return try await open(in: lock, key: try await keys.key(), context: context)
  }

  /// Opens with another SQLite VFS, for testing disk failures.
  package static func open(
    in lock: FolderLock, key: MasterKey, context: FeatureContext, vfs: String?
  ) async throws(Problem) -> Store {
    try await open(in: lock, key: key, context: context, vfs: vfs, migrations: StoreSchema.migrations)
  }

  static func open(
    in lock: FolderLock, key: MasterKey, context: FeatureContext, vfs: String?, migrations: [SchemaMigration]
  ) async throws(Problem) -> Store {
    // A copy, which the store wipes when it is closed; the caller's key stays as it is.
    let key = key.copy()
    let shelf = BlobShelf(key, folder: "\(lock.folder)/blobs", context.time)
    let store = try await open(context, key: key, blobs: shelf) { () throws(Problem) in
      let tables = try SQLiteTables("\(lock.folder)/\(Store.file)", vfs: vfs, key: key, migrations: migrations)
      tables.lock = lock
      return tables
    }
    do {
      try await store.keeper.write { ledger throws(Problem) in try ledger.checkIn() }
    } catch {
      // Closed explicitly, so that the lock is free when the error is thrown rather than when the keeper's last job is
      // released.
      await store.close()
      throw error
    }
    await shelf.removeUnfinished()
    return store
  }
}

extension SQLiteTables {
  /// Compares the key before the schema is touched: with a wrong key nothing is written, not even a migration.
  convenience init(_ path: String, vfs: String?, key: MasterKey, migrations: [SchemaMigration]) throws(Problem) {
    // Created here with owner-only rights. SQLite would let others read it, and gives its log the same rights as the
    // file.
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if file >= 0 { close(file) }
    try self.init(path, vfs: vfs)
    if try StoreSchema.version(of: database) > 0, let known = try meta("key"), known != key.identity {
      throw Problem(
        "wrong-key", "This profile was sealed with another key.", safe: "Nothing was changed.",
        remedy: "Give the key or the passphrase that it was made with.")
    }
    try StoreSchema.migrate(database, migrations)
    if try meta("key") == nil { try setMeta("key", key.identity) }
  }
}

extension Ledger {
  /// Recovers after a killed process: claimed changes become pending again, under the same operation.
  func checkIn() throws(Problem) {
    try letGo()
    try checkRows()
    // Bounds the tombstones, which a resync compares with the server's records.
    if let forgotten = try tables.pruneTombstones(keeping: 10_000) { try forget(upTo: forgotten) }
  }
}

internal import Kernel

/// A migration from one schema version to the next. Each is in a file of its own and never changes once released.
struct SchemaMigration: Sendable {
  let to: Int
  let run: @Sendable (StoreFile) throws(Problem) -> Void
}

/// The versions of the schema, stored in SQLite's `user_version`.
enum StoreSchema {
  static let migrations = [SchemaMigration.first, .second, .third]
  static var newest: Int { migrations.count }

  static func version(of database: StoreFile) throws(Problem) -> Int {
    var version = 0
    try database.each("PRAGMA user_version") { row in version = Int(row.int(0)) }
    return version
  }

  /// Migrates the file to the newest schema, in one transaction.
  static func migrate(
    _ database: StoreFile, _ migrations: [SchemaMigration] = StoreSchema.migrations
  ) throws(Problem) {
    let version = try version(of: database)
    let newest = migrations.last?.to ?? 0
    guard version <= newest else {
      throw Problem(
        "newer-store", "This profile was written by a newer version of Troupe (schema \(version), known \(newest)).",
        safe: "Nothing was changed.", remedy: "Install the newer version, or choose another profile.")
    }
    guard version < newest else { return }
    try database.execute("BEGIN IMMEDIATE")
    do {
      for migration in migrations where migration.to > version { try migration.run(database) }
      try database.execute("COMMIT")
    } catch {
      try? database.execute("ROLLBACK")
      throw error
    }
  }
}

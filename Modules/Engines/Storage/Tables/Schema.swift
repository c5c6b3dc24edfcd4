internal import Kernel

/// One step from a schema to the next. Each lies in a file of its own and is never changed once it has shipped.
struct Migration: Sendable {
  let to: Int
  let run: @Sendable (Database) throws(Problem) -> Void
}

/// The versions of the file's schema, counted in SQLite's own `user_version`.
enum Schema {
  static let migrations = [Migration.first, .second]
  static var newest: Int { migrations.count }

  static func version(of database: Database) throws(Problem) -> Int {
    var version = 0
    try database.each("PRAGMA user_version") { row in version = Int(row.int(0)) }
    return version
  }

  /// Brings the file to the newest schema, all steps in one transaction: it is the old one or the new one.
  static func migrate(
    _ database: Database, _ migrations: [Migration] = Schema.migrations
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

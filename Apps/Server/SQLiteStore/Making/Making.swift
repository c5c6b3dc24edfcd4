internal import Kernel
internal import Relational

internal import struct Storage.MasterKey

/// Migrates a file to the declared schema: the store's own tables, the services' migrations, the declared tables.
/// Each migration is one transaction and the tables are another, so an interrupted process resumes where it was.
struct Making {
  let connection: SQLiteConnection
  let path: String
  /// The key with which the store is sealed; nil leaves it readable.
  var key: MasterKey?

  func make(_ schema: Schema, _ migrations: [Migration], epoch: String) throws(Problem) {
    try whole { () throws(Problem) in
      for sql in Self.own { try run(sql) }
      for (key, value) in [("format", "1"), ("epoch", epoch), ("rev", "0"), ("purged", "0")] {
        try run("insert or ignore into troupe_meta values (?1, ?2)", [.text(key), .text(value)])
      }
    }
    guard try meta("format") == "1" else {
      throw Problem(
        "newer-store", "The database \(path) was made by a newer version.", safe: "Nothing was changed.",
        remedy: "Use that version, or choose another folder.")
    }
    connection.circumstances.revision = Int64(try meta("rev") ?? "") ?? 0
    for migration in migrations { try apply(migration) }
    // Rebuilding a table copies its rows; with foreign keys on, dropping the old one would delete rows that refer to
    // them.
    try run("pragma foreign_keys = off")
    // Without this, renaming a rebuilt table fails while the triggers of other tables name it.
    try run("pragma legacy_alter_table = on")
    defer {
      try? connection.execute("pragma legacy_alter_table = off")
      try? connection.execute("pragma foreign_keys = on")
    }
    try whole { () throws(Problem) in
      if let key { try run("insert or ignore into troupe_meta values ('sealed', ?1)", [.text(key.fingerprint)]) }
      for table in schema.ordered { try declare(table, schema) }
    }
    try clean()
  }

  func meta(_ key: String) throws(Problem) -> String? {
    try rows("select value from troupe_meta where key = ?1", [.text(key)]).first?[0].string
  }

  /// Returns the columns' default values, normalized to their types.
  func usual(of table: Table) throws(Problem) -> [Value] {
    var values: [Value] = []
    for column in table.columns {
      guard case .usually(let literal) = column.filling else {
        values.append(.null)
        continue
      }
      let value = try rows("select \(SharedSQL.translated(literal))").first?[0] ?? .null
      do throws(Failure) {
        values.append(try column.type.normalised(value))
      } catch {
        throw refused(table, "what \(column.name) usually is does not fit it: \(error.message)")
      }
    }
    return values
  }

  static let own = [
    "create table if not exists troupe_meta (key text primary key, value text not null) strict, without rowid",
    "create table if not exists troupe_migrations (name text primary key, statements text not null) strict",
    "create table if not exists troupe_tables (name text primary key, creation text not null) strict",
    """
    create table if not exists sync_tombstones (collection text not null, viewer text not null, rev integer not null, \
    id text not null, at text not null, primary key (collection, viewer, rev)) strict, without rowid
    """,
    "create index if not exists sync_tombstones_by_id on sync_tombstones (id, viewer)",
    "create index if not exists sync_tombstones_by_time on sync_tombstones (at)",
    """
    create table if not exists sync_operations (person text not null, op_id text not null, rev integer not null, \
    at text not null, primary key (person, op_id)) strict, without rowid
    """,
    "create index if not exists sync_operations_by_time on sync_operations (at)",
  ]

  static let reserved: Set<String> = [
    "troupe_meta", "troupe_migrations", "troupe_tables", "sync_tombstones", "sync_operations",
  ]

  private func apply(_ migration: Migration) throws(Problem) {
    let known = try rows("select 1 from troupe_migrations where name = ?1", [.text(migration.name)])
    guard known.isEmpty else { return }
    try whole { () throws(Problem) in
      for sql in migration.statements { try run(SharedSQL.translated(sql)) }
      try run(
        "insert into troupe_migrations values (?1, ?2)",
        [.text(migration.name), .text(migration.statements.joined(separator: ";\n"))])
    }
  }

  // MARK: SQL helpers

  /// Runs `body` in a transaction.
  func whole(_ body: () throws(Problem) -> Void) throws(Problem) {
    try run("begin immediate")
    do throws(Problem) {
      try body()
      try run("commit")
    } catch {
      try? connection.execute("rollback")
      throw error
    }
  }

  func run(_ sql: String, _ values: [Value] = []) throws(Problem) {
    do throws(SQLiteFault) {
      if values.isEmpty { try connection.execute(sql) } else { try connection.run(sql, values) }
    } catch {
      throw error.problem(path)
    }
  }

  func rows(_ sql: String, _ values: [Value] = []) throws(Problem) -> [[Value]] {
    do throws(SQLiteFault) {
      return try connection.rows(sql, values)
    } catch {
      throw error.problem(path)
    }
  }

  func refused(_ table: Table, _ why: String) -> Problem {
    Problem(
      "table-refused", "The table \(table.name) cannot be migrated to its declaration: \(why).",
      safe: "It was left as it is, with all its rows.",
      remedy: "Correct the declaration, or the rows that conflict with it.")
  }
}

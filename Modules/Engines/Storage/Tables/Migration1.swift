internal import Kernel

extension SchemaMigration {
  /// The first schema.
  ///
  /// A record's version is its rowid: changes since a version are a range scan, and a new row is appended. Identifiers,
  /// kinds, times and revisions are in the clear; all content from a person or a server is sealed.
  static let first = SchemaMigration(to: 1) { database throws(Problem) in
    try database.execute(
      """
      CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
      CREATE TABLE collections(number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
      CREATE TABLE records(
        version INTEGER PRIMARY KEY, collection INTEGER NOT NULL, id BLOB NOT NULL, moment REAL NOT NULL,
        edited_at REAL NOT NULL, state INTEGER NOT NULL, rev TEXT, base BLOB, sealed BLOB NOT NULL);
      CREATE UNIQUE INDEX records_id ON records(collection, id);
      CREATE INDEX records_moment ON records(collection, moment);
      CREATE TABLE tombstones(
        version INTEGER PRIMARY KEY, collection INTEGER NOT NULL, id BLOB NOT NULL, rev TEXT);
      CREATE UNIQUE INDEX tombstones_id ON tombstones(collection, id);
      CREATE TABLE outbox(
        seq INTEGER PRIMARY KEY, op_id BLOB NOT NULL UNIQUE, collection INTEGER NOT NULL, id BLOB NOT NULL,
        kind INTEGER NOT NULL, priority INTEGER NOT NULL, base TEXT, attempts INTEGER NOT NULL, not_before REAL NOT NULL,
        state INTEGER NOT NULL, sent INTEGER NOT NULL, reason BLOB, edited_at REAL NOT NULL, sealed BLOB NOT NULL);
      CREATE INDEX outbox_entity ON outbox(collection, id, seq);
      CREATE INDEX outbox_order ON outbox(state, priority, seq);
      CREATE TABLE conflicts(
        op_id BLOB PRIMARY KEY, collection INTEGER NOT NULL, id BLOB NOT NULL, at REAL NOT NULL, rev TEXT, sealed BLOB
        ) WITHOUT ROWID;
      CREATE TABLE losers(
        number INTEGER PRIMARY KEY, collection INTEGER NOT NULL, id BLOB NOT NULL, at REAL NOT NULL,
        sealed BLOB NOT NULL);
      CREATE INDEX losers_id ON losers(collection, id);
      CREATE TABLE cursors(collection INTEGER PRIMARY KEY, cursor TEXT, epoch TEXT);
      CREATE TABLE aside(
        number INTEGER PRIMARY KEY, place INTEGER NOT NULL, collection INTEGER NOT NULL, id BLOB NOT NULL,
        at REAL NOT NULL, bytes BLOB NOT NULL);
      CREATE TABLE blobs(name BLOB PRIMARY KEY, size INTEGER NOT NULL, at REAL NOT NULL) WITHOUT ROWID;
      PRAGMA user_version = 1;
      """)
  }
}

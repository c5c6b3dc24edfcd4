internal import Kernel

extension SchemaMigration {
  /// Adds what an interrupted resync needs to resume: the records that the server has sent so far, and its versions of
  /// those with unsent changes. Also keeps the server's version of a deleted record, so that the deletion can be taken
  /// back.
  static let second = SchemaMigration(to: 2) { database throws(Problem) in
    try database.execute(
      """
      CREATE TABLE held(
        collection INTEGER NOT NULL, id BLOB NOT NULL, rev TEXT NOT NULL, edited_at REAL, sealed BLOB,
        PRIMARY KEY(collection, id)) WITHOUT ROWID;
      CREATE TABLE sweeps(collection INTEGER PRIMARY KEY, anew INTEGER NOT NULL);
      CREATE TABLE seen(
        collection INTEGER NOT NULL, id BLOB NOT NULL, PRIMARY KEY(collection, id)) WITHOUT ROWID;
      ALTER TABLE tombstones ADD COLUMN base BLOB;
      PRAGMA user_version = 2;
      """)
  }
}

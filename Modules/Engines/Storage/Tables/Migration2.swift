internal import Kernel

extension Migration {
  /// What a resync needs to be resumed: which records the server has named so far, and what it said of those that this
  /// device has changed meanwhile. And what a deleted record was on the server, for whoever takes the deletion back.
  static let second = Migration(to: 2) { database throws(Problem) in
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

internal import Kernel

extension SchemaMigration {
  /// Adds the group of a record, by which a conversation is read without the others. It is the keyed hash of an identifier, so
  /// that a copy of the file does not tell which records belong together with those of another file.
  static let third = SchemaMigration(to: 3) { database throws(Problem) in
    try database.execute(
      """
      ALTER TABLE records ADD COLUMN grouping BLOB;
      CREATE INDEX records_grouping ON records(collection, grouping, moment) WHERE grouping IS NOT NULL;
      PRAGMA user_version = 3;
      """)
  }
}

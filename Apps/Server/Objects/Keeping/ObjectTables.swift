internal import Relational

/// The statements for buckets and objects, in SQL that both stores accept.
enum ObjectTables {
  static let migration = Migration(
    "objects-1",
    [
      """
      create table object_buckets (id text primary key, owner text, is_public bigint not null, size_limit bigint, \
      types text, created_at text not null, updated_at text not null)
      """,
      """
      create table objects (id text primary key, bucket text not null, name text not null, root text not null, \
      folder text not null, leaf text not null, owner text, file text not null, size bigint not null, \
      type text not null, cache text not null, metadata text, created_at text not null, updated_at text not null)
      """,
      "create unique index objects_name on objects (bucket, name)",
      "create unique index objects_file on objects (file)",
      "create index objects_folder on objects (bucket, folder)",
      "create index objects_root on objects (bucket, root)",
    ])

  // MARK: Buckets

  static func bucket(_ id: String, _ session: any Session) throws(Failure) -> Bucket? {
    try session.row("select \(Bucket.columns) from object_buckets where id = $1", [.text(id)]).flatMap(Bucket.init)
  }

  static func buckets(limit: Int, offset: Int, _ session: any Session) throws(Failure) -> [Bucket] {
    try session.rows(
      "select \(Bucket.columns) from object_buckets order by id limit $1 offset $2", [.int(limit), .int(offset)]
    ).compactMap(Bucket.init)
  }

  static func add(_ bucket: Bucket, _ session: any Session) throws(Failure) {
    try session.run(
      "insert into object_buckets (\(Bucket.columns)) values ($1, $2, $3, $4, $5, $6, $7)", bucket.values)
  }

  static func change(_ bucket: Bucket, _ session: any Session) throws(Failure) {
    let values = bucket.values
    try session.run(
      "update object_buckets set is_public = $1, size_limit = $2, types = $3, updated_at = $4 where id = $5",
      [values[2], values[3], values[4], values[6], values[0]])
  }

  static func remove(bucket id: String, _ session: any Session) throws(Failure) {
    try session.run("delete from object_buckets where id = $1", [.text(id)])
  }

  static func isEmpty(bucket id: String, _ session: any Session) throws(Failure) -> Bool {
    try session.row("select id from objects where bucket = $1 limit 1", [.text(id)]) == nil
  }

  // MARK: Objects

  static func object(_ bucket: String, _ name: ObjectName, _ session: any Session) throws(Failure) -> StoredObject? {
    try session.row(
      "select \(StoredObject.columns) from objects where bucket = $1 and name = $2", [.text(bucket), .text(name.text)]
    ).flatMap(StoredObject.init)
  }

  static func add(_ object: StoredObject, _ name: ObjectName, _ session: any Session) throws(Failure) {
    try session.run(
      """
      insert into objects (id, bucket, name, root, folder, leaf, owner, file, size, type, cache, metadata, created_at, \
      updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      """,
      [
        .text(object.id), .text(object.bucket), .text(name.text), .text(name.root), .text(name.folder),
        .text(name.leaf), .text(object.owner), .text(object.file), .int(object.size), .text(object.type),
        .text(object.cache), .text(object.metadata), .text(object.created), .text(object.updated),
      ])
  }

  /// Replaces an object's content; the row keeps its identifier and creation time.
  static func replace(_ id: String, by object: StoredObject, _ session: any Session) throws(Failure) {
    try session.run(
      """
      update objects set owner = $1, file = $2, size = $3, type = $4, cache = $5, metadata = $6, updated_at = $7 \
      where id = $8
      """,
      [
        .text(object.owner), .text(object.file), .int(object.size), .text(object.type), .text(object.cache),
        .text(object.metadata), .text(object.updated), .text(id),
      ])
  }

  static func move(
    _ id: String, to bucket: String, _ name: ObjectName, at now: String, _ session: any Session
  ) throws(Failure) {
    try session.run(
      "update objects set bucket = $1, name = $2, root = $3, folder = $4, leaf = $5, updated_at = $6 where id = $7",
      [
        .text(bucket), .text(name.text), .text(name.root), .text(name.folder), .text(name.leaf), .text(now), .text(id),
      ])
  }

  static func remove(_ id: String, _ session: any Session) throws(Failure) {
    try session.run("delete from objects where id = $1", [.text(id)])
  }

  /// Returns some of a bucket's objects, for emptying it in batches.
  static func some(of bucket: String, _ most: Int, _ session: any Session) throws(Failure) -> [StoredObject] {
    try session.rows(
      "select \(StoredObject.columns) from objects where bucket = $1 limit $2", [.text(bucket), .int(most)]
    ).compactMap(StoredObject.init)
  }

  /// Returns the files with this prefix that belong to an object.
  static func files(beginning: String, _ session: any Session) throws(Failure) -> Set<String> {
    // Hexadecimal digits sort before `g` in every collation.
    Set(
      try session.rows(
        "select file from objects where file >= $1 and file < $2", [.text(beginning), .text(beginning + "g")]
      ).compactMap { $0.first?.string })
  }
}

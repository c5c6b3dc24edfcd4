internal import FoundationEssentials
internal import Kernel
internal import Relational

/// The row of an upload that may arrive in several requests. The bytes so far are in a file of its name, whose size is
/// the offset.
struct ResumableUpload: Sendable, Hashable {
  /// Unguessable; also the name of its file.
  let id: String
  let owner: String?
  let bucket: String
  let name: ObjectName
  let replaces: Bool
  /// The size of the complete file.
  let size: Int
  let upload: Upload
  let created: String
  /// Whether it is complete and an object. Its row stays for a client that lost the last response.
  var isDone = false

  static let columns = "id, owner, bucket, name, replaces, size, type, cache, metadata, created_at, is_done"

  init(
    id: String, owner: String?, bucket: String, name: ObjectName, replaces: Bool, size: Int, upload: Upload,
    created: String
  ) {
    (self.id, self.owner, self.bucket, self.name) = (id, owner, bucket, name)
    (self.replaces, self.size, self.upload, self.created) = (replaces, size, upload, created)
  }

  init?(_ row: [Value]) {
    guard row.count == 11, let id = row[0].string, let bucket = row[2].string, let text = row[3].string,
      let name = try? ObjectName(text), let size = row[5].int, let type = row[6].string, let cache = row[7].string,
      let created = row[9].string
    else { return nil }
    self.init(
      id: id, owner: row[1].string, bucket: bucket, name: name, replaces: row[4].int == 1, size: size,
      upload: Upload(type: type, cache: cache, metadata: row[8].string), created: created)
    isDone = row[10].int == 1
  }

  var values: [Value] {
    [
      .text(id), .text(owner), .text(bucket), .text(name.text), .int(replaces ? 1 : 0), .int(size), .text(upload.type),
      .text(upload.cache), .text(upload.metadata), .text(created),
      .int(isDone ? 1 : 0),
    ]
  }
}

/// The statements for unfinished uploads, in SQL that both stores accept.
enum ResumableTables {
  static let migration = Migration(
    "objects-2",
    [
      """
      create table object_uploads (id text primary key, owner text, bucket text not null, name text not null, \
      replaces bigint not null, size bigint not null, type text not null, cache text not null, metadata text, \
      created_at text not null, is_done bigint not null)
      """,
      "create index object_uploads_owner on object_uploads (owner)",
      "create index object_uploads_created on object_uploads (created_at)",
    ])

  static func upload(_ id: String, _ session: any Session) throws(Failure) -> ResumableUpload? {
    try session.row("select \(ResumableUpload.columns) from object_uploads where id = $1", [.text(id)])
      .flatMap(ResumableUpload.init)
  }

  static func add(_ upload: ResumableUpload, _ session: any Session) throws(Failure) {
    try session.run(
      """
      insert into object_uploads (\(ResumableUpload.columns)) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      """, upload.values)
  }

  static func remove(_ id: String, _ session: any Session) throws(Failure) {
    try session.run("delete from object_uploads where id = $1", [.text(id)])
  }

  static func finish(_ id: String, _ session: any Session) throws(Failure) {
    try session.run("update object_uploads set is_done = 1 where id = $1", [.text(id)])
  }

  /// The number of unfinished uploads, of an account or of all.
  static func count(of owner: String?, _ session: any Session) throws(Failure) -> Int {
    let sql = "select count(*) from object_uploads where is_done = 0"
    guard let owner else { return try session.row(sql, [])?[0].int ?? 0 }
    return try session.row(sql + " and owner = $1", [.text(owner)])?[0].int ?? 0
  }

  /// Removes the rows of uploads that began before an instant, or that an account began. Returns their names, some at a
  /// time.
  static func takeExpired(before limit: String, _ session: any Session) throws(Failure) -> [String] {
    try taken(
      session.rows("select id from object_uploads where created_at < $1 limit 500", [.text(limit)]), session)
  }

  static func takeAll(of owner: String, _ session: any Session) throws(Failure) -> [String] {
    try taken(session.rows("select id from object_uploads where owner = $1 limit 500", [.text(owner)]), session)
  }

  private static func taken(_ rows: [[Value]], _ session: any Session) throws(Failure) -> [String] {
    let ids = rows.compactMap { $0[0].string }
    for id in ids { try remove(id, session) }
    return ids
  }
}

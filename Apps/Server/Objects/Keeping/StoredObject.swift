internal import Relational

/// The row of an object; its bytes are in the file it names.
struct StoredObject: Sendable, Hashable {
  var id: String
  var bucket: String
  var name: String
  var owner: String?
  /// The name of its file, which is new with every upload and therefore also its ETag.
  var file: String
  var size: Int
  var type: String
  var cache: String
  /// The sender's own metadata, as JSON.
  var metadata: String?
  var created: String
  var updated: String

  static let columns = "id, bucket, name, owner, file, size, type, cache, metadata, created_at, updated_at"

  init(
    id: String, bucket: String, name: ObjectName, owner: String?, file: String, size: Int, upload: Upload,
    at now: String
  ) {
    self.id = id
    self.bucket = bucket
    self.name = name.text
    self.owner = owner
    self.file = file
    self.size = size
    type = upload.type
    cache = upload.cache
    metadata = upload.metadata
    created = now
    updated = now
  }

  init?(_ row: some Collection<Value>) {
    let row = Array(row)
    guard row.count == 11, let id = row[0].string, let bucket = row[1].string, let name = row[2].string,
      let file = row[4].string, let size = row[5].int, let type = row[6].string, let cache = row[7].string,
      let created = row[9].string, let updated = row[10].string
    else { return nil }
    (self.id, self.bucket, self.name, owner) = (id, bucket, name, row[3].string)
    (self.file, self.size, self.type, self.cache) = (file, size, type, cache)
    (metadata, self.created, self.updated) = (row[8].string, created, updated)
  }

  var tag: String { "\"\(file)\"" }

  /// Encodes the object for lists and metadata responses.
  func json(as shownName: String? = nil) -> [UInt8] {
    var body = JSONObject()
    body.field("name", shownName ?? name)
    body.field("bucket_id", bucket)
    body.field("owner", owner ?? "")
    body.field("owner_id", owner)
    body.field("id", id)
    body.field("version", file)
    body.field("updated_at", updated)
    body.field("created_at", created)
    body.field("last_accessed_at", updated)
    var facts = JSONObject()
    facts.field("eTag", tag)
    facts.field("size", size)
    facts.field("mimetype", type)
    facts.field("cacheControl", cache)
    facts.field("lastModified", updated)
    facts.field("contentLength", size)
    facts.field("httpStatusCode", 200)
    body.field("metadata", json: facts.bytes)
    body.field("user_metadata", json: metadata.map { Array($0.utf8) })
    return body.bytes
  }

  var information: [UInt8] {
    var body = JSONObject()
    body.field("id", id)
    body.field("name", name)
    body.field("version", file)
    body.field("bucket_id", bucket)
    body.field("size", size)
    body.field("content_type", type)
    body.field("cache_control", cache)
    body.field("etag", tag)
    body.field("metadata", json: metadata.map { Array($0.utf8) })
    body.field("last_modified", updated)
    body.field("created_at", created)
    return body.bytes
  }

  /// Encodes a folder of a list: a name and nothing else.
  static func folder(_ name: String) -> [UInt8] {
    var body = JSONObject()
    body.field("name", name)
    for key in ["id", "updated_at", "created_at", "last_accessed_at", "metadata"] { body.field(key, json: nil) }
    return body.bytes
  }
}

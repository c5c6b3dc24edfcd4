internal import JSON
internal import Relational

/// A bucket: its visibility and its limits.
struct Bucket: Sendable, Hashable {
  var id: String
  var owner: String?
  var isPublic = false
  var sizeLimit: Int?
  var types: [String]?
  var created: String
  var updated: String

  static let columns = "id, owner, is_public, size_limit, types, created_at, updated_at"

  init(id: String, created: String) {
    self.id = id
    self.created = created
    updated = created
  }

  init?(_ row: [Value]) {
    guard row.count == 7, let id = row[0].string, let created = row[5].string, let updated = row[6].string else {
      return nil
    }
    self.id = id
    owner = row[1].string
    isPublic = row[2].int == 1
    sizeLimit = row[3].int
    types = row[4].string.flatMap { text in
      (try? JSON(bytes: Array(text.utf8), deepest: 4))?.array?.compactMap(\.string)
    }
    self.created = created
    self.updated = updated
  }

  var values: [Value] {
    [
      .text(id), .text(owner), .int(isPublic ? 1 : 0), .int(sizeLimit),
      .text(types.map { String(decoding: JSONObject.list($0), as: UTF8.self) }), .text(created), .text(updated),
    ]
  }

  var json: [UInt8] {
    var body = JSONObject()
    body.field("id", id)
    body.field("name", id)
    body.field("owner", owner ?? "")
    body.field("public", isPublic)
    body.field("type", "STANDARD")
    body.field("file_size_limit", sizeLimit)
    body.field("allowed_mime_types", json: types.map { JSONObject.list($0) })
    body.field("created_at", created)
    body.field("updated_at", updated)
    return body.bytes
  }

  /// Whether the bucket accepts a type. `image/*` allows every image.
  func allows(_ type: String) -> Bool {
    guard let types, !types.isEmpty else { return true }
    let plain = ContentType.plain(type)
    return types.contains { allowed in
      let allowed = allowed.lowercased()
      if allowed == "*/*" || allowed == plain { return true }
      return allowed.hasSuffix("/*") && plain.hasPrefix(allowed.dropLast())
    }
  }
}

extension Bucket {
  /// Applies a request's settings; members it omits stay unchanged.
  mutating func take(_ body: JSON, largest: Int) throws(Refused) {
    if let flag = body["public"]?.bool { isPublic = flag }
    switch body["file_size_limit"] {
    case nil: break
    case .null?: sizeLimit = nil
    case .number(let number)?:
      guard let bytes = Int(exactly: number), bytes >= 0 else { throw .sizeText }
      sizeLimit = bytes
    case .string(let text)?: sizeLimit = try Bucket.size(text)
    default: throw .sizeText
    }
    if let sizeLimit, sizeLimit > largest { throw .tooLarge }
    switch body["allowed_mime_types"] {
    case nil: break
    case .null?: types = nil
    case .array(let items)?:
      let texts = items.compactMap(\.string)
      guard texts.count == items.count, texts.count <= 100, texts.allSatisfy(ContentType.isPattern) else {
        throw .malformed("allowed_mime_types is a list of types such as image/png or image/*")
      }
      types = texts
    default: throw .malformed("allowed_mime_types is a list of types such as image/png or image/*")
    }
  }

  /// Parses a size such as `20MB`.
  private static func size(_ text: String) throws(Refused) -> Int {
    let units = [("gb", 1 << 30), ("mb", 1 << 20), ("kb", 1 << 10), ("b", 1)]
    let text = text.lowercased()
    let (unit, factor) = units.first { text.hasSuffix($0.0) } ?? ("", 1)
    let digits = text.dropLast(unit.count)
    guard 1...9 ~= digits.utf8.count, let number = Int(digits), number >= 0 else { throw .sizeText }
    let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: factor)
    guard !isTooMuch else { throw .sizeText }
    return bytes
  }
}

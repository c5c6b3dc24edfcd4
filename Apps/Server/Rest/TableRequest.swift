internal import Relational
internal import Transport

/// A parsed request for one table.
struct TableRequest: Sendable {
  let request: Request
  let table: Table
  let query: Query
  let preferences: Preferences
  let media: ResponseFormat

  init(_ request: Request, _ table: Table, in schema: Schema, _ queries: QueryCache) throws(Failure) {
    self.request = request
    self.table = table
    media = try ResponseFormat(request.headers)
    preferences = try Preferences(request.headers)
    query = try queries.query(of: request, table, in: schema)
    guard query.isPlain || request.method == .get || request.method == .head else {
      throw .notOffered("embedding, JSON paths or casts in the answer of a write", in: request.target.queryText ?? "")
    }
  }

  /// Whether the written rows are returned.
  var isShown: Bool { preferences.answer == .representation }

  var bounds: Bounds {
    Bounds(atMost: preferences.mostAffected, exactlyOne: isShown && media == .object)
  }

  /// Encodes the rows in the requested media type.
  func content(_ rows: Rows) throws(Failure) -> [UInt8] {
    switch media {
    case .json: return rows.json
    case .object:
      guard rows.count == 1 else { throw .notOne(rows.count) }
      // Strips the list's brackets, leaving one object.
      return Array(rows.json.dropFirst().dropLast())
    case .csv: return CSVText.bytes(rows.json, names: query.names)
    }
  }

  func response(_ status: Status, range: String, _ use: Preferences.Use, content: [UInt8]?) -> Response {
    var headers: Headers = ["content-range": range]
    if content != nil { headers.add("content-type", media.contentType) }
    if let applied = preferences.applied(to: use) { headers.add("preference-applied", applied) }
    return Response(status, headers: headers, content: .bytes(content ?? []))
  }

  /// Formats `0-24/3573`; a star replaces an empty range or an unknown total.
  static func range(_ first: Int, count: Int, of total: Int?) -> String {
    let total = total.map(String.init) ?? "*"
    return count > 0 ? "\(first)-\(first + count - 1)/\(total)" : "*/\(total)"
  }
}

internal import Relational
internal import Transport

/// The parsed query strings of the last reads: clients ask for the same lists again.
final class QueryCache: Sendable {
  static let most = 128
  /// Longer ones are parsed each time, which bounds memory.
  static let longest = 512

  private struct Key: Hashable {
    let table: String
    let text: String
  }

  private let known = RecentResults<Key, Query>(most: QueryCache.most)

  var count: Int { known.count }

  /// The query of a request; only those of reads are kept.
  func query(of request: Request, _ table: Table, in schema: Schema) throws(Failure) -> Query {
    let isRead = request.method == .get || request.method == .head
    guard isRead, let text = request.target.queryText, text.utf8.count <= Self.longest, !text.contains("apikey")
    else {
      return try Query(parsing: request.target.query.fields, table: table, schema: schema)
    }
    let key = Key(table: table.name, text: text)
    if let found = known[key] { return found }
    let query = try Query(parsing: request.target.query.fields, table: table, schema: schema)
    known.keep(query, for: key)
    return query
  }
}

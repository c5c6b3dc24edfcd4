internal import Relational
internal import Tokens
internal import Transport

extension Rest {
  /// Handles GET and HEAD of a table.
  func read(_ asked: TableRequest, for caller: Caller) async throws(Failure) -> Response {
    var select = Select(asked.table, shown: asked.query.shown)
    select.filter = asked.query.filter
    select.order = asked.query.order
    let limit = min(asked.query.limit ?? mostRows, mostRows)
    select.limit = limit
    select.offset = asked.query.offset
    select.embedded = bounded(asked.query.embedded, in: limit)
    select.counts = asked.preferences.count != nil
    // A request for the count alone fetches no rows.
    select.wantsRows = limit > 0 && !(asked.request.method == .head && select.counts && asked.media != .object)
    var rows = try await database.select(select, as: caller)
    if let total = rows.total {
      guard select.offset <= total else {
        throw .outOfRange("An offset of \(select.offset) was requested, but there are only \(total) rows.")
      }
      if !select.wantsRows { rows.count = min(limit, total - select.offset) }
    }
    let isPart = rows.total.map { rows.count < $0 } ?? false
    let content = try asked.content(select.wantsRows ? rows : Rows(json: Array("[]".utf8), count: 0))
    return asked.response(
      isPart ? .partialContent : .ok, range: TableRequest.range(select.offset, count: rows.count, of: rows.total),
      .read,
      content: content)
  }

  /// The largest number of embedded rows in one response.
  static let mostEmbedded = 100_000

  /// Limits the embedded rows of each row by the number of rows that may have them.
  private func bounded(_ embedded: [Embedded], in rows: Int) -> [Embedded] {
    embedded.map { one in
      var one = one
      let most = one.relation.isToMany ? max(1, min(mostRows, Self.mostEmbedded / max(1, rows))) : 1
      one.select.limit = min(one.select.limit ?? most, most)
      one.select.embedded = bounded(one.select.embedded, in: rows * most)
      return one
    }
  }
}

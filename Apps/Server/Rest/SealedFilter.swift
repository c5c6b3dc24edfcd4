internal import Relational

/// Refuses filters and orders on sealed columns, for which the server would decrypt every row.
enum SealedFilter {
  static func judge(_ query: Query, of table: Table, sealed: [String]) throws(Failure) {
    guard !sealed.isEmpty else { return }
    let named = query.filters.flatMap(\.columns) + query.order.map(\.column)
    guard let column = named.first(where: sealed.contains) else { return }
    let readable = table.columns.map(\.name).filter { !sealed.contains($0) }
    throw Failure(
      "0A000", "column \(table.name).\(column) is sealed on this server",
      details: "It is encrypted in the database, so rows cannot be filtered or ordered by it.",
      hint: "Filter the rows that the server returns, or use one of: \(readable.joined(separator: ", ")).")
  }
}

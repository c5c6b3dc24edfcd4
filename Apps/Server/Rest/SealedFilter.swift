internal import Relational

/// Refuses filters and orders on sealed columns, for which the server would decrypt every row.
enum SealedFilter {
  static func judge(_ query: Query, of table: Table, in database: any Database) throws(Failure) {
    try judge(query.filters.flatMap(\.columns) + query.order.map(\.column), of: table, in: database)
    try judge(query.embedded, in: database)
  }

  private static func judge(_ embedded: [Embedded], in database: any Database) throws(Failure) {
    for one in embedded {
      try judge(one.select.filter.columns + one.select.order.map(\.column), of: one.select.table, in: database)
      try judge(one.select.embedded, in: database)
    }
  }

  private static func judge(_ named: [String], of table: Table, in database: any Database) throws(Failure) {
    guard !named.isEmpty else { return }
    let sealed = database.sealedColumns(of: table)
    guard let column = named.first(where: sealed.contains) else { return }
    let readable = table.columns.map(\.name).filter { !sealed.contains($0) }
    throw Failure(
      "0A000", "column \(table.name).\(column) is sealed on this server",
      details: "It is encrypted in the database, so rows cannot be filtered or ordered by it.",
      hint: "Filter the rows that the server returns, or use one of: \(readable.joined(separator: ", ")).")
  }
}

internal import Relational

/// Helpers that generate SQL.
enum SQLText {
  static func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  static func names(_ columns: [String]) -> String { columns.map(Dialect.quoted).joined(separator: ", ") }

  /// Translates a declared condition. The caller is evaluated once per statement instead of once per row.
  static func condition(_ sql: String) -> String {
    replacing("auth.uid()", with: "(select auth.uid())", in: sql)
  }

  static func type(_ type: ColumnType) -> String {
    switch type {
    case .uuid: "uuid"
    case .text: "text"
    case .boolean: "boolean"
    case .integer: "integer"
    case .bigint: "bigint"
    case .double: "double precision"
    case .timestamp: "timestamptz"
    case .date: "date"
    case .json: "jsonb"
    case .texts: "text[]"
    case .revision: "xid8"
    }
  }

  /// Translates a default value. A list of texts is declared as JSON, which PostgreSQL writes as an array literal.
  static func usual(_ sql: String, _ type: ColumnType) -> String {
    guard type == .texts, sql.hasPrefix("'["), sql.hasSuffix("'"),
      let list = try? TextList(replacing("''", with: "'", in: String(sql.dropFirst().dropLast())))
    else { return sql }
    return literal(list.literal)
  }

  private static func replacing(_ word: String, with other: String, in text: String) -> String {
    var (result, rest) = ("", text[...])
    while let found = rest.firstRange(of: word) {
      result += rest[..<found.lowerBound] + other
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}

extension String {
  func trimmingNewlines() -> String {
    var text = self[...]
    while text.first?.isNewline == true { text.removeFirst() }
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}

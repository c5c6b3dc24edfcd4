/// The SQL dialect of a statement.
public enum Dialect: Sendable, Hashable {
  case sqlite, postgres

  /// Quotes a name for both dialects: in quotation marks, with inner ones doubled.
  public static func quoted(_ name: String) -> String {
    var text = ""
    append(quoted: name, to: &text)
    return text
  }

  static func append(quoted name: String, to text: inout String) {
    text += "\""
    if name.utf8.contains(UInt8(ascii: "\"")) {
      for scalar in name.unicodeScalars {
        if scalar == "\"" { text += "\"" }
        text.unicodeScalars.append(scalar)
      }
    } else {
      text += name
    }
    text += "\""
  }

  /// The name of a table in a statement. PostgreSQL's tables are in `public`, regardless of the search path.
  public func name(of table: Table) -> String {
    self == .postgres ? "public." + Self.quoted(table.name) : Self.quoted(table.name)
  }

  /// The cast after a parameter, so that it is read as the column's type. A revision has none: its type is the store's
  /// own, and PostgreSQL infers it from the column.
  func cast(to type: ColumnType) -> String {
    guard self == .postgres else { return "" }
    return switch type {
    case .uuid: "::uuid"
    case .text: "::text"
    case .boolean: "::boolean"
    case .integer: "::integer"
    case .bigint: "::bigint"
    case .double: "::double precision"
    case .timestamp: "::timestamptz"
    case .date: "::date"
    case .json: "::jsonb"
    case .texts: "::text[]"
    case .revision: ""
    }
  }
}

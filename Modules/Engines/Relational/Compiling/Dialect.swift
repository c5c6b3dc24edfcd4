/// In whose SQL a statement is written.
public enum Dialect: Sendable, Hashable {
  case sqlite, postgres

  /// A name as both read it: in quotation marks, those inside it doubled.
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

  /// A table where a statement begins: PostgreSQL's are those of `public`, whatever its search path.
  public func name(of table: Table) -> String {
    self == .postgres ? "public." + Self.quoted(table.name) : Self.quoted(table.name)
  }

  /// What follows a parameter, so that it is read as the column's type however it travels. A revision's type is the
  /// store's own, which PostgreSQL finds by the column beside it.
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

public import Relational
public import Transport

/// A parsed query string for one table, in PostgREST's grammar.
///
/// Its fields are a list: two filters on the same column both apply. Values are as sent; the database normalizes them
/// to their column's type.
public struct Query: Sendable, Hashable {
  public static let mostFields = 200

  public private(set) var shown: [Shown]
  public private(set) var filters: [Filter] = []
  public private(set) var order: [Order] = []
  public private(set) var limit: Int?
  public private(set) var offset = 0
  /// The columns of the body that are written; nil means all of them.
  public private(set) var columns: [String]?
  public private(set) var conflict: [String]?

  public var filter: Filter { filters.count == 1 ? filters[0] : .all(filters) }
  public var hasPage: Bool { limit != nil || offset > 0 }

  public init(parsing fields: [FormFields.Field], table: Table) throws(Failure) {
    shown = []
    guard fields.count <= Self.mostFields else {
      throw Failure("54001", "statement too complex", details: "There may be at most \(Self.mostFields) parameters.")
    }
    for field in fields { try read(field.name, field.value, table) }
    if shown.isEmpty { shown = table.columns.map { Shown($0.name) } }
  }

  private mutating func read(_ name: String, _ value: String, _ table: Table) throws(Failure) {
    switch name {
    case "select": shown = try ColumnsText.shown(value, of: table)
    case "order": order += try ColumnsText.order(value)
    case "limit": limit = try Self.number(value, "limit")
    case "offset": offset = try Self.number(value, "offset")
    case "columns": columns = try ColumnsText.names(value, part: "columns parameter")
    case "on_conflict": conflict = try ColumnsText.names(value, part: "on_conflict parameter")
    case "and", "or": filters.append(try FilterText.tree(value, isAny: name == "or", isNegated: false))
    case "not.and", "not.or": filters.append(try FilterText.tree(value, isAny: name == "not.or", isNegated: true))
    // The API key, where headers cannot be set.
    case "apikey": return
    case "" where value.isEmpty: return
    default: filters.append(try FilterText.filter(try Self.column(name), value))
    }
  }

  private static func column(_ text: String) throws(Failure) -> String {
    var reader = QueryText(text)
    guard let name = reader.name() else { throw .unreadable("tree path", text, "a column's name is missing") }
    switch reader.next {
    case nil: return name
    case UInt8(ascii: "-"): throw .notOffered("a JSON path", in: text)
    case UInt8(ascii: "."): throw .notOffered("embedding", in: text)
    default: throw .unreadable("tree path", text, at: reader.position, "something follows the column's name")
    }
  }

  private static func number(_ text: String, _ name: String) throws(Failure) -> Int {
    guard let number = Int(text) else { throw .unreadable(name, text, "a whole number is missing") }
    guard number >= 0 else {
      throw .outOfRange("\(name == "limit" ? "Limit" : "Offset") should be greater than or equal to zero.")
    }
    // No table has rows beyond this offset.
    return min(number, 1 << 53)
  }
}

extension Failure {
  static func outOfRange(_ details: String) -> Failure {
    Failure("PGRST103", "Requested range not satisfiable", details: details)
  }
}

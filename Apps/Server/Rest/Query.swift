public import Relational
public import Transport

/// A parsed query string for one table, in PostgREST's grammar.
///
/// Its fields are a list: two filters on the same column both apply. Values are as sent; the database normalizes them
/// to their column's type.
public struct Query: Sendable, Hashable {
  public static let mostFields = 200

  public private(set) var shown: [Shown]
  public private(set) var embedded: [Embedded] = []
  public private(set) var filters: [Filter] = []
  public private(set) var order: [Order] = []
  public private(set) var limit: Int?
  public private(set) var offset = 0
  /// The columns of the body that are written; nil means all of them.
  public private(set) var columns: [String]?
  public private(set) var conflict: [String]?

  public var filter: Filter { filters.count == 1 ? filters[0] : .all(filters) }
  public var hasPage: Bool { limit != nil || offset > 0 }

  /// `schema` has the tables that may be embedded.
  public init(parsing fields: [FormFields.Field], table: Table, schema: Schema = Schema([])) throws(Failure) {
    shown = []
    guard fields.count <= Self.mostFields else {
      throw Failure("54001", "statement too complex", details: "There may be at most \(Self.mostFields) parameters.")
    }
    // First: other parameters name the tables that it embeds.
    for field in fields where field.name == "select" {
      let columns = try SelectText.columns(field.value, of: table, in: schema)
      (shown, embedded) = (columns.shown, columns.embedded)
    }
    for field in fields where field.name != "select" { try read(field.name, field.value) }
    if shown.isEmpty, embedded.isEmpty { shown = table.columns.map { Shown($0.name) } }
  }

  private mutating func read(_ name: String, _ value: String) throws(Failure) {
    switch name {
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
    default:
      let path = try Self.path(name)
      guard path.count > 1 else { return filters.append(try FilterText.filter(path[0], value)) }
      try Self.read(path[...], value, into: &embedded)
    }
  }

  /// Parses `title`, or `books.title` of an embedded table.
  private static func path(_ text: String) throws(Failure) -> [String] {
    var reader = QueryText(text)
    var path: [String] = []
    repeat {
      guard let name = reader.name() else { throw .unreadable("tree path", text, "a column's name is missing") }
      path.append(name)
    } while reader.take(".") && path.count <= Compiler.deepest
    switch reader.next {
    case nil: return path
    case UInt8(ascii: "-"): throw .notOffered("a filter on a JSON path", in: text)
    default: throw .unreadable("tree path", text, at: reader.position, "something follows the column's name")
    }
  }

  /// Whether all that is selected is columns as they are.
  var isPlain: Bool { embedded.isEmpty && shown.allSatisfy(\.isPlain) }

  /// The names of the members of a row in the answer.
  var names: [String] { shown.map(\.name) + embedded.filter { !$0.isHidden }.map(\.name) }

  static func number(_ text: String, _ name: String) throws(Failure) -> Int {
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

/// A condition on rows.
public indirect enum Filter: Sendable, Hashable {
  case all([Filter])
  case any([Filter])
  case not(Filter)
  case compare(String, Comparison, Value)
  /// `pattern` uses `%` and `_`, and a backslash before a literal character.
  case like(String, pattern: String, ignoringCase: Bool)
  case among(String, [Value])
  case isNull(String)
  case isTrue(String)
  case isFalse(String)
  /// A list of texts or a JSON value that contains all of the given one (JSON text).
  case contains(String, String)
  /// A list of texts that is contained in the given one.
  case contained(String, String)
  /// A list of texts that shares at least one element with the given one.
  case overlaps(String, String)

  public static let everything = Filter.all([])

  /// The columns that it names.
  public var columns: [String] {
    switch self {
    case .all(let filters), .any(let filters): filters.flatMap(\.columns)
    case .not(let filter): filter.columns
    case .compare(let column, _, _), .like(let column, _, _), .among(let column, _), .isNull(let column),
      .isTrue(let column), .isFalse(let column), .contains(let column, _), .contained(let column, _),
      .overlaps(let column, _):
      [column]
    }
  }
}

public enum Comparison: String, Sendable, Hashable {
  case equal = "="
  case unequal = "<>"
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="
}

public struct Order: Sendable, Hashable {
  public let column: String
  public let isDescending: Bool
  /// Nil is PostgreSQL's default: last when ascending, first when descending.
  public let nullsFirst: Bool?

  public init(_ column: String, isDescending: Bool = false, nullsFirst: Bool? = nil) {
    self.column = column
    self.isDescending = isDescending
    self.nullsFirst = nullsFirst
  }
}

/// A selected column and its name in the result.
public struct Shown: Sendable, Hashable {
  public let column: String
  public let name: String
  /// The part of a JSON column; nil is all of it.
  public let path: JSONPath?
  /// The type to which the column is converted, one of its `casts`; nil is its own.
  public let cast: ColumnType?

  public init(_ column: String, as name: String? = nil, path: JSONPath? = nil, cast: ColumnType? = nil) {
    self.column = column
    self.name = name ?? path?.lastKey ?? column
    self.path = path
    self.cast = cast
  }

  /// Whether the column is returned as it is.
  public var isPlain: Bool { path == nil && cast == nil }

  /// The type of the value in the result.
  public func type(of column: Column) -> ColumnType { cast ?? path.map { $0.isText ? .text : .json } ?? column.type }
}

public struct Select: Sendable, Hashable {
  public let table: Table
  public var shown: [Shown]
  /// Related rows of other tables, which follow the columns in the result.
  public var embedded: [Embedded] = []
  public var filter = Filter.everything
  public var order: [Order] = []
  public var limit: Int?
  public var offset = 0
  /// Whether to count all rows that match the filter, regardless of the limit.
  public var counts = false
  /// Whether to return the rows, or only their count.
  public var wantsRows = true

  public init(_ table: Table, shown: [Shown]? = nil) {
    self.table = table
    self.shown = shown ?? table.columns.map { Shown($0.name) }
  }
}

/// Limits on the number of rows of a write. A write that exceeds them is rolled back.
public struct Bounds: Sendable, Hashable {
  public var atMost: Int?
  public var exactlyOne = false

  public init(atMost: Int? = nil, exactlyOne: Bool = false) {
    self.atMost = atMost
    self.exactlyOne = exactlyOne
  }
}

public struct Insert: Sendable, Hashable {
  public enum Collision: Sendable, Hashable {
    /// The insert fails.
    case refuse
    /// The existing row stays, and is not in the result.
    case ignore(on: [String])
    /// The existing row takes the given values.
    case merge(on: [String])
  }

  public let table: Table
  public let columns: [String]
  public let rows: [[Value]]
  public var collision = Collision.refuse
  /// The columns to return; nil for none.
  public var shown: [Shown]?
  public var bounds = Bounds()

  public init(_ table: Table, columns: [String], rows: [[Value]]) {
    self.table = table
    self.columns = columns
    self.rows = rows
  }
}

public struct Update: Sendable, Hashable {
  public let table: Table
  public let values: [String: Value]
  public var filter: Filter
  public var shown: [Shown]?
  public var bounds = Bounds()

  public init(_ table: Table, values: [String: Value], filter: Filter) {
    self.table = table
    self.values = values
    self.filter = filter
  }
}

public struct Delete: Sendable, Hashable {
  public let table: Table
  public var filter: Filter
  public var shown: [Shown]?
  public var bounds = Bounds()

  public init(_ table: Table, filter: Filter) {
    self.table = table
    self.filter = filter
  }
}

/// The rows of a result: a JSON array of objects.
public struct Rows: Sendable, Hashable {
  public var json: [UInt8]
  public var count: Int
  /// The number of all matching rows, if requested.
  public var total: Int?
  /// For an insert: the number of new rows.
  public var inserted = 0

  public init(json: [UInt8], count: Int, total: Int? = nil, inserted: Int = 0) {
    self.json = json
    self.count = count
    self.total = total
    self.inserted = inserted
  }
}

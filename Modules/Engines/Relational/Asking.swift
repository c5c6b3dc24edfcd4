/// Which rows are meant.
public indirect enum Filter: Sendable, Hashable {
  case all([Filter])
  case any([Filter])
  case not(Filter)
  case compare(String, Comparison, Value)
  /// `value` is a pattern with `%` and `_`, and a backslash before what is meant literally.
  case like(String, pattern: String, ignoringCase: Bool)
  case among(String, [Value])
  case isNull(String)
  case isTrue(String)
  case isFalse(String)
  /// A list of texts or a JSON value that holds all of this one (JSON text).
  case contains(String, String)
  /// A list of texts that is held whole by this one.
  case contained(String, String)
  /// A list of texts that shares one with this.
  case overlaps(String, String)

  public static let everything = Filter.all([])
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
  /// Nil is what PostgreSQL does: last when ascending, first when descending.
  public let nullsFirst: Bool?

  public init(_ column: String, isDescending: Bool = false, nullsFirst: Bool? = nil) {
    self.column = column
    self.isDescending = isDescending
    self.nullsFirst = nullsFirst
  }
}

/// A column in an answer, and what it is called there.
public struct Shown: Sendable, Hashable {
  public let column: String
  public let name: String

  public init(_ column: String, as name: String? = nil) {
    self.column = column
    self.name = name ?? column
  }
}

public struct Select: Sendable, Hashable {
  public let table: Table
  public var shown: [Shown]
  public var filter = Filter.everything
  public var order: [Order] = []
  public var limit: Int?
  public var offset = 0
  /// Whether to count what the filter means, whatever the limit.
  public var counts = false
  /// Whether the rows themselves are wanted, or only their count.
  public var wantsRows = true

  public init(_ table: Table, shown: [Shown]? = nil) {
    self.table = table
    self.shown = shown ?? table.columns.map { Shown($0.name) }
  }
}

/// What a write must not exceed; else it is undone.
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
    /// An error.
    case refuse
    /// The row that is there stays, and is not in the answer.
    case ignore(on: [String])
    /// The row that is there takes the given values.
    case merge(on: [String])
  }

  public let table: Table
  public let columns: [String]
  public let rows: [[Value]]
  public var collision = Collision.refuse
  /// Nil when nobody wants to see what was written.
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

/// Rows as they go out: a JSON array of objects.
public struct Rows: Sendable, Hashable {
  public var json: [UInt8]
  public var count: Int
  /// How many there are in all, when that was asked.
  public var total: Int?
  /// Of an insert: how many rows are new.
  public var inserted = 0

  public init(json: [UInt8], count: Int, total: Int? = nil, inserted: Int = 0) {
    self.json = json
    self.count = count
    self.total = total
    self.inserted = inserted
  }
}

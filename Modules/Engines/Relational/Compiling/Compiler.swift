/// Compiles operations on one table to SQL. All input becomes parameters, `$1` and so on; the text contains only SQL's
/// own words and the table's names.
///
///     var compiler = Compiler(.sqlite, table, values: policyValues)
///     let sql = try "delete from \(table) where \(compiler.condition(filter))"   // and compiler.values
public struct Compiler: Sendable {
  public static let mostConditions = 200
  public static let mostListed = 1_000
  public static let mostValues = 5_000
  public static let deepest = 20
  public static let longestPattern = 2_000

  public let dialect: Dialect
  public let table: Table
  /// The values of `$1`, `$2`, ..., normalised to their column's type.
  public internal(set) var values: [Value]

  private let alias: String
  private let expressions: [String: String]
  /// The number of conditions so far.
  var conditions = 0

  /// `values` are those of the preceding parameters; `alias` is the table's name in the statement, if it differs.
  /// `expressions` stand for columns that the store does not keep under their own name.
  public init(
    _ dialect: Dialect, _ table: Table, values: [Value] = [], alias: String? = nil, expressions: [String: String] = [:]
  ) {
    self.dialect = dialect
    self.table = table
    self.values = values
    self.expressions = expressions
    self.alias = Dialect.quoted(alias ?? table.name) + "."
  }

  /// Returns the condition after `where`, in parentheses where needed.
  public mutating func condition(_ filter: Filter) throws(Failure) -> String { try condition(filter, 0) }

  /// Returns ` order by ...` with its leading space; empty without an order.
  public func orderBy(_ order: [Order]) throws(Failure) -> String {
    guard order.count <= 32 else { throw Self.tooComplex("at most 32 columns to order by") }
    var parts: [String] = []
    for part in order {
      let column = try column(part.column)
      guard column.type != .json, column.type != .texts else {
        throw Failure("42883", "could not identify an ordering operator for type \(column.type.name)")
      }
      var text = comparable(column) + (part.isDescending ? " desc" : "")
      // Puts nulls at the same end in both stores. A column without nulls omits it, so that an index can be used.
      if !table.isNeverNull(column) {
        text += part.nullsFirst ?? part.isDescending ? " nulls first" : " nulls last"
      }
      parts.append(text)
    }
    return parts.isEmpty ? "" : " order by " + parts.joined(separator: ", ")
  }

  /// Returns the column list after `select` or `returning`, each column under its name in the result.
  public func columns(_ shown: [Shown]) throws(Failure) -> String {
    var text = ""
    text.reserveCapacity(shown.count * (2 * alias.utf8.count + 24))
    for (index, part) in shown.enumerated() {
      if index > 0 { text += ", " }
      // Usually all columns are selected, in their order.
      let isThere = index < table.columns.count && table.columns[index].name == part.column
      if !isThere { _ = try column(part.column) }
      text += alias
      Dialect.append(quoted: part.column, to: &text)
      text += " as "
      if part.name != part.column { try Self.check(part.name) }
      Dialect.append(quoted: part.name, to: &text)
    }
    return text
  }

  /// PostgreSQL truncates a name after 63 bytes, and in either store a null byte would end the statement.
  static func check(_ name: String) throws(Failure) {
    guard 1...63 ~= name.utf8.count, name.utf8.allSatisfy({ $0 >= 0x20 }) else {
      throw Failure(
        "42602", "invalid name", details: "A name in the answer has 1 to 63 bytes and no control characters.")
    }
  }

  /// Returns ` limit $5 offset $6` with its leading space.
  public mutating func page(limit: Int?, offset: Int) -> String {
    var text = ""
    if let limit {
      text = " limit " + parameter(.int(max(0, limit)), .bigint)
    } else if offset > 0, dialect == .sqlite {
      text = " limit -1"
    }
    return offset > 0 ? text + " offset " + parameter(.int(offset), .bigint) : text
  }

  /// Returns the column of that name; throws if there is none.
  public func column(_ name: String) throws(Failure) -> Column {
    guard let column = table.column(name) else { throw .noColumn(name, of: table.name) }
    return column
  }

  static func tooComplex(_ bound: String) -> Failure {
    Failure("54001", "statement too complex", details: "There may be \(bound).")
  }
}

// MARK: - Conditions

extension Compiler {
  private mutating func condition(_ filter: Filter, _ depth: Int) throws(Failure) -> String {
    guard depth <= Self.deepest else { throw Self.tooComplex("at most \(Self.deepest) conditions one in another") }
    conditions += 1
    guard conditions <= Self.mostConditions else { throw Self.tooComplex("at most \(Self.mostConditions) conditions") }
    switch filter {
    case .all(let filters): return try joined(filters, " and ", empty: "true", depth)
    case .any(let filters): return try joined(filters, " or ", empty: "false", depth)
    case .not(let filter): return "not (\(try condition(filter, depth + 1)))"
    case .compare(let name, let comparison, let value): return try compared(name, comparison, value)
    case .like(let name, let pattern, let ignoringCase): return try like(name, pattern, ignoringCase)
    case .among(let name, let values): return try among(name, values)
    case .isNull(let name): return "\(named(try column(name))) is null"
    case .isTrue(let name): return try truth(name, "true")
    case .isFalse(let name): return try truth(name, "false")
    case .contains(let name, let text): return try holding(name, text, .contains)
    case .contained(let name, let text): return try holding(name, text, .contained)
    case .overlaps(let name, let text): return try holding(name, text, .overlaps)
    }
  }

  private mutating func joined(
    _ filters: [Filter], _ word: String, empty: String, _ depth: Int
  ) throws(Failure) -> String {
    if filters.isEmpty { return empty }
    if filters.count == 1 { return try condition(filters[0], depth + 1) }
    var parts: [String] = []
    for filter in filters { parts.append(try condition(filter, depth + 1)) }
    return "(" + parts.joined(separator: word) + ")"
  }

  private mutating func compared(
    _ name: String, _ comparison: Comparison, _ value: Value
  ) throws(Failure) -> String {
    let column = try column(name)
    let isEquality = comparison == .equal || comparison == .unequal
    guard column.type != .json, isEquality || column.type != .texts else {
      throw noOperator(column.type, comparison.rawValue)
    }
    let right = try bound(value, column)
    return "\(isEquality ? named(column) : comparable(column)) \(comparison.rawValue) \(right)"
  }

  private mutating func among(_ name: String, _ list: [Value]) throws(Failure) -> String {
    let column = try column(name)
    guard column.type != .json else { throw noOperator(column.type, "=") }
    guard list.count <= Self.mostListed else { throw Self.tooComplex("at most \(Self.mostListed) values in a list") }
    if list.isEmpty { return "false" }
    var parameters: [String] = []
    parameters.reserveCapacity(list.count)
    for value in list { parameters.append(try bound(value, column)) }
    return "\(named(column)) in (\(parameters.joined(separator: ", ")))"
  }

  private func truth(_ name: String, _ word: String) throws(Failure) -> String {
    let column = try column(name)
    guard column.type == .boolean else {
      throw Failure(
        "42804", "argument of IS \(word.uppercased()) must be type boolean, not type \(column.type.name)")
    }
    return "\(named(column)) is \(word)"
  }

  private mutating func like(_ name: String, _ pattern: String, _ ignoringCase: Bool) throws(Failure) -> String {
    let column = try column(name)
    guard column.type == .text else { throw noOperator(column.type, ignoringCase ? "~~*" : "~~") }
    let pattern = try LikePattern(pattern)
    switch (dialect, ignoringCase) {
    case (.postgres, _):
      return "\(named(column)) \(ignoringCase ? "ilike" : "like") \(try bound(.text(pattern.text), column))"
    // SQLite's LIKE ignores the case of ASCII letters; its GLOB does not.
    case (.sqlite, true): return #"\#(named(column)) like \#(try bound(.text(pattern.text), column)) escape '\'"#
    case (.sqlite, false): return "\(named(column)) glob \(try bound(.text(pattern.glob), column))"
    }
  }

  // MARK: - Columns and parameters

  /// The qualified name of the column. An unqualified one could clash with those of `json_each`.
  func named(_ column: Column) -> String { expressions[column.name] ?? alias + Dialect.quoted(column.name) }

  /// Whether the store keeps the column in another form.
  func isReplaced(_ column: Column) -> Bool { expressions[column.name] != nil }

  /// The column for comparisons by order: both stores compare texts by their bytes.
  private func comparable(_ column: Column) -> String {
    dialect == .postgres && column.type == .text ? named(column) + #" collate "C""# : named(column)
  }

  /// Adds a value of the column's type as a parameter.
  public mutating func bound(_ value: Value, _ column: Column) throws(Failure) -> String {
    guard values.count < Self.mostValues else { throw Self.tooComplex("at most \(Self.mostValues) values") }
    let value = try column.type.normalised(value)
    if dialect == .postgres, column.type == .texts, case .json(let list) = value {
      return parameter(.text(try TextList(list).literal), .texts)
    }
    return parameter(value, column.type)
  }

  mutating func parameter(_ value: Value, _ type: ColumnType) -> String {
    values.append(value)
    return "$\(values.count)" + dialect.cast(to: type)
  }

  func noOperator(_ type: ColumnType, _ sign: String) -> Failure {
    Failure("42883", "operator does not exist: \(type.name) \(sign) unknown")
  }
}

extension Table {
  /// Whether the column is never null.
  func isNeverNull(_ column: Column) -> Bool {
    column.isRequired || key.contains(column.name) || column.filling?.isOfTheServerAlone == true
  }
}

internal import JSON

/// The additions of a store to the statements on one table.
public struct TableAccess: Sendable {
  /// A further condition on the rows.
  public var policy: String?
  /// Expressions that stand for columns which the store does not keep under their own name.
  public var expressions: [String: String]
  /// The expressions by which the store opens such columns in a result, in which they are null; follows the selected columns.
  public var extras: [String]
  /// Whether the rows of a page are found and sorted by their keys alone, before any other column is read. Only for
  /// SQLite, which otherwise computes all columns of every row that it sorts.
  public var sortsFirst: Bool

  public init(
    policy: String? = nil, expressions: [String: String] = [:], extras: [String] = [], sortsFirst: Bool = false
  ) {
    self.policy = policy
    self.expressions = expressions
    self.extras = extras
    self.sortsFirst = sortsFirst
  }
}

extension Compiler {
  public static let deepestEmbedding = 4

  /// A statement with the values of its parameters.
  public struct Statement: Sendable, Hashable {
    public let sql: String
    public let values: [Value]
  }

  /// Returns the access to an embedded table.
  public typealias OthersAccess = (Table) throws(Failure) -> TableAccess

  /// Selects the rows that match. `values` are those of the parameters in the table's policy.
  public static func select(
    _ select: Select, in dialect: Dialect, access: TableAccess = TableAccess(), values: [Value] = [],
    others: OthersAccess = { _ throws(Failure) in TableAccess() }
  ) throws(Failure) -> Statement {
    var compiler = Compiler(dialect, select.table, values: values, expressions: access.expressions)
    let columns = try compiler.selection(select, access.extras, others, 0)
    let which = try compiler.which(select, access.policy, others, 0)
    let order = try compiler.orderBy(select.order)
    let page = compiler.page(limit: select.limit, offset: select.offset)
    guard access.sortsFirst, dialect == .sqlite, !order.isEmpty, select.limit != nil else {
      return Statement(sql: "select \(columns)\(which)\(order)\(page)", values: compiler.values)
    }
    let name = dialect.name(of: select.table)
    return Statement(
      sql: "select \(columns) from \(name) where rowid in (select rowid\(which)\(order)\(page))\(order)",
      values: compiler.values)
  }

  /// Counts the rows that match, regardless of the limit.
  public static func count(
    _ select: Select, in dialect: Dialect, access: TableAccess = TableAccess(), values: [Value] = [],
    others: OthersAccess = { _ throws(Failure) in TableAccess() }
  ) throws(Failure) -> Statement {
    var compiler = Compiler(dialect, select.table, values: values, expressions: access.expressions)
    let which = try compiler.which(select, access.policy, others, 0)
    return Statement(sql: "select count(*)\(which)", values: compiler.values)
  }

  // MARK: Columns

  private mutating func selection(
    _ select: Select, _ extras: [String], _ others: OthersAccess, _ depth: Int
  ) throws(Failure) -> String {
    if extras.isEmpty, select.embedded.isEmpty, select.shown.allSatisfy(\.isPlain) { return try columns(select.shown) }
    var parts: [String] = []
    var isOpened = false
    for one in select.shown {
      try Self.check(one.name)
      if one.isPlain, !extras.isEmpty, isReplaced(try column(one.column)) {
        isOpened = true
        parts.append("null")
      } else {
        parts.append("\(try value(of: one)) as \(Dialect.quoted(one.name))")
      }
    }
    for one in select.embedded where !one.isHidden {
      try Self.check(one.name)
      parts.append("\(try embedding(one, others, depth)) as \(Dialect.quoted(one.name))")
    }
    return (isOpened ? parts + extras : parts).joined(separator: ", ")
  }

  /// The value of a selected column.
  private mutating func value(of one: Shown) throws(Failure) -> String {
    let column = try column(one.column)
    guard let path = one.path else {
      return one.cast.map { dialect.cast(named(column), from: column.type, to: $0) } ?? named(column)
    }
    guard column.type == .json else { throw noOperator(column.type, path.isText ? "->>" : "->") }
    guard dialect == .sqlite else {
      var text = named(column)
      for (index, step) in path.steps.enumerated() {
        text += path.isText && index == path.steps.count - 1 ? " ->> " : " -> "
        switch step {
        case .key(let key): text += parameter(.text(key), .text)
        case .index(let index): text += parameter(.int(Int64(index)), .integer)
        }
      }
      return text
    }
    let (whole, place) = (named(column), parameter(.text(path.sqlite), .text))
    guard path.isText else { return "\(whole) -> \(place)" }
    return "case json_type(\(whole), \(place)) when 'text' then \(whole) ->> \(place) when 'null' then null "
      + "else \(whole) -> \(place) end"
  }

  // MARK: Embedded rows

  /// The related rows of one row, as JSON: an array, or an object and null without one.
  private mutating func embedding(
    _ one: Embedded, _ others: OthersAccess, _ depth: Int
  ) throws(Failure) -> String {
    guard depth < Self.deepestEmbedding else {
      throw Self.tooComplex("at most \(Self.deepestEmbedding) tables embedded one in another")
    }
    let access = try others(one.select.table)
    var child = try child(one, access)
    let content =
      dialect == .sqlite
      ? try child.object(one.select, others, depth + 1) : try child.selection(one.select, [], others, depth + 1)
    let joined = try joined(one, child)
    let which = try child.which(one.select, access.policy, others, depth + 1, joined: joined)
    let order = one.relation.isToMany ? try child.orderBy(one.select.order) : ""
    let page =
      one.relation.isToMany
      ? child.page(limit: one.select.limit, offset: one.select.offset) : child.page(limit: 1, offset: 0)
    take(from: child)
    switch (dialect, one.relation.isToMany) {
    case (.sqlite, true):
      return "(select '[' || coalesce(group_concat(item, ','), '') || ']' from "
        + "(select \(content) as item\(which)\(order)\(page)))"
    case (.sqlite, false): return "(select \(content)\(which)\(page))"
    case (.postgres, true):
      return "(select coalesce(json_agg(row_to_json(embedded)), '[]') from "
        + "(select \(content)\(which)\(order)\(page)) as embedded)"
    case (.postgres, false): return "(select row_to_json(embedded) from (select \(content)\(which)\(page)) as embedded)"
    }
  }

  private func child(_ one: Embedded, _ access: TableAccess) throws(Failure) -> Compiler {
    var child = Compiler(dialect, one.select.table, values: values, expressions: access.expressions)
    child.conditions = conditions
    return child
  }

  private mutating func take(from child: Compiler) {
    values = child.values
    conditions = child.conditions
  }

  private func joined(_ one: Embedded, _ child: Compiler) throws(Failure) -> String {
    "\(child.named(try child.column(one.relation.other))) = \(named(try column(one.relation.column)))"
  }

  /// A row as the text of a JSON object, for SQLite.
  private mutating func object(_ select: Select, _ others: OthersAccess, _ depth: Int) throws(Failure) -> String {
    var parts: [String] = []
    for one in select.shown {
      parts.append(try beginning(one.name, isFirst: parts.isEmpty))
      let type = one.type(of: try column(one.column))
      parts.append("\(SQLiteFunctions.jsonText)(\(try value(of: one)), '\(type.rawValue)')")
    }
    for one in select.embedded where !one.isHidden {
      parts.append(try beginning(one.name, isFirst: parts.isEmpty))
      parts.append("coalesce(\(try embedding(one, others, depth)), 'null')")
    }
    return parts.isEmpty ? "'{}'" : parts.joined(separator: " || ") + " || '}'"
  }

  private mutating func beginning(_ name: String, isFirst: Bool) throws(Failure) -> String {
    try Self.check(name)
    guard values.count < Self.mostValues else { throw Self.tooComplex("at most \(Self.mostValues) values") }
    var bytes = Array((isFirst ? "{" : ",").utf8)
    JSONBytes.append(string: name, to: &bytes)
    return parameter(.text(String(decoding: bytes, as: UTF8.self) + ":"), .text)
  }

  // MARK: Conditions

  private mutating func which(
    _ select: Select, _ policy: String?, _ others: OthersAccess, _ depth: Int, joined: String? = nil
  ) throws(Failure) -> String {
    var conditions = [joined, policy.map { "(\($0))" }].compactMap(\.self)
    if select.filter != .everything { conditions.append(try condition(select.filter)) }
    for one in select.embedded where one.isRequired { conditions.append(try existence(of: one, others, depth)) }
    let text = " from " + dialect.name(of: table)
    return conditions.isEmpty ? text : text + " where " + conditions.joined(separator: " and ")
  }

  private mutating func existence(
    of one: Embedded, _ others: OthersAccess, _ depth: Int
  ) throws(Failure) -> String {
    guard depth < Self.deepestEmbedding else {
      throw Self.tooComplex("at most \(Self.deepestEmbedding) tables embedded one in another")
    }
    let access = try others(one.select.table)
    var child = try child(one, access)
    let joined = try joined(one, child)
    let which = try child.which(one.select, access.policy, others, depth + 1, joined: joined)
    take(from: child)
    return "exists (select 1\(which))"
  }
}

extension Dialect {
  /// A value converted as PostgreSQL does; for the pairs of `ColumnType.casts`.
  fileprivate func cast(_ value: String, from type: ColumnType, to other: ColumnType) -> String {
    guard self == .sqlite else { return "(\(value))\(cast(to: other))" }
    return switch (type, other) {
    case (.boolean, .text): "case \(value) when 1 then 'true' when 0 then 'false' end"
    case (.integer, .text), (.bigint, .text): "cast(\(value) as text)"
    case (.double, .text): "case when \(value) is not null then \(SQLiteFunctions.jsonText)(\(value), 'double') end"
    case (.timestamp, .date): "substr(\(value), 1, 10)"
    case (.timestamp, .text):
      "replace(rtrim(rtrim(substr(\(value), 1, 26), '0'), '.'), 'T', ' ') || '+00'"
    default: value
    }
  }
}

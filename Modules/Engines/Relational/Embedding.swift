/// A declared reference between two tables, seen from one of them.
public struct Relation: Sendable, Hashable {
  /// The name of the constraint, as PostgreSQL has it.
  public let name: String
  /// The column that refers to the other table.
  public let reference: String
  /// The column of the table from which it is seen, and that of the other table; both are equal in related rows.
  public let column: String
  public let other: String
  /// Whether several rows of the other table may be related to one.
  public let isToMany: Bool
}

/// Rows of another table that are selected with each row of a table.
public struct Embedded: Sendable, Hashable {
  /// The name in the result.
  public let name: String
  public let relation: Relation
  /// The rows of the other table; a to-one relation takes neither limit nor offset.
  public var select: Select
  /// Whether rows without a related one are left out.
  public let isRequired: Bool

  public init(_ name: String, _ relation: Relation, _ select: Select, isRequired: Bool) {
    self.name = name
    self.relation = relation
    self.select = select
    self.isRequired = isRequired
  }

  /// Whether it only decides which rows are found.
  public var isHidden: Bool { select.shown.isEmpty && select.embedded.isEmpty }
}

extension Schema {
  /// The references between two tables, in both directions. A table has none to itself.
  public func relations(from table: Table, to other: Table) -> [Relation] {
    guard table.name != other.name else { return [] }
    return Schema.references(of: table, to: other).map { name, column in
      Relation(name: name, reference: column, column: column, other: other.key[0], isToMany: false)
    }
      + Schema.references(of: other, to: table).map { name, column in
        Relation(
          name: name, reference: column, column: table.key[0], other: column,
          isToMany: !(other.uniques + [other.key]).contains([column]))
      }
  }

  private static func references(of table: Table, to other: Table) -> [(name: String, column: String)] {
    guard other.key.count == 1 else { return [] }
    return table.columns.filter { $0.references?.table == other.name }
      .map { ("\(table.name)_\($0.name)_fkey", $0.name) }
  }
}

/// A place within a JSON value.
public struct JSONPath: Sendable, Hashable {
  public enum Step: Sendable, Hashable {
    case key(String)
    /// Negative counts from the end.
    case index(Int)
  }

  public static let deepest = 16

  public let steps: [Step]
  /// Whether the value is returned as text (`->>`).
  public let isText: Bool

  /// Nil for no step or too many, and for keys with quotation marks, backslashes or control characters, which SQLite's
  /// paths cannot name.
  public init?(_ steps: [Step], isText: Bool) {
    guard 1...JSONPath.deepest ~= steps.count else { return nil }
    for case .key(let key) in steps {
      guard !key.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
        return nil
      }
    }
    self.steps = steps
    self.isText = isText
  }

  /// The last key, which names the value in a result.
  public var lastKey: String? {
    for case .key(let key) in steps.reversed() { return key }
    return nil
  }

  /// The path as SQLite spells it.
  var sqlite: String {
    "$"
      + steps.map { step in
        switch step {
        case .key(let key): ".\"\(key)\""
        case .index(let index): index < 0 ? "[#\(index)]" : "[\(index)]"
        }
      }.joined()
  }
}

extension ColumnType {
  /// The types to which every value converts, to equal results in both stores.
  public var casts: Set<ColumnType> {
    switch self {
    case .boolean: [.text, .integer]
    case .integer: [.text, .bigint, .double]
    case .bigint, .double: [.text]
    case .timestamp: [.text, .date]
    case .uuid, .text, .date, .json, .texts, .revision: []
    }
  }
}

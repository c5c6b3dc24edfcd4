internal import Relational

/// Which entries of a push may change places: those of collections that do not depend on one another, however indirectly.
/// Collections with the same number depend on one another.
struct PushGroups {
  private let numbers: [String: Int]
  private let schema: Schema

  init(_ schema: Schema) {
    self.schema = schema
    var numbers = Dictionary(uniqueKeysWithValues: schema.ordered.enumerated().map { ($1.name, $0) })
    for table in schema.ordered {
      for other in Self.relations(of: table) {
        guard let former = numbers[other], let number = numbers[table.name], former != number else { continue }
        for (name, value) in numbers where value == former { numbers[name] = number }
      }
    }
    self.numbers = numbers
  }

  func number(of table: Table) -> Int { numbers[table.name] ?? -1 }

  /// The kinds of entries of a table of which one statement may apply many: where applying one of them does not depend on
  /// the others before it.
  func together(_ table: Table) -> [String] {
    let isAlone = !Self.relations(of: table).contains(table.name) && schema.shared(by: table).isEmpty
    guard isAlone, SharedRows(table) == nil else { return [] }
    // Rows may hand on a unique value in one order only.
    return table.uniques.isEmpty ? ["insert", "update", "delete"] : ["insert", "delete"]
  }

  /// The tables on whose rows a change of this table's rows may depend.
  private static func relations(of table: Table) -> Set<String> {
    let policies = table.policies
    let conditions =
      [policies.seen, policies.inserted, policies.updated, policies.updatedTo, policies.deleted].compactMap(\.self)
      + table.transitions.map(\.sql)
    let words = conditions.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init) }
    return Set(words).union(table.columns.compactMap(\.references?.table)).union(policies.sources.map(\.table))
  }
}

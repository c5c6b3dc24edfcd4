internal import Relational

extension Schema {
  /// Finds the table and the reference that an embedding names: by the table, or by the column that refers to it. `hint`
  /// is the name of the reference's column or constraint.
  func relation(from table: Table, to target: String, hint: String?) throws(Failure) -> (Table, Relation) {
    let byColumn = table.column(target)?.references.flatMap { tables[$0.table] }
    guard let other = tables[target] ?? byColumn else { throw .noRelation(table.name, target, hint) }
    let hint = tables[target] == nil ? target : hint
    let all = relations(from: table, to: other)
    let found = all.filter { hint == nil || hint == $0.name || hint == $0.reference }
    guard let first = found.first else { throw .noRelation(table.name, target, hint) }
    guard found.count == 1 else { throw .severalRelations(table.name, target, found) }
    return (other, first)
  }
}

extension Query {
  /// Applies a parameter such as `books.title`, `books.order` or `books.not.or` to the embedded table that it names.
  static func read(
    _ path: ArraySlice<String>, _ value: String, into embedded: inout [Embedded]
  ) throws(Failure) {
    guard let name = path.first, let index = embedded.firstIndex(where: { $0.name == name }) else {
      throw .notEmbedded(path.first ?? "")
    }
    let rest = path.dropFirst()
    func add(_ filter: Filter) {
      let select = embedded[index].select
      embedded[index].select.filter = select.filter == .everything ? filter : .all([select.filter, filter])
    }
    switch Array(rest) {
    case ["order"]: embedded[index].select.order += try ColumnsText.order(value)
    case ["limit"]: embedded[index].select.limit = try number(value, "limit")
    case ["offset"]: embedded[index].select.offset = try number(value, "offset")
    case ["or"], ["and"]: add(try FilterText.tree(value, isAny: rest.last == "or", isNegated: false))
    case ["not", "or"], ["not", "and"]: add(try FilterText.tree(value, isAny: rest.last == "or", isNegated: true))
    case let parts where parts.count == 1: add(try FilterText.filter(parts[0], value))
    default: try read(rest, value, into: &embedded[index].select.embedded)
    }
  }
}

extension Failure {
  static func noRelation(_ table: String, _ target: String, _ hint: String?) -> Failure {
    let target = String(target.prefix(63))
    let named = hint.map { " using the hint '\($0.prefix(63))'" } ?? ""
    return Failure(
      "PGRST200", "Could not find a relationship between '\(table)' and '\(target)' in the schema cache",
      details: "Searched for a foreign key relationship between '\(table)' and '\(target)'\(named) in the schema "
        + "'public', but no matches were found.")
  }

  static func severalRelations(_ table: String, _ target: String, _ found: [Relation]) -> Failure {
    let names = found.map { "'\(target)!\($0.name)'" }.joined(separator: ", ")
    return Failure(
      "PGRST201", "Could not embed because more than one relationship was found for '\(table)' and '\(target)'",
      details: found.map { "\($0.name): \($0.isToMany ? "one-to-many" : "many-to-one")" }.joined(separator: ", "),
      hint: "Try changing '\(target)' to one of the following: \(names).")
  }

  static func notEmbedded(_ name: String) -> Failure {
    let name = String(name.prefix(63))
    return Failure(
      "PGRST108", "'\(name)' is not an embedded resource in this request",
      hint: "Verify that '\(name)' is included in the 'select' query parameter.")
  }
}

internal import CSQLite
internal import Relational

/// Translates SQLite's constraint errors into PostgreSQL's.
struct ConstraintErrors {
  let layouts: Layouts
  let connection: SQLiteConnection

  /// Returns the error of a failed statement. `row` looks up values of the new row, as far as they are known.
  func failure(_ fault: SQLiteFault, in layout: Layout, row: (String) -> Value? = { _ in nil }) -> Failure {
    guard fault.refusal == nil, fault.primary == SQLITE_CONSTRAINT else { return fault.failure }
    let table = layout.table
    switch fault.code {
    case 2067, 1555: return unique(fault.message, row)
    case 1299:
      let (name, columns) = named(fault.message)
      return Self.missing(columns.first ?? "", in: name)
    case 275:
      let check = fault.message.split(separator: ":").last.map { $0.drop { $0 == " " } } ?? ""
      if check.hasPrefix(TableSealing.required) {
        return Self.missing(String(check.dropFirst(TableSealing.required.count)), in: table.name)
      }
      return Failure("23514", "new row for relation \"\(table.name)\" violates check constraint \"\(check)\"")
    case 787: return orphan(layout, row)
    case 1811:
      let name = fault.message.dropFirst(Definition.refusal.count)
      let all = layouts.ordered.lazy.flatMap(\.table.transitions)
      let transition = table.transitions.first { $0.name == name } ?? all.first { $0.name == name }
      return Failure("P0001", transition?.refusal ?? fault.message)
    default: return Failure("23000", fault.message)
    }
  }

  private static func missing(_ column: String, in table: String) -> Failure {
    Failure("23502", "null value in column \"\(column)\" of relation \"\(table)\" violates not-null constraint")
  }

  /// Parses `UNIQUE constraint failed: notes.owner, notes.title`.
  private func named(_ message: String) -> (table: String, columns: [String]) {
    guard let colon = message.firstIndex(of: ":") else { return ("", []) }
    let places = message[message.index(after: colon)...].split(separator: ",").map { $0.drop { $0 == " " } }
    let table = places.first?.split(separator: ".").first.map(String.init) ?? ""
    return (table, places.map { String($0.dropFirst(table.count + 1)) })
  }

  private func unique(_ message: String, _ row: (String) -> Value?) -> Failure {
    let (table, columns) = named(message)
    let isKey = layouts[table]?.table.key == columns
    let constraint = isKey ? "\(table)_pkey" : "\(table)_\(columns.joined(separator: "_"))_key"
    var failure = Failure("23505", "duplicate key value violates unique constraint \"\(constraint)\"")
    let values = columns.compactMap { row($0)?.written }
    if values.count == columns.count {
      failure.details =
        "Key (\(columns.joined(separator: ", ")))=(\(values.joined(separator: ", "))) already exists."
    }
    return failure
  }

  /// Finds the broken foreign key, which SQLite does not name.
  private func orphan(_ layout: Layout, _ row: (String) -> Value?) -> Failure {
    let table = layout.table
    for column in table.columns {
      guard let parent = column.references?.table, let value = row(column.name), value != .null,
        let key = layouts[parent]?.table.key.first
      else { continue }
      let sql = "select 1 from \(Dialect.quoted(parent)) where \(Dialect.quoted(key)) = ?1"
      if let found = try? connection.rows(sql, [value]), !found.isEmpty { continue }
      return Failure(
        "23503",
        "insert or update on table \"\(table.name)\" violates foreign key constraint "
          + "\"\(table.name)_\(column.name)_fkey\"",
        details: "Key (\(column.name))=(\(value.written ?? "")) is not present in table \"\(parent)\".")
    }
    return Failure("23503", "insert or update on table \"\(table.name)\" violates a foreign key constraint")
  }

  /// Returns the error of a failed delete; `which` is its `where` condition.
  func failure(deleting fault: SQLiteFault, from layout: Layout, _ which: String, _ values: [Value]) -> Failure {
    guard fault.code == 787, let key = layout.table.key.first else { return failure(fault, in: layout) }
    let name = layout.table.name
    let id = "\(layout.name).\(Dialect.quoted(key))"
    for child in layouts.ordered {
      for column in child.table.columns where column.references?.table == name && column.references?.cascades == false {
        let sql =
          "select \(id) from \(layout.name) where \(which) and exists (select 1 from \(child.name) as child "
          + "where child.\(Dialect.quoted(column.name)) = \(id)) limit 1"
        guard let found = try? connection.row(sql, values), let value = found[0].written else { continue }
        return Failure(
          "23503",
          "update or delete on table \"\(name)\" violates foreign key constraint "
            + "\"\(child.table.name)_\(column.name)_fkey\" on table \"\(child.table.name)\"",
          details: "Key (\(key))=(\(value)) is still referenced from table \"\(child.table.name)\".")
      }
    }
    return Failure("23503", "update or delete on table \"\(name)\" violates a foreign key constraint")
  }
}

extension Value {
  /// The value as in PostgreSQL's messages; nil when it is not known.
  fileprivate var written: String? {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "t" : "f"
    case .int(let number): String(number)
    case .real(let number): String(number)
    case .text(let text), .json(let text): text
    case .bytes, .usual: nil
    }
  }
}

internal import CSQLite
internal import Relational

extension Layout {
  /// Wraps a condition for use in `returning`.
  ///
  /// SQLite takes the nullability of the first column for that of all columns there (found in 3.40.1): once the key is
  /// `not null`, `ended_at is null` is false for every row. On a selected row it is evaluated correctly.
  func judged(_ condition: String) -> String {
    guard condition.lowercased().contains("null") else { return "(\(condition))" }
    return "(select (\(condition)) from (select \(selected(existing))) as \(name))"
  }

  /// The column of a row of the table. Conditions read no sealed one.
  fileprivate func existing(_ column: String) -> String {
    sealing?.seals(column) == true ? "null" : Dialect.quoted(column)
  }

  fileprivate func selected(_ value: (String) -> String) -> String {
    table.columns.map { "\(value($0.name)) as \(Dialect.quoted($0.name))" }.joined(separator: ", ")
  }
}

/// Decides whether the violation of a constraint is reported as a policy violation. SQLite checks constraints before the
/// policy is checked, PostgreSQL after it; a reported unique violation would reveal other people's rows, such as whom they
/// have blocked.
extension GroupWriter {
  func hides(_ fault: SQLiteFault, of insertion: Insertion, _ row: [Value]) -> Bool {
    guard fault.isOfConstraint, let flag = insertion.flags.first else { return false }
    var number = 0
    let columns = insertion.layout.selected { _ in
      number += 1
      return "?\(number)"
    }
    let sql = "select coalesce((\(flag)), 0) from (select \(columns)) as \(insertion.layout.name)"
    return !isTrue(sql, row)
  }

  func hides(_ fault: SQLiteFault, of alteration: Alteration) -> Bool {
    guard fault.isOfConstraint, let flag = alteration.flags.first else { return false }
    let layout = alteration.layout
    // The assigned values are the statement's first parameters, sorted by name.
    let places = Dictionary(
      alteration.given.keys.sorted().enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: { first, _ in first })
    let columns = layout.selected { column in places[column].map { "?\($0)" } ?? layout.existing(column) }
    let sql =
      "select not exists (select 1 from (select \(columns) from \(layout.name) where \(alteration.which)) "
      + "as \(layout.name) where not coalesce((\(flag)), 0))"
    return !isTrue(sql, alteration.values)
  }

  /// Evaluates a condition; false when the query fails.
  private func isTrue(_ sql: String, _ values: [Value]) -> Bool {
    guard let row = try? connection.row(sql, values), case .int(let truth) = row[0] else { return false }
    return truth != 0
  }
}

extension SQLiteFault {
  /// Whether a unique index, a primary key, a check or a required column refused the row.
  fileprivate var isOfConstraint: Bool { refusal == nil && [2067, 1555, 275, 1299].contains(code) }
}

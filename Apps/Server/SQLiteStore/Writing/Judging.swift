internal import CSQLite
internal import Relational

extension Layout {
  /// A condition about the row that `returning` is about.
  ///
  /// SQLite takes the first column's word there for whether any column can be null (found in 3.40.1): once the key is
  /// `not null`, `ended_at is null` is false of every row. A row that was selected is judged right.
  func judged(_ condition: String) -> String {
    guard condition.lowercased().contains("null") else { return "(\(condition))" }
    return "(select (\(condition)) from (select \(selected { Dialect.quoted($0) })) as \(name))"
  }

  fileprivate func selected(_ value: (String) -> String) -> String {
    table.columns.map { "\(value($0.name)) as \(Dialect.quoted($0.name))" }.joined(separator: ", ")
  }
}

/// Whether a row that collided with another would have been refused anyhow. SQLite finds the collision first; to say so
/// would tell a stranger what is in somebody else's rows: whom they have blocked, for one.
extension Writer {
  func hides(_ fault: Fault, of insertion: Insertion, _ row: [Value]) -> Bool {
    guard fault.isCollision, let flag = insertion.flags.first else { return false }
    var number = 0
    let columns = insertion.layout.selected { _ in
      number += 1
      return "?\(number)"
    }
    let sql = "select coalesce((\(flag)), 0) from (select \(columns)) as \(insertion.layout.name)"
    return !isTrue(sql, row)
  }

  func hides(_ fault: Fault, of alteration: Alteration) -> Bool {
    guard fault.isCollision, let flag = alteration.flags.first else { return false }
    let layout = alteration.layout
    // What is given are the statement's first parameters, by name.
    let places = Dictionary(
      alteration.given.keys.sorted().enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: { first, _ in first })
    let columns = layout.selected { column in places[column].map { "?\($0)" } ?? Dialect.quoted(column) }
    let sql =
      "select not exists (select 1 from (select \(columns) from \(layout.name) where \(alteration.which)) "
      + "as \(layout.name) where not coalesce((\(flag)), 0))"
    return !isTrue(sql, alteration.values)
  }

  /// What cannot be asked is not told.
  private func isTrue(_ sql: String, _ values: [Value]) -> Bool {
    guard let row = try? connection.row(sql, values), case .int(let truth) = row[0] else { return false }
    return truth != 0
  }
}

extension Fault {
  fileprivate var isCollision: Bool { refusal == nil && (code == 2067 || code == 1555) }
}

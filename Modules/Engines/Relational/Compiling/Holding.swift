/// Containment of lists and JSON values.
extension Compiler {
  enum Holding: String {
    case contains = "@>"
    case contained = "<@"
    case overlaps = "&&"
  }

  mutating func holding(_ name: String, _ text: String, _ holding: Holding) throws(Failure) -> String {
    let column = try column(name)
    guard column.type == .texts || (column.type == .json && holding != .overlaps) else {
      throw noOperator(column.type, holding.rawValue)
    }
    let right = try bound(.text(text), column)
    let left = named(column)
    switch (dialect, column.type) {
    case (.postgres, .json): return "\(left)::jsonb \(holding.rawValue) \(right)"
    case (.postgres, _): return "\(left) \(holding.rawValue) \(right)"
    case (.sqlite, .json):
      let (whole, part) = holding == .contains ? (left, right) : (right, left)
      return "\(SQLiteFunctions.jsonHolds)(\(whole), \(part))"
    case (.sqlite, _): return lists(left, right, holding)
    }
  }

  /// A null list is neither true nor false, as in PostgreSQL.
  private func lists(_ left: String, _ right: String, _ holding: Holding) -> String {
    func isIn(_ one: String, _ other: String, not: Bool) -> String {
      "exists (select 1 from json_each(\(one)) as one where one.value \(not ? "not " : "")in "
        + "(select other.value from json_each(\(other)) as other))"
    }
    let truth =
      switch holding {
      case .contains: "not " + isIn(right, left, not: true)
      case .contained: "not " + isIn(left, right, not: true)
      case .overlaps: isIn(left, right, not: false)
      }
    return "(case when \(left) is not null then \(truth) end)"
  }
}

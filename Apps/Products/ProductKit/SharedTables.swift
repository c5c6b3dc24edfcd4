public import Relational

/// Tables of every product with an account.
public enum SharedTables {
  public static let all = [settings]

  /// One setting per row. Concurrent edits are resolved by `clock`, the edit's hybrid clock.
  static let settings: Table = {
    var table = Table.owned(
      "settings", [.text("name").required, .json("value").required, .text("clock").required],
      checks: [.length("name", 1...100), .size("value", 10_000), .length("clock", 1...100)])
    table.uniques = [["owner", "name"]]
    return table
  }()
}

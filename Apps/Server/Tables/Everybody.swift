internal import Relational

/// What every product keeps of a person.
extension Tables {
  static let everybody = [settings]

  /// One choice each. Which of two edits stands is decided by `clock`, the edit's hybrid clock.
  static let settings: Table = {
    var table = Table.owned(
      "settings", [.text("name").required, .json("value").required, .text("clock").required],
      checks: [.length("name", 1...100), .size("value", 10_000), .length("clock", 1...100)])
    table.uniques = [["owner", "name"]]
    return table
  }()
}

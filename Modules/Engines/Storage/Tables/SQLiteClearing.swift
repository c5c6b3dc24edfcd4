internal import Kernel

// Permanent deletion, and overwriting of the deleted bytes.
extension SQLiteTables {
  /// Deletes all rows of the collection except its number.
  func clear(_ collection: Int) throws(Problem) {
    try database.run("DELETE FROM records WHERE collection = ?1", .int(collection))
    try database.run("DELETE FROM tombstones WHERE collection = ?1", .int(collection))
    try database.run("DELETE FROM outbox WHERE collection = ?1", .int(collection))
    try database.run("DELETE FROM conflicts WHERE collection = ?1", .int(collection))
    try database.run("DELETE FROM losers WHERE collection = ?1", .int(collection))
    try database.run("DELETE FROM aside WHERE collection = ?1", .int(collection))
    try database.run("DELETE FROM held WHERE collection = ?1", .int(collection))
    try setCursor(collection, nil)
    try endSweep(collection)
  }

  /// Deletes the clean records before that instant, or all of them; returns their number and bytes.
  func removeClean(_ collection: Int, before: Double?) throws(Problem) -> (count: Int, bytes: Int) {
    var removed = (count: 0, bytes: 0)
    try database.each(
      """
      SELECT count(*), ifnull(sum(length(sealed)), 0) FROM records
      WHERE collection = ?1 AND moment < ?2 AND state = 0
      """, .int(collection), .real(before ?? .infinity)
    ) { removed = (Int($0.int(0)), Int($0.int(1))) }
    guard removed.count > 0 else { return removed }
    try database.run(
      "DELETE FROM records WHERE collection = ?1 AND moment < ?2 AND state = 0", .int(collection),
      .real(before ?? .infinity))
    return removed
  }

  /// Sets whether deleted rows are overwritten from now on.
  func overwrite(_ isOn: Bool) throws(Problem) {
    try database.execute(isOn ? "PRAGMA secure_delete = ON" : "PRAGMA secure_delete = OFF")
  }

  /// Checkpoints the log into the file and empties it. Outside a transaction.
  func emptyLog() throws(Problem) {
    var isBusy = false
    try database.each("PRAGMA wal_checkpoint(TRUNCATE)") { isBusy = $0.int(0) != 0 }
    guard !isBusy else { throw StoreProblem.notOverwritten }
  }

  /// Rewrites the file without deleted data. Outside a transaction.
  func compact() throws(Problem) { try database.execute("VACUUM") }
}

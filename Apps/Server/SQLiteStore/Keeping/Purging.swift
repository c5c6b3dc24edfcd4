internal import FoundationEssentials
internal import Kernel
public import Relational
internal import Tokens

extension SQLiteStore {
  /// Deletes tombstones that every device has had time to pull, and old operations that no device repeats. Works in
  /// small steps, so that other writes run in between.
  public func purge() async throws(Failure) {
    let moment = time.now().date
    let tombstones = MomentText.of(moment.addingTimeInterval(-limits.tombstones.seconds))
    let operations = MomentText.of(moment.addingTimeInterval(-limits.operations.seconds))
    var isDone = false
    while !isDone {
      isDone = try await write(as: .system) { writer throws(Failure) in
        try writer.purge(tombstones: tombstones, operations: operations)
      }
    }
  }
}

extension GroupWriter {
  private static var step: Int { 5000 }

  /// Deletes one batch; true when nothing is left.
  func purge(tombstones: String, operations: String) throws(Failure) -> Bool {
    do throws(SQLiteFault) {
      let old = "from sync_tombstones where at < ?1 order by at limit \(Self.step)"
      let last = try connection.row("select max(rev) from (select rev \(old))", [.text(tombstones)])?[0].int
      var count = 0
      if let last {
        // Recorded before they are deleted: a device that is behind this revision starts again.
        try connection.run(
          "update troupe_meta set value = ?1 where key = 'purged' and cast(value as integer) < ?2",
          [.text(String(last)), .int(last)])
        count += try connection.run(
          "delete from sync_tombstones where (collection, viewer, rev) in (select collection, viewer, rev \(old))",
          [.text(tombstones)])
      }
      let done = try connection.run(
        "delete from sync_operations where (person, op_id) in "
          + "(select person, op_id from sync_operations where at < ?1 order by at limit \(Self.step))",
        [.text(operations)])
      return count < Self.step && done < Self.step
    } catch {
      throw error.failure
    }
  }
}

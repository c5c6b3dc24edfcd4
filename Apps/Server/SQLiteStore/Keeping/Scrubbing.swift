internal import CSQLite
internal import Glibc
internal import Kernel
public import Relational
internal import Threads
internal import Tokens

extension SQLiteStore {
  /// Removes deleted content from the files: moves the write-ahead log, which still holds older versions of pages, into the
  /// database and empties it. The database itself overwrites what is deleted (`secure_delete`). Copies made by a backup or
  /// a restore are not touched.
  public func scrub() async throws(Failure) {
    let (database, time) = (folder.database, time)
    let result: Result<Void, Failure> = await withUnsafeContinuation { told in
      let thread = OwnThread {
        do throws(SQLiteFault) {
          let connection = try SQLiteConnection(database, .copying, time: time)
          connection.circumstances.begin(within: .seconds(60))
          // The first column is 1 while somebody reads or checkpoints; that is over soon.
          for _ in 0..<Scrubbing.attempts {
            if case .int(0)? = try connection.row("pragma wal_checkpoint(truncate)")?.first {
              connection.close()
              return told.resume(returning: .success(()))
            }
            usleep(Scrubbing.pause)
          }
          told.resume(returning: .failure(.busy("the write-ahead log is in use")))
        } catch {
          told.resume(returning: .failure(error.failure))
        }
      }
      if thread == nil { told.resume(returning: .failure(.busy("the system has no thread left"))) }
    }
    try result.get()
  }

  /// Deletes everything that a person owns, in small steps, so that other writes run in between.
  public func forget(_ person: String) async throws(Failure) {
    // Referring tables first.
    for layout in layouts.ordered.reversed() where layout.places["owner"] != nil {
      var isDone = false
      while !isDone {
        isDone = try await write(as: .system) { writer throws(Failure) in
          try writer.forget(person, in: layout)
        }
      }
    }
    try await write(as: .system) { writer throws(Failure) in try writer.forgetSync(person) }
  }
}

private enum Scrubbing {
  static let attempts = 50
  /// In microseconds.
  static let pause: UInt32 = 20_000
}

extension GroupWriter {
  private static var step: Int { 1000 }

  /// Deletes some rows of a person in one table; true when none is left.
  func forget(_ person: String, in layout: Layout) throws(Failure) -> Bool {
    do throws(SQLiteFault) {
      let count = try connection.run(
        "delete from \(layout.name) where rowid in "
          + "(select rowid from \(layout.name) where owner = ?1 limit \(Self.step))", [.text(person)])
      return count < Self.step
    } catch {
      throw error.failure
    }
  }

  /// Deletes what the sync keeps for a person's devices.
  func forgetSync(_ person: String) throws(Failure) {
    do throws(SQLiteFault) {
      for layout in layouts.ordered {
        try connection.run(
          "delete from sync_tombstones where collection = ?1 and viewer = ?2",
          [.text(layout.table.name), .text(person)])
      }
      try connection.run("delete from sync_operations where person = ?1", [.text(person)])
    } catch {
      throw error.failure
    }
  }
}

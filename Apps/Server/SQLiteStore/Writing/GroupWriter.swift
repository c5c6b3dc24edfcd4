internal import CSQLite
internal import Relational
internal import Tokens

/// Performs all writes. Waiting jobs are committed as a group: each succeeds or fails alone, and one disk flush
/// serves all.
final class GroupWriter {
  let connection: SQLiteConnection
  let layouts: Layouts
  private let limit: Duration
  private let hooks: Hooks
  /// The last revision on disk.
  private var kept: Int64

  /// Callbacks from the writer's thread to the store.
  struct Hooks: Sendable {
    let watched: @Sendable () -> Set<String>
    let tell: @Sendable ([RowChange]) -> Void
  }

  var circumstances: Circumstances { connection.circumstances }

  init(_ connection: SQLiteConnection, _ layouts: Layouts, limit: Duration, _ hooks: Hooks) {
    self.connection = connection
    self.layouts = layouts
    self.limit = limit
    self.hooks = hooks
    kept = connection.circumstances.revision
  }

  func serve(_ jobs: ArraySlice<WriteJob>) {
    var open = Array(jobs)
    while !open.isEmpty {
      guard let outcomes = group(&open) else { continue }
      if !circumstances.changes.isEmpty {
        hooks.tell(circumstances.changes)
        circumstances.changes = []
      }
      for outcome in outcomes { outcome.tell(nil) }
      return
    }
  }

  /// Whether changes of a table are published.
  func isWatched(_ table: String) -> Bool { !circumstances.watched.isEmpty && circumstances.watched.contains(table) }

  // MARK: Group transactions

  /// Runs all jobs in one transaction. Nil when it was aborted; `open` then holds the jobs to repeat.
  private func group(_ open: inout [WriteJob]) -> [WriteJob.Outcome]? {
    circumstances.watched = hooks.watched()
    var outcomes: [WriteJob.Outcome] = []
    outcomes.reserveCapacity(open.count)
    do throws(SQLiteFault) {
      circumstances.begin(within: limit)
      try connection.run("begin immediate")
      for (index, job) in open.enumerated() {
        outcomes.append(job.perform(self))
        // SQLite rolls back the whole transaction when a statement is interrupted or the disk fails.
        guard connection.isInTransaction else {
          abandon(outcomes, at: index, &open)
          return nil
        }
      }
      try tellLooks()
      try keepRevision()
      circumstances.extend(.seconds(3600))
      try connection.run("commit")
      kept = circumstances.revision
      return outcomes
    } catch {
      giveUp()
      for outcome in outcomes { outcome.tell(error.failure) }
      for job in open.dropFirst(outcomes.count) { job.refuse(error.failure) }
      open = []
      return nil
    }
  }

  private func giveUp() {
    if connection.isInTransaction { try? connection.execute("rollback") }
    circumstances.revision = kept
    circumstances.changes = []
    circumstances.looks = []
  }

  private func abandon(_ outcomes: [WriteJob.Outcome], at index: Int, _ open: inout [WriteJob]) {
    giveUp()
    let failure = outcomes[index].failure ?? Failure("58030", "the disk did not do what it was asked")
    if failure.code == "57014" {
      // The job that exceeded its time limit fails; the others are repeated.
      outcomes[index].tell(nil)
      open.remove(at: index)
      return
    }
    for outcome in outcomes { outcome.tell(failure) }
    for job in open.dropFirst(outcomes.count) { job.refuse(failure) }
    open = []
  }

  private func keepRevision() throws(SQLiteFault) {
    guard circumstances.revision != kept else { return }
    try connection.run(
      "update troupe_meta set value = ?1 where key = 'rev'", [.text(String(circumstances.revision))])
  }

  // MARK: Savepoints

  /// Runs `body` in a savepoint, rolling back everything when it throws.
  ///
  /// With `isSingle` there is no savepoint, under which SQLite copies each page before it is changed: a third of the
  /// time of an insert. It is for one statement, which undoes itself when it fails. If something else fails after it,
  /// the whole group is rolled back.
  func alone<Answer>(
    as caller: Caller, isSingle: Bool = false, _ body: (GroupWriter) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    circumstances.caller = caller
    circumstances.extend(limit)
    let revision = circumstances.revision
    let told = circumstances.changes.count
    let looks = circumstances.looks.count
    let written = sqlite3_total_changes(connection.handle)
    do throws(Failure) {
      if isSingle { return try body(self) }
      try plain("savepoint job")
      let answer = try body(self)
      try plain("release job")
      return answer
    } catch {
      if connection.isInTransaction {
        if !isSingle {
          _ = try? connection.run("rollback to job")
          _ = try? connection.run("release job")
        } else if sqlite3_total_changes(connection.handle) != written {
          try? connection.execute("rollback")
        }
      }
      circumstances.revision = revision
      circumstances.changes.removeLast(max(0, circumstances.changes.count - told))
      circumstances.looks.removeLast(max(0, circumstances.looks.count - looks))
      throw error
    }
  }

  private func plain(_ sql: String) throws(Failure) {
    do throws(SQLiteFault) { try connection.run(sql) } catch { throw error.failure }
  }
}

public import Kernel
public import Relational
internal import Threads
public import Tokens

/// A database in one folder on SQLite: one thread writes and commits waiting writes as a group, two threads read.
public final class SQLiteStore: Database {
  public let schema: Schema
  public let changes: Broadcast<[RowChange]>

  let folder: StoreFolder
  let layouts: Layouts
  let identifiers: Identifiers
  let time: Time
  let limits: StoreLimits
  private let born: String
  private let watched: Locked<Set<String>>
  private let writes: Backlog<WriteJob>
  private let reads: Backlog<ReadJob>
  private let threads: [OwnThread]
  private let selects = SelectCache()

  init(_ opened: OpenedFile, time: Time, identifiers: Identifiers, limits: StoreLimits) throws(Problem) {
    schema = opened.schema
    folder = opened.folder
    layouts = opened.layouts
    born = opened.epoch
    self.time = time
    self.limits = limits
    self.identifiers = identifiers
    let watched = Locked<Set<String>>([])
    let source = Broadcast<[RowChange]>.Source(bound: limits.changes)
    let settling = Settling()
    self.watched = watched
    changes = source.broadcast
    let writes = Backlog<WriteJob>(bound: limits.writes)
    let reads = Backlog<ReadJob>(bound: limits.reads)
    self.writes = writes
    self.reads = reads
    let hooks = GroupWriter.Hooks(watched: { watched.withLock { $0 } }, tell: { source.say($0, settling: settling) })
    let (folder, layouts) = (opened.folder, opened.layouts)
    let writing = opened.writing
    // Each thread retains the folder, whose lock is released after the last one has ended.
    var threads = [
      OwnThread {
        let writer = GroupWriter(writing, layouts, limit: limits.statement, hooks)
        while case let jobs = writes.take(atMost: limits.group), !jobs.isEmpty { writer.serve(jobs) }
        writing.close()
        withExtendedLifetime(folder) {}
      }
    ]
    for reading in opened.reading {
      threads.append(
        OwnThread {
          let reader = SQLiteReader(reading, layouts, limit: limits.statement)
          while let job = reads.take(atMost: 1).first { job.perform(reader) }
          reading.close()
          withExtendedLifetime(folder) {}
        })
    }
    self.threads = threads.compactMap(\.self)
    guard self.threads.count == threads.count else {
      writes.close()
      reads.close()
      throw Problem(
        "no-thread", "The system could not start a thread for the database.", safe: "Nothing was changed.",
        remedy: "End other programs, then try again.")
    }
  }

  deinit {
    writes.close()
    reads.close()
  }

  public var epoch: String { get async throws(Failure) { born } }

  public func sealedColumns(of table: Table) -> [String] { layouts[table.name]?.sealing?.columns ?? [] }

  public func watch(_ tables: Set<String>) async { watched.withLock { $0 = tables } }

  // MARK: Rows

  public func select(_ select: Select, as caller: Caller) async throws(Failure) -> Rows {
    let looking = try selects.compiled(select, layouts, as: caller)
    return try await read { reader throws(Failure) in try reader.look(looking, as: caller) }
  }

  public func insert(_ insert: Insert, as caller: Caller) async throws(Failure) -> Rows {
    let layout = try layouts.layout(insert.table.name)
    let insertion = try Insertion(insert, layout, as: caller, identifiers)
    return try await write(as: caller, isSingle: insertion.isSingle) { writer throws(Failure) in
      try writer.insert(insertion)
    }
  }

  public func update(_ update: Update, as caller: Caller) async throws(Failure) -> Rows {
    let layout = try layouts.layout(update.table.name)
    guard let alteration = try Alteration(update, layout, as: caller) else {
      try update.bounds.judge(0)
      return Rows(json: update.shown == nil ? [] : Array("[]".utf8), count: 0)
    }
    return try await write(as: caller) { writer throws(Failure) in try writer.alter(alteration) }
  }

  public func delete(_ delete: Delete, as caller: Caller) async throws(Failure) -> Rows {
    let alteration = try Alteration(delete, try layouts.layout(delete.table.name), as: caller)
    return try await write(as: caller) { writer throws(Failure) in try writer.alter(alteration) }
  }

  public func call(
    _ function: String, _ arguments: [UInt8], mayWrite: Bool, as caller: Caller
  ) async throws(Failure) -> [UInt8]? {
    switch function {
    case "sync_push":
      guard mayWrite else { throw Failure("25006", "cannot execute sync_push() in a read-only transaction") }
      let push = try CompiledPush(arguments, layouts, as: caller, identifiers)
      return try await write(as: caller) { [born] writer throws(Failure) in
        try writer.push(push, epoch: born, as: caller)
      }
    case "sync_pull":
      let pull = try PullArguments(arguments, layouts, as: caller)
      return try await read { [born] reader throws(Failure) in try reader.pull(pull, epoch: born, as: caller) }
    default: return nil
    }
  }

  // MARK: Sessions, health check and shutdown

  /// Runs a transaction on the one connection that writes, so that none runs beside it.
  public func transact<Result: Sendable>(
    _ scope: TransactionScope, _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await write(as: .system) { writer throws(Failure) in try body(OpenSession(writer.connection)) }
  }

  public func look<Result: Sendable>(
    _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await read { reader throws(Failure) in
      reader.begin(as: .system)
      do throws(SQLiteFault) {
        return try reader.together { () throws(SQLiteFault) in
          do throws(Failure) { return try body(OpenSession(reader.connection)) } catch { throw SQLiteFault(error) }
        }
      } catch {
        throw error.failure
      }
    }
  }

  public func check() async throws(Failure) {
    try await write(as: .system) { _ throws(Failure) in }
    _ = try await look { session throws(Failure) in try session.rows("select 1", []) }
  }

  /// Finishes what is queued, then closes; the file is then complete without its write-ahead log.
  public func close() async {
    reads.close()
    for thread in threads.dropFirst() { await thread.ended() }
    // Last, since only a connection that writes can put the log into the file when it is closed.
    writes.close()
    for thread in threads.prefix(1) { await thread.ended() }
    folder.release()
  }

  // MARK: Dispatch to threads

  func write<Answer: Sendable>(
    as caller: Caller, isSingle: Bool = false,
    _ body: @escaping @Sendable (GroupWriter) throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    let answer: Result<Answer, Failure> = await withUnsafeContinuation { told in
      switch writes.offer(WriteJob.make(as: caller, isSingle: isSingle, body, told)) {
      case .taken: break
      case .full: told.resume(returning: .failure(.busy("too many writes are waiting")))
      case .closed: told.resume(returning: .failure(.closed))
      }
    }
    return try answer.get()
  }

  func read<Answer: Sendable>(
    _ body: @escaping @Sendable (SQLiteReader) throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    let answer: Result<Answer, Failure> = await withUnsafeContinuation { told in
      let job = ReadJob { reader in
        do throws(Failure) {
          told.resume(returning: .success(try body(reader)))
        } catch {
          told.resume(returning: .failure(error))
        }
      }
      switch reads.offer(job) {
      case .taken: break
      case .full: told.resume(returning: .failure(.busy("too many questions are waiting")))
      case .closed: told.resume(returning: .failure(.closed))
      }
    }
    return try answer.get()
  }
}

/// A job for a reading thread.
struct ReadJob: Sendable {
  let perform: @Sendable (SQLiteReader) -> Void
}

extension Failure {
  static let closed = Failure("57P01", "the database is shut down")
}

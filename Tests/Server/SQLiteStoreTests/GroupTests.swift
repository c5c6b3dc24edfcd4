import CSQLite
import Kernel
import Relational
import Testing
import Tokens

@testable import SQLiteStore

/// Groups of writes when the disk or one of the writes fails.
@Suite struct GroupTests {
  static let notes = KeepingTests.notes
  static let ada = KeepingTests.ada

  let folder = Folder()

  func insert(_ title: Value) -> Insert { Insert(Self.notes, columns: ["title"], rows: [[title]]) }

  /// A writer without its thread, so that the test forms the groups.
  func writer(limit: Duration = .seconds(8)) throws -> GroupWriter {
    let store = try StoreFolder(folder.path)
    store.makeFile()
    let connection = try SQLiteStore.connection(store, .writing, time: .live)
    let making = Making(connection: connection, path: store.database)
    try making.make(KeepingTests.schema, [], epoch: "e")
    let layout = try Layout(Self.notes, usual: try making.usual(of: Self.notes))
    let hooks = GroupWriter.Hooks(watched: { ["notes"] }, tell: { _ in })
    return GroupWriter(connection, Layouts([layout]), limit: limit, hooks)
  }

  /// The failure of each job, or nil, in their order.
  func serve(
    _ writer: GroupWriter, isSingle: Bool = false, _ bodies: [@Sendable (GroupWriter) throws(Failure) -> Void]
  ) async -> [Failure?] {
    let told = Locked<[(Int, Failure?)]>([])
    let jobs = bodies.enumerated().map { index, body in
      WriteJob(
        perform: { writer in
          var failure: Failure?
          do throws(Failure) { try writer.alone(as: Self.ada, isSingle: isSingle, body) } catch { failure = error }
          let own = failure
          return WriteJob.Outcome(failure: own) { lost in told.withLock { $0.append((index, own ?? lost)) } }
        }, refuse: { failure in told.withLock { $0.append((index, failure)) } })
    }
    writer.serve(jobs[...])
    let all = told.withLock { $0 }
    #expect(all.count == bodies.count)
    return bodies.indices.map { index in all.first { $0.0 == index }?.1 }
  }

  func adding(_ title: Value, _ writer: GroupWriter) throws -> @Sendable (GroupWriter) throws(Failure) -> Void {
    let layout = try writer.layouts.layout("notes")
    let insertion = try Insertion(insert(title), layout, as: Self.ada, .live(.live))
    return { writer throws(Failure) in _ = try writer.insert(insertion) }
  }

  /// Fails behind its write.
  func failing(_ title: Value, _ writer: GroupWriter) throws -> @Sendable (GroupWriter) throws(Failure) -> Void {
    let layout = try writer.layouts.layout("notes")
    let insertion = try Insertion(insert(title), layout, as: Self.ada, .live(.live))
    return { writer throws(Failure) in
      _ = try writer.insert(insertion)
      throw Failure("XX001", "unreadable")
    }
  }

  func running(_ sql: String) -> @Sendable (GroupWriter) throws(Failure) -> Void {
    { writer throws(Failure) in _ = try OpenSession(writer.connection).run(sql, []) }
  }

  func count(_ writer: GroupWriter) throws -> Value? {
    try writer.connection.row("select count(*) from notes")?[0]
  }

  @Test("A failing write does not affect the others, and its revision is given to the next")
  func standsAlone() async throws {
    let writer = try writer()
    let told = await serve(
      writer, [try adding(.text("a"), writer), try adding(.null, writer), try adding(.text("b"), writer)])
    #expect(told.map { $0?.code } == [nil, "23502", nil])
    #expect(try writer.connection.rows("select rev from notes order by rev") == [[.int(1)], [.int(2)]])
    #expect(try writer.connection.row("select value from troupe_meta where key = 'rev'") == [.text("2")])
  }

  @Test("A failing insert of one row, without a savepoint, does not affect the others")
  func standsAloneWithoutSavepoint() async throws {
    let writer = try writer()
    let taken = Insert(
      Self.notes, columns: ["id", "title"], rows: [[.text("00000000-0000-7000-8000-0000000000ff"), .text("a")]])
    let insertion = try Insertion(taken, try writer.layouts.layout("notes"), as: Self.ada, .live(.live))
    #expect(insertion.isSingle)
    let adding: @Sendable (GroupWriter) throws(Failure) -> Void = { writer throws(Failure) in
      _ = try writer.insert(insertion)
    }
    let told = await serve(
      writer, isSingle: true, [adding, adding, try self.adding(.null, writer), try self.adding(.text("b"), writer)])
    #expect(told.map { $0?.code } == [nil, "23505", "23502", nil])
    #expect(
      try writer.connection.rows("select title, rev from notes order by rev") == [
        [.text("a"), .int(1)], [.text("b"), .int(2)],
      ])
  }

  @Test("What fails behind a write without a savepoint fails its group, and nothing of it is stored")
  func failsBehindItsWrite() async throws {
    let writer = try writer()
    let told = await serve(
      writer, isSingle: true,
      [try adding(.text("a"), writer), try failing(.text("b"), writer), try adding(.text("c"), writer)])
    #expect(told.map { $0?.code } == ["XX001", "XX001", "XX001"])
    #expect(try count(writer) == .int(0))
    #expect(await serve(writer, [try adding(.text("after"), writer)]) == [nil])
    #expect(try writer.connection.rows("select title, rev from notes") == [[.text("after"), .int(1)]])
  }

  @Test("A failing commit fails every write and stores nothing; the next group succeeds")
  func failsTogether() async throws {
    let writer = try writer()
    _ = await serve(writer, [try adding(.text("before"), writer)])
    sqlite3_commit_hook(writer.connection.handle, { _ in 1 }, nil)
    let told = await serve(
      writer, [try adding(.text("a"), writer), try adding(.null, writer), try adding(.text("b"), writer)])
    #expect(told.allSatisfy { $0 != nil })
    #expect(told[1]?.code == "23502")
    sqlite3_commit_hook(writer.connection.handle, nil, nil)
    #expect(try count(writer) == .int(1))
    #expect(await serve(writer, [try adding(.text("after"), writer)]) == [nil])
    #expect(try writer.connection.rows("select rev from notes order by rev") == [[.int(1)], [.int(2)]])
  }

  @Test("A full disk is reported with 53100, and no stored row is lost")
  func fills() async throws {
    let writer = try writer()
    _ = await serve(writer, [try adding(.text("before"), writer)])
    let pages = try #require(try writer.connection.row("pragma page_count")?[0].int)
    try writer.connection.execute("pragma max_page_count = \(pages + 5)")
    var failure: Failure?
    var kept = 1
    while failure == nil, kept < 1000 {
      let told = await serve(writer, [try adding(.text(String(repeating: "x", count: 3000)), writer)])
      failure = told[0]
      if failure == nil { kept += 1 }
    }
    #expect(failure?.code == "53100")
    #expect(try count(writer) == .int(kept))
    try writer.connection.execute("pragma max_page_count = 1000000")
    #expect(await serve(writer, [try adding(.text("after"), writer)]) == [nil])
    #expect(try count(writer) == .int(kept + 1))
  }

  @Test("A write that exceeds the time limit is stopped, and the others of its group succeed")
  func stopsTheSlow() async throws {
    let writer = try writer(limit: .milliseconds(50))
    let endless =
      "insert into notes (id, owner, title, rev, edited_at, updated_at, created_at) "
      + "with recursive n(i) as (select 1 union all select i + 1 from n) select i, 'o', 't', i, '', '', '' from n"
    let told = await serve(
      writer,
      [
        try adding(.text("a"), writer),
        running(endless),
        try adding(.text("b"), writer),
      ])
    #expect(told.map { $0?.code } == [nil, "57014", nil])
    #expect(try count(writer) == .int(2))
  }
}

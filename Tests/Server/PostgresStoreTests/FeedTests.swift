import JSON
import Kernel
import Nats
import Relational
import TestPostgres
import Testing
import Tokens

@testable import PostgresStore

@Suite("Change feed across instances", .postgres, .serialized, .timeLimit(.minutes(10)))
struct FeedTests {
  /// The first changes, this many or more, that a store publishes while `body` runs.
  private func told(
    _ count: Int, by store: PostgresStore, _ tables: Set<String> = ["notes"], while body: () async throws -> Void
  ) async throws -> [RowChange] {
    await store.watch(tables)
    let stream = store.changes.listen()
    try await body()
    var changes: [RowChange] = []
    for await heard in stream {
      if case .said(let more) = heard.news { changes += more }
      if changes.count >= count { break }
    }
    return changes
  }

  /// Checks that all these stores publish every kind of commit by `writer`. Each change is awaited at all of them
  /// before the next one is made, since rows are read when they are published.
  private func check(_ writer: PostgresStore, heardBy stores: [PostgresStore]) async throws {
    for store in stores { await store.watch(["notes"]) }
    var streams = stores.map { $0.changes.listen().makeAsyncIterator() }
    func heard() async -> [RowChange] {
      var all: [RowChange] = []
      for index in streams.indices {
        guard case .said(let changes)? = await streams[index].next(isolation: #isolation)?.news else { continue }
        all += changes
      }
      return all
    }
    func isTold(_ kind: RowChange.Kind, _ title: String?, _ viewer: String, id: String? = nil) async {
      let changes = await heard()
      #expect(changes.count == stores.count)
      for change in changes {
        #expect(change.kind == kind)
        #expect(change.viewers == [viewer])
        #expect((try? JSON(bytes: change.record))?["title"]?.string == title)
        if let id { #expect(change.id == id) }
      }
    }
    let id = try #require(try await writer.note("a", ["meta": .json(#"{"b": "c d"}"#)])["id"]?.string)
    await isTold(.insert, "a", Ground.alice, id: id)
    let update = Update(Ground.notes, values: ["title": .text("b")], filter: .compare("id", .equal, .text(id)))
    _ = try await writer.update(update, as: .alice)
    await isTold(.update, "b", Ground.alice, id: id)
    _ = try await writer.delete(Delete(Ground.notes, filter: .everything), as: .alice)
    await isTold(.delete, nil, Ground.alice, id: id)
    let entry: JSON = [
      "op_id": .string(uuid(1)), "collection": "notes", "id": .string(uuid(2)), "kind": "insert",
      "fields": ["title": "c"],
    ]
    _ = try await writer.push([entry], as: .bob)
    await isTold(.insert, "c", Ground.bob, id: uuid(2))
    try await writer.transact { session throws(Failure) in
      try session.run("update public.notes set title = $1", [.text("d")])
    }
    await isTold(.update, "d", Ground.bob, id: uuid(2))
    try await writer.forget(Ground.bob)
    await isTold(.delete, nil, Ground.bob, id: uuid(2))
  }

  @Test("With NOTIFY, both instances publish a commit of one")
  func notify() async throws {
    let address = try await Ground.database()
    let other = try await Ground.store(address)
    try await Ground.with(address) { store in try await check(store, heardBy: [store, other]) }
    await other.close()
  }

  @Test(
    "With NATS, both instances publish a commit of one",
    .enabled(if: TestNats.isInstalled, "\(TestNats.missing ?? "")"))
  func nats() async throws {
    let server = try TestNats()
    let address = try await Ground.database()
    let buses = [try await NatsBus.open(address: server.address), try await NatsBus.open(address: server.address)]
    let one = try await Ground.store(address, bus: buses[0])
    let two = try await Ground.store(address, bus: buses[1])
    try await check(one, heardBy: [one, two])
    for store in [one, two] { await store.close() }
    for bus in buses { await bus.close() }
    server.stop()
  }

  @Test("Many rows of one statement are published completely and in order; a row with an oversized key is left out")
  func many() async throws {
    try await Ground.with { store in
      let titles = (0..<400).map { "t\($0)" }
      let changes = try await told(400, by: store) {
        let insert = Insert(Ground.notes, columns: ["title"], rows: titles.map { [.text($0)] })
        let inserted = try await store.insert(insert, as: .alice).inserted
        #expect(inserted == 400)
      }
      let told = changes.map { (try? JSON(bytes: $0.record))?["title"]?.string }
      #expect(told == titles)
    }
    let words = Table("words", [.text("word"), .uuid("owner").filled(.caller)], policies: .owner)
    var keyed = words
    keyed.key = ["word"]
    keyed.isSynced = false
    let store = try await PostgresStore.open(
      address: try TestPostgres.shared().database(), schema: Schema([keyed]), limits: Ground.limits(1))
    // Compressible, since an index entry is limited to a third of a page.
    let long = String(repeating: "x", count: 9000)
    let changes = try await told(2, by: store, ["words"]) {
      for word in ["a", long, "b"] {
        _ = try await store.insert(Insert(keyed, columns: ["word"], rows: [[.text(word)]]), as: .alice)
      }
    }
    #expect(changes.map(\.id) == ["a", "b"])
    await store.close()
  }

  @Test("After its connection ends, the feed reconnects and reports that changes were missed")
  func reconnects() async throws {
    let address = try await Ground.database()
    try await Ground.with(address) { store in
      await store.watch(["notes"])
      var news = store.changes.listen().makeAsyncIterator()
      try TestPostgres.shared().sql(
        """
        select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where application_name = 'troupe listens' and datname = '\(TestPostgres.name(in: address))'
        """)
      #expect(await news.next()?.news == .missed(1))
      try await store.note("after")
      guard case .said(let changes)? = await news.next()?.news else {
        Issue.record("no change was published")
        return
      }
      #expect(changes.map(\.kind) == [.insert])
    }
  }

  @Test("A table without a watcher causes no notification")
  func unwatched() async throws {
    let address = try await Ground.database()
    try await Ground.with(address) { store in
      await store.watch(["letters"])
      let changes = try await told(1, by: store, ["letters"]) {
        try await store.note("unseen")
        let insert = Insert(Ground.letters, columns: ["reader", "body"], rows: [[.text(Ground.bob), .text("hi")]])
        _ = try await store.insert(insert, as: .alice)
      }
      #expect(changes.map(\.table) == ["letters"])
      #expect(Set(changes[0].viewers) == [Ground.alice, Ground.bob])
      await store.watch([])
      let watched = try TestPostgres.shared().sql(
        "select count(*) from troupe.watched", in: TestPostgres.name(in: address))
      #expect(watched == "0")
    }
  }

  @Test(
    "A malformed message is ignored",
    arguments: [
      "", "x", "[]", "{}", #"{"table":"notes"}"#, #"{"table":"nothing","kind":"INSERT","rows":[["a",{"id":"a"},[]]]}"#,
      #"{"table":"notes","kind":"NEVER","rows":[]}"#, #"{"table":"notes","kind":"INSERT","rows":[["a"]]}"#,
      #"{"table":"notes","kind":"INSERT","rows":[["a","b",[]]]}"#,
      #"{"table":"notes","kind":"INSERT","at":"x","rows":[["a",{"id":"no uuid"},[]]]}"#,
    ])
  func rubbish(_ message: String) async throws {
    let address = try await Ground.database()
    try await Ground.with(address) { store in
      let changes = try await told(1, by: store) {
        try TestPostgres.shared().sql(
          "select pg_notify('troupe_changes', $x$\(message)$x$)", in: TestPostgres.name(in: address))
        try await store.note("a")
      }
      #expect(changes.map(\.kind) == [.insert])
    }
  }
}

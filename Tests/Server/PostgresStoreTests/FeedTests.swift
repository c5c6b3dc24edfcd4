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

  /// Checks that all these stores publish every kind of commit by `writer`.
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

  @Test("Each committed version is published once and in order, also of rows that are deleted at once")
  func versions() async throws {
    let address = try await Ground.database()
    let other = try await Ground.store(address)
    try await Ground.with(address) { store in
      await other.watch(["notes"])
      let changes = try await told(20 * 12, by: store) {
        for round in 0..<20 {
          let id = try #require(try await store.note("\(round) 0")["id"]?.string)
          for number in 1...10 {
            let update = Update(
              Ground.notes, values: ["title": .text("\(round) \(number)")], filter: .compare("id", .equal, .text(id)))
            _ = try await (number.isMultiple(of: 2) ? store : other).update(update, as: .alice)
          }
          _ = try await store.delete(Delete(Ground.notes, filter: .compare("id", .equal, .text(id))), as: .alice)
        }
      }
      let titles = changes.map { (try? JSON(bytes: $0.record))?["title"]?.string }
      var expected: [String?] = []
      for round in 0..<20 {
        for number in 0...10 { expected.append("\(round) \(number)") }
        expected.append(nil)
      }
      #expect(titles == expected)
      let kinds = [RowChange.Kind.insert] + Array(repeating: .update, count: 10) + [.delete]
      #expect(changes.map(\.kind) == Array(repeatElement(kinds, count: 20).joined()))
    }
    await other.close()
  }

  @Test("The versions of a person are gone with the person, and an announced batch that is gone counts as missed")
  func forgotten() async throws {
    let address = try await Ground.database()
    let name = TestPostgres.name(in: address)
    try await Ground.with(address) { store in
      _ = try await told(2, by: store) {
        try await store.note("Zwetschge")
        try await store.note("Quitte", as: .bob)
      }
      _ = try await told(1, by: store) { try await store.forget(Ground.alice) }
      let kept = try TestPostgres.shared().sql(
        "select string_agg(coalesce(record, ''), ' ' order by place) from troupe.versions", in: name)
      #expect(kept.contains("Quitte") && !kept.contains("Zwetschge"))
      var news = store.changes.listen().makeAsyncIterator()
      try TestPostgres.shared().sql(
        #"select pg_notify('troupe_changes', '{"table":"notes","kind":"INSERT","batch":1000000}')"#, in: name)
      #expect(await news.next()?.news == .missed(1))
    }
  }

  @Test("Many rows of one statement are published completely and in order, with keys of any length")
  func many() async throws {
    try await Ground.with { store in
      let titles = (0..<450).map { "t\($0)" }
      let changes = try await told(450, by: store) {
        let insert = Insert(Ground.notes, columns: ["title"], rows: titles.map { [.text($0)] })
        let inserted = try await store.insert(insert, as: .alice).inserted
        #expect(inserted == 450)
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
    let changes = try await told(3, by: store, ["words"]) {
      for word in ["a", long, "b"] {
        _ = try await store.insert(Insert(keyed, columns: ["word"], rows: [[.text(word)]]), as: .alice)
      }
    }
    #expect(changes.map(\.id) == ["a", long, "b"])
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
      "", "x", "[]", "{}", #"{"table":"notes"}"#, #"{"table":"nothing","kind":"INSERT","batch":1}"#,
      #"{"table":"notes","kind":"NEVER","batch":1}"#, #"{"table":"notes","kind":"INSERT","batch":"1"}"#,
      #"{"table":"notes","kind":"INSERT","batch":1.5}"#, #"{"table":"notes","kind":"INSERT","batch":1e300}"#,
      #"{"table":"notes","kind":"INSERT","rows":[["a",{"id":"a"},[]]]}"#,
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

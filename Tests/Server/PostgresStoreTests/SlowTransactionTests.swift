import JSON
import Kernel
import Relational
import TestPostgres
import Testing
import Tokens

@testable import PostgresStore

/// An open transaction delays pulls in its whole cluster, so these tests have a cluster of their own.
@Suite("Slow transactions", .postgres, .serialized, .timeLimit(.minutes(10)))
struct SlowTransactionTests {
  private let cluster: TestPostgres

  init() throws { cluster = try TestPostgres.start() }

  private func database() async throws -> String { try cluster.database() }

  @Test("A cursor skips no row while slow and quick transactions are written at once")
  func nothingLost() async throws {
    let address = try await database()
    let writer = try await Ground.store(address, Ground.limits(6))
    let reader = try await Ground.store(address, Ground.limits(1))
    let isDone = Locked(false)
    let pulled = Task {
      var (seen, cursor): (Set<String>, String?) = ([], nil)
      while true {
        // Read before the walk: everything written by then must be in it.
        let isLast = isDone.withLock { $0 }
        let (changes, next) = try await reader.walk("notes", from: cursor, limit: 7)
        cursor = next
        seen.formUnion(changes.compactMap { $0["id"]?.string })
        if isLast { return seen }
      }
    }
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<240 {
        group.addTask {
          let isSlow = number % 12 == 0
          // Slow transactions take their number first and commit last.
          return try await writer.look(asWriter: isSlow, number)
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    isDone.withLock { $0 = true }
    #expect(try await pulled.value == ids)
    #expect(ids.count == 240)
    await writer.close()
    await reader.close()
  }

  @Test("A cursor from before a purged deletion causes a full resync; a walk that began after it does not")
  func horizon() async throws {
    let address = try await database()
    try await Ground.with(address) { store in
      for number in 1...5 { _ = try await store.push([insert(number, 100 + number, "n\(number)")]) }
      let (_, old) = try await store.walk("notes")
      let page = try await store.pull(["notes": nil], limit: 2)
      let walking = page["cursors"]?["notes"]?.string
      _ = try await store.delete(
        Delete(Ground.notes, filter: .compare("id", .equal, .text(uuid(105)))), as: .alice)
      let name = TestPostgres.name(in: address)
      #expect(try cluster.sql("select sync.purge('0 seconds')", in: name) == "1")
      let late = try await store.pull(["notes": old])
      #expect(late["resync"]?.array == ["notes"])
      #expect(late["changes"]?.array?.count == 4)
      // This walk began before the deletion too, so it cannot include it.
      #expect(try await store.pull(["notes": walking])["resync"]?.array == ["notes"])
      // This walk began after it: old rows, but a new walk.
      let fresh = try await store.pull(["notes": nil], limit: 2)
      let (rest, _) = try await store.walk("notes", from: fresh["cursors"]?["notes"]?.string, limit: 1)
      #expect(rest.count == 2)
    }
  }

  @Test("An open transaction of another database delays nothing")
  func otherDatabase() async throws {
    let other = try await Ground.store(try await database())
    try await Ground.with(try await database()) { store in
      let (open, opened) = AsyncStream.makeStream(of: Void.self)
      let (gate, end) = AsyncStream.makeStream(of: Void.self)
      let old = Task {
        try await other.holding(gate) { session throws(Failure) in
          try session.run("insert into public.notes (owner, title) values ('\(Ground.alice)', 'old')", [])
          opened.yield()
        }
      }
      for await _ in open { break }
      try await store.note("new")
      let first = try await store.pull(["notes": nil])
      #expect(first["changes"]?.array?.count == 1)
      // The cursor lies ahead of that transaction and is valid nevertheless.
      try await store.note("newer")
      let second = try await store.pull(["notes": first["cursors"]?["notes"]?.string])
      #expect(second["changes"]?.array?.map { $0["row"]?["title"] } == ["newer"])
      #expect(second["resync"]?.array == [])
      let third = try await store.pull(["notes": second["cursors"]?["notes"]?.string])
      #expect(third["changes"]?.array == [])
      end.yield()
      try await old.value
    }
    await other.close()
  }

  @Test("Rows delayed by an older open transaction are pulled after its commit")
  func heldBack() async throws {
    let address = try await database()
    let other = try await Ground.store(address)
    try await Ground.with(address) { store in
      let (open, opened) = AsyncStream.makeStream(of: Void.self)
      let (gate, end) = AsyncStream.makeStream(of: Void.self)
      let old = Task {
        try await other.holding(gate) { session throws(Failure) in
          try session.run("insert into public.notes (owner, title) values ('\(Ground.alice)', 'old')", [])
          opened.yield()
        }
      }
      for await _ in open { break }
      try await store.note("new")
      let first = try await store.pull(["notes": nil])
      #expect(first["changes"]?.array?.count == 0)
      end.yield()
      try await old.value
      let second = try await store.pull(["notes": first["cursors"]?["notes"]?.string])
      #expect(Set((second["changes"]?.array ?? []).map { $0["row"]?["title"]?.string }) == ["old", "new"])
    }
    await other.close()
  }
}

extension PostgresStore {
  /// Writes a note in a transaction of its own, slowly or quickly; returns its identifier.
  func look(asWriter isSlow: Bool, _ number: Int) async throws -> String {
    let entry: JSON = [
      "op_id": .string(uuid(50_000 + number)), "collection": "notes", "id": .string(uuid(60_000 + number)),
      "kind": "insert", "fields": ["title": .string("n\(number)")],
    ]
    if isSlow {
      let text = try JSON.text([entry])
      let claims = Caller.alice.claims
      try await pool.with(again: false) { link throws(Failure) in
        _ = try link.run([
          PostgresStatement(
            "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
            [Parameter(claims)]),
          PostgresStatement("select public.sync_push(entries => $1::jsonb)", [Parameter(text)]),
          PostgresStatement("select pg_sleep(0.05)"),
        ])
      }
    } else {
      _ = try await push([entry])
    }
    return uuid(60_000 + number)
  }

  /// Runs a transaction that stays open until the gate yields.
  func holding(
    _ gate: AsyncStream<Void>, _ body: @escaping @Sendable (any Session) throws(Failure) -> Void
  ) async throws {
    let isOpen = Waited(false)
    async let kept: Void = transact { session throws(Failure) in
      try body(session)
      _ = isOpen.wait(atMost: .seconds(20)) { $0 ? true : nil }
    }
    for await _ in gate { break }
    isOpen.changeForAll { $0 = true }
    try await kept
  }
}

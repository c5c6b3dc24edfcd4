import JSON
import Kernel
import Relational
import TestPostgres
import Testing
import Tokens

@testable import PostgresStore

extension PostgresStore {
  func pull(
    _ cursors: [String: String?], limit: Int = 500, epoch: String? = nil, as caller: Caller = .alice
  ) async throws -> JSON {
    let members = cursors.mapValues { $0.map { JSON.string($0) } ?? .null }
    var message: [String: JSON] = [
      "device": .string(Ground.bob), "cursors": .object(members), "limit": .number(Double(limit)),
    ]
    if let epoch { message["epoch"] = .string(epoch) }
    return try await ask("sync_pull", .object(message), as: caller)
  }

  func push(_ entries: [JSON], as caller: Caller = .alice) async throws -> [JSON] {
    let answer = try await ask("sync_push", ["device": .string(Ground.bob), "entries": .array(entries)], as: caller)
    return answer["results"]?.array ?? []
  }

  private func ask(_ function: String, _ message: JSON, as caller: Caller) async throws -> JSON {
    let bytes = Array(try JSON.text(message).utf8)
    let answer = try #require(try await call(function, bytes, mayWrite: true, as: caller))
    return try JSON(bytes: answer)
  }

  /// All changes, pulled in pages of that size, and the last cursor.
  func walk(_ collection: String, from cursor: String? = nil, limit: Int = 500) async throws -> ([JSON], String?) {
    var (changes, cursor): ([JSON], String?) = ([], cursor)
    while true {
      let page = try await pull([collection: cursor], limit: limit)
      changes += page["changes"]?.array ?? []
      cursor = page["cursors"]?[collection]?.string
      if page["more"]?.bool != true { return (changes, cursor) }
    }
  }
}

func uuid(_ number: Int) -> String {
  let digits = String(number)
  return "00000000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
}

/// An entry that inserts a note.
func insert(_ operation: Int, _ id: Int, _ title: String) -> JSON {
  [
    "op_id": .string(uuid(operation)), "collection": "notes", "id": .string(uuid(id)), "kind": "insert",
    "fields": ["title": .string(title)], "edited_at": "2026-01-15T12:00:00Z",
  ]
}

/// Tests beyond the contract that are specific to PostgreSQL.
@Suite("Sync on PostgreSQL", .postgres, .serialized, .timeLimit(.minutes(10)))
struct SyncTests {
  @Test("A row that a user may no longer see is pulled as deleted, and as changed once it is visible again")
  func lostSight() async throws {
    try await Ground.with { store in
      let insert = Insert(
        Ground.letters, columns: ["id", "reader", "body"], rows: [[.text(uuid(1)), .text(Ground.bob), .text("hi")]])
      _ = try await store.insert(insert, as: .alice)
      let first = try await store.pull(["letters": nil], as: .bob)
      #expect(first["changes"]?.array?.count == 1)
      func give(_ reader: String) async throws {
        let values = ["reader": Value.text(reader)]
        _ = try await store.update(
          Update(Ground.letters, values: values, filter: .compare("id", .equal, .text(uuid(1)))), as: .alice)
      }
      try await give(Ground.alice)
      let second = try await store.pull(["letters": first["cursors"]?["letters"]?.string], as: .bob)
      #expect(second["changes"]?.array?.map { $0["deleted"] } == [true])
      try await give(Ground.bob)
      let third = try await store.pull(["letters": second["cursors"]?["letters"]?.string], as: .bob)
      #expect(third["changes"]?.array?.map { $0["deleted"] } == [false])
      let whole = try await store.pull(["letters": nil], as: .bob)
      #expect(whole["changes"]?.array?.count == 1)
    }
  }

  @Test("The same entries pushed at the same time by two connections are applied once")
  func twice() async throws {
    let address = try await Ground.database()
    let other = try await Ground.store(address)
    try await Ground.with(address) { store in
      let entries = (0..<40).map { insert($0, 1000 + $0, "t\($0)") }
      async let one = store.push(entries)
      async let two = other.push(entries)
      let outcomes = zip(try await one, try await two)
      for (first, second) in outcomes {
        #expect(Set([first["outcome"]?.string, second["outcome"]?.string]) == ["applied", "already_applied"])
        #expect(first["rev"] == second["rev"])
      }
      #expect(try await store.titles(as: .alice).count == 40)
    }
    await other.close()
  }

  @Test("Sync discloses neither operations nor rows to another user, who cannot change them either")
  func apart() async throws {
    try await Ground.with { store in
      _ = try await store.push([insert(1, 2, "mine")])
      let same = try await store.push([insert(1, 2, "theirs")], as: .bob)
      #expect(same.map { $0["outcome"] } == ["refused"])
      #expect(same.first?["server"] == nil)
      var update = insert(3, 2, "stolen").object ?? [:]
      update["kind"] = "update"
      let stolen = try await store.push([.object(update)], as: .bob)
      #expect(stolen.first?["outcome"]?.string != "applied")
      #expect(stolen.first?["server"]?["title"] == nil)
      #expect(try await store.pull(["notes": nil], as: .bob)["changes"]?.array == [])
      #expect(try await store.titles(as: .alice) == ["mine"])
      let refusal = await failure { try await store.push([insert(5, 6, "x")], as: .anonymous) }
      #expect(refusal?.code == "42501")
    }
  }

  @Test(
    "An invalid cursor causes a full resync and changes nothing",
    arguments: [
      "", "x", "1.2", "1.2.3", "'; drop table notes; --.a.b", "99999999999999999999.\(uuid(1)).1", "..", "null",
    ])
  func cursors(_ cursor: String) async throws {
    try await Ground.with { store in
      try await store.note("a")
      #expect(try await store.pull(["notes": cursor])["resync"]?.array == ["notes"])
      #expect(try await store.titles(as: .alice) == ["a"])
    }
  }
}

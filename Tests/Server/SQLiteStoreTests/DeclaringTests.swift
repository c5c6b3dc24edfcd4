import JSON
import Kernel
import Relational
import SQLiteStore
import Testing
import Tokens

@Suite struct DeclaringTests {
  let folder = Folder()
  let ada = Caller.person("00000000-0000-7000-8000-00000000000a")

  func open(_ tables: Table...) throws(Problem) -> SQLiteStore {
    try SQLiteStore.open(folder.path, schema: Schema(tables))
  }

  func refusal(_ tables: Table...) -> Problem? {
    do throws(Problem) {
      _ = try SQLiteStore.open(folder.path, schema: Schema(tables))
      return nil
    } catch {
      return error
    }
  }

  func fill(_ table: Table) async throws {
    let store = try open(table)
    _ = try await store.insert(Insert(table, columns: ["title"], rows: [[.text("a")], [.text("b")]]), as: ada)
    await store.close()
  }

  func rows(_ table: Table) async throws -> [JSON] {
    let store = try open(table)
    let rows = try JSON(bytes: try await store.select(Select(table), as: ada).json).array ?? []
    await store.close()
    return rows
  }

  @Test("New columns get their default values, and rows keep their values")
  func addsColumns() async throws {
    let old = Table.owned("notes", [.text("title").required])
    try await fill(old)
    let before = try await rows(old)
    var new = Table.owned(
      "notes", [.text("title").required, .integer("rank").usually("5").required, .text("body")],
      checks: [Check("short", "length(title) < 50")])
    new.indexes.append(["rank"])
    new.transitions = [Transition("up", "new.rank >= old.rank", refusal: "It only goes up.")]
    let after = try await rows(new)
    #expect(after.map { $0["rank"] } == [5, 5])
    #expect(after.map { $0["body"] } == [JSON.null, JSON.null])
    #expect(after.map { $0["id"] } == before.map { $0["id"] })
    #expect(after.map { $0["rev"] } == before.map { $0["rev"] })
    let store = try open(new)
    let stays = await #expect(throws: Failure.self) {
      try await store.update(Update(new, values: ["rank": .int(1)], filter: .everything), as: ada)
    }
    #expect(stays?.code == "P0001")
    await store.close()
    // A transition that is no longer declared no longer applies.
    new.transitions = []
    let free = try open(new)
    #expect(try await free.update(Update(new, values: ["rank": .int(1)], filter: .everything), as: ada).count == 2)
    await free.close()
  }

  @Test("Rows from before the time of insertion was kept get that of their last edit")
  func addsTimeOfInsertion() async throws {
    let new = Table.owned("notes", [.text("title").required])
    let old = Table("notes", new.columns.filter { $0.name != "created_at" }, policies: .owner)
    let store = try open(old)
    let given: [[Value]] = [[.text("a"), .text("2001-02-03T04:05:06+00:00")]]
    _ = try await store.insert(Insert(old, columns: ["title", "edited_at"], rows: given), as: ada)
    await store.close()
    let before = try await rows(old)
    let after = try await rows(new)
    #expect(after.map { $0["created_at"] } == before.map { $0["edited_at"] })
    #expect(after.first?["created_at"]?.string?.hasPrefix("2001-02-03") == true)
    #expect(after.map { $0["rev"] } == before.map { $0["rev"] })
  }

  @Test("A declaration that loses data or that existing rows violate is refused and changes nothing")
  func refusesLosses() async throws {
    let old = Table.owned("notes", [.text("title").required, .text("body")])
    try await fill(old)
    let before = try await rows(old)
    let attempts = [
      Table.owned("notes", [.text("title").required]),
      Table.owned("notes", [.text("title").required, .integer("body")]),
      Table.owned("notes", [.text("title").required, .text("body").required]),
      Table.owned("notes", [.text("title").required, .text("body"), .text("more").required]),
      Table.owned("notes", [.text("title").required, .text("body")], checks: [Check("none", "title = 'z'")]),
    ]
    for table in attempts { #expect(refusal(table)?.code == "table-refused") }
    #expect(refusal(Table.owned("troupe_meta", []))?.code == "table-refused")
    #expect(
      refusal(Table.owned("notes", [.text("title"), .text("body"), .uuid("x").refers(to: "y")]))?.code
        == "table-refused")
    #expect(try await rows(old) == before)
  }

  @Test("A table without rows takes any declaration")
  func emptyTable() async throws {
    let store = try open(Table.owned("notes", [.text("title").required, .integer("rank")]))
    await store.close()
    let new = Table.owned("notes", [.text("rank").required])
    #expect(try await rows(new).isEmpty)
  }

  @Test("References to a rebuilt table stay intact")
  func keepsReferences() async throws {
    let shelves = Table.owned("shelves", [.text("name")])
    let books = Table.owned("books", [.uuid("shelf").refers(to: "shelves")])
    let store = try open(shelves, books)
    let id = "00000000-0000-7000-8000-000000000001"
    _ = try await store.insert(Insert(shelves, columns: ["id"], rows: [[.text(id)]]), as: ada)
    _ = try await store.insert(Insert(books, columns: ["shelf"], rows: [[.text(id)]]), as: ada)
    await store.close()
    let wider = Table.owned("shelves", [.text("name"), .text("colour").usually("'red'")])
    let again = try open(wider, books)
    #expect(try await again.select(Select(books), as: ada).count == 1)
    #expect(try await again.delete(Delete(wider, filter: .everything), as: ada).count == 1)
    #expect(try await again.select(Select(books), as: ada).count == 0)
    await again.close()
  }

  @Test("Each migration of a service is applied once")
  func migratesOnce() async throws {
    let one = Migration("one", ["create table people (name text primary key)", "insert into people values ('ada')"])
    let two = Migration("two", ["alter table people add column age bigint"])
    for migrations in [[one], [one, two], [one, two]] {
      let store = try SQLiteStore.open(folder.path, schema: Schema([]), migrations: migrations)
      let rows = try await store.look { session throws(Failure) in try session.rows("select * from people", []) }
      #expect(rows.count == 1)
      #expect(rows.first?.count == migrations.count)
      await store.close()
    }
    let refused = #expect(throws: Problem.self) {
      try SQLiteStore.open(
        folder.path, schema: Schema([]), migrations: [one, two, Migration("bad", ["create table x (y)", "nonsense"])])
    }
    #expect(refused?.code == "store-failed")
    let store = try SQLiteStore.open(folder.path, schema: Schema([]), migrations: [one, two])
    let gone = await #expect(throws: Failure.self) {
      try await store.look { session throws(Failure) in try session.rows("select * from x", []) }
    }
    #expect(gone?.message.contains("no such table: x") == true)
    await store.close()
  }
}

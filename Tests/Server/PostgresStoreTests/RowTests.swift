import JSON
import PostgresStore
import Relational
import TestPostgres
import Testing
import Tokens

@Suite("Rows on PostgreSQL", .postgres, .serialized, .timeLimit(.minutes(10)))
struct RowTests {
  @Test("A row is read as it was written, by its owner and the service only")
  func owner() async throws {
    try await Ground.with { store in
      let note = try await store.note(
        "a", ["stars": .int(3), "meta": .json(#"{"b": [1, 2]}"#), "tags": .json(#"["x","y z"]"#), "score": .real(1.5)])
      #expect(note["owner"]?.string == Ground.alice)
      #expect(note["stars"]?.number == 3)
      #expect(note["meta"] == ["b": [1, 2]])
      #expect(note["tags"] == ["x", "y z"])
      #expect(note["rev"]?.string.flatMap { Int($0) } != nil)
      try await store.note("b", as: .bob)
      #expect(try await store.titles(as: .alice) == ["a"])
      #expect(try await store.titles(as: .bob) == ["b"])
      let nobody = await failure { try await store.titles(as: .anonymous) }
      #expect(nobody == .forbidden("notes"))
      #expect(try await store.titles(as: .service) == ["a", "b"])
      #expect(try await store.titles(as: .system) == ["a", "b"])
    }
  }

  @Test("A user can neither change, delete nor insert a row of another user")
  func others() async throws {
    try await Ground.with { store in
      let id = try #require(try await store.note("a")["id"]?.string)
      var update = Update(
        Ground.notes, values: ["title": .text("stolen")], filter: .compare("id", .equal, .text(id)))
      update.shown = [Shown("id")]
      #expect(try await store.update(update, as: .bob).count == 0)
      let delete = Delete(Ground.notes, filter: .everything)
      #expect(try await store.delete(delete, as: .bob).count == 0)
      let refusal = await failure { try await store.note("x", as: .bob, ["owner": .text(Ground.alice)]) }
      #expect(refusal == .policy("notes"))
      let anonymous = await failure { try await store.note("x", as: .anonymous) }
      #expect(anonymous == .forbidden("notes"))
      #expect(try await store.titles(as: .alice) == ["a"])
    }
  }
}

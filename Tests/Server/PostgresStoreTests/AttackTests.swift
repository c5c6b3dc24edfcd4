import JSON
import Kernel
import PostgresStore
import Relational
import TestPostgres
import Testing
import Tokens

/// Input of a caller is a value in every place, never SQL.
@Suite("Attacks on PostgreSQL", .postgres, .serialized, .timeLimit(.minutes(10)))
struct AttackTests {
  static let texts = [
    "'; drop table notes; --", "\"; drop table notes; --", "$1", "$$ || pg_sleep(9) || $$", "\\'; --", "%s%I%L",
    "a') returning *; delete from notes; --", "\u{202E}\u{FEFF}", "{\"a\":1}", "null", "\\x00", "{a,b}", "now()",
  ]

  @Test("A text is a value in every place of a request", arguments: texts)
  func values(_ text: String) async throws {
    try await Ground.with { store in
      let json = try JSON.text(["k": JSON.string(text)])
      let tags = try JSON.text([JSON.string(text)])
      let note = try await store.note(text, ["meta": .json(json), "tags": .json(tags)])
      #expect(note["title"]?.string == text)
      #expect(note["meta"]?["k"]?.string == text)
      #expect(note["tags"] == [.string(text)])
      for filter in [
        Filter.compare("title", .equal, .text(text)), .among("title", [.text("x"), .text(text)]),
        .contains("meta", json), .contains("tags", tags), .overlaps("tags", tags),
      ] {
        var select = Select(Ground.notes, shown: [Shown("title", as: "\"; --")])
        select.filter = filter
        #expect(try await store.select(select, as: .alice).objects == [["\"; --": .string(text)]])
      }
      var insert = Insert(
        Ground.notes, columns: ["title", "tags"], rows: Array(repeating: [.text(text), .json(tags)], count: 3))
      insert.shown = [Shown("title")]
      #expect(try await store.insert(insert, as: .alice).objects.allSatisfy { $0["title"]?.string == text })
      let entry: JSON = [
        "op_id": .string(uuid(1)), "collection": .string(text), "id": .string(text), "kind": .string(text),
        "base": .string(text), "fields": [text: .string(text)], "edited_at": .string(text),
      ]
      #expect(try await store.push([entry]).map { $0["outcome"] } == ["refused"])
      var good = entry.object ?? [:]
      good["collection"] = "notes"
      good["id"] = .string(uuid(2))
      good["kind"] = "insert"
      #expect(try await store.push([.object(good)]).map { $0["outcome"] } == ["refused"])
      let pull = await failure { try await store.pull([text: text]) }
      #expect(pull?.code == "PGRST205")
      #expect(try await store.titles(as: .alice).count == 4)
    }
  }

  @Test("Claims are values, and no caller gains another identity by them", arguments: texts)
  func claims(_ text: String) async throws {
    try await Ground.with { store in
      try await store.note("mine")
      let claims = try JSON.text(["sub": JSON.string(text), "role": "service_role"])
      let stranger = Caller(.authenticated, user: text, claims: claims)
      let answer = await failure { try await store.titles(as: stranger) }
      #expect(answer?.code == "22P02")
      let broken = Caller(.authenticated, user: Ground.alice, claims: text)
      let refused = await failure {
        let titles = try await store.titles(as: broken)
        #expect(titles == [])
      }
      #expect(refused == nil || refused?.code.hasPrefix("22") == true)
      #expect(try await store.titles(as: .alice) == ["mine"])
    }
  }

  @Test("A function that is not allowed, and a call with unknown arguments, are not run")
  func functions() async throws {
    try await Ground.with { store in
      for name in ["pg_sleep", "sync_purge", "purge", "sync.purge", "sync_push(", "\"sync_push\"", "uid", ""] {
        let answer = try await store.call(name, Array("{}".utf8), mayWrite: true, as: .alice)
        #expect(answer == nil)
      }
      for arguments in [#"{"x":1}"#, #"{"entries":[],"entries":[]}"#, #"{"entries := '[]'); select (1":1}"#] {
        let refusal = await failure {
          try await store.call("sync_push", Array(arguments.utf8), mayWrite: true, as: .alice)
        }
        #expect(refusal?.code == "PGRST202")
      }
    }
  }

  @Test("A connection keeps no identity of its previous caller")
  func leftovers() async throws {
    try await Ground.with(limits: 1) { store in
      try await store.note("mine")
      _ = await failure { try await store.note("x", as: .alice, ["stars": .int(9)]) }
      let who = try await store.look { session throws(Failure) in
        try session.row(
          "select current_user::text, coalesce(current_setting('request.jwt.claims', true), ''), auth.uid()::text", [])
      }
      #expect(who == [.text("postgres"), .text(""), .null])
    }
  }
}

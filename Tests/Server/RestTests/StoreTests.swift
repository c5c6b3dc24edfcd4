import Foundation
import Relational
import Rest
import SQLiteStore
import Testing
import Tokens
import Transport

import struct Storage.MasterKey

/// Tests from end to end: from a request to the database file and back.
@Suite struct StoreTests {
  static let ids = (1...9).map { "00000000-0000-4000-8000-00000000000\($0)" }
  static let bob = Caller.person("22222222-2222-4222-8222-222222222222")
  static let table: Table = {
    var table = Table.owned(
      "todos",
      [
        .text("title").required, .boolean("done").usually("false"), .integer("rank"), .bigint("size"), .double("score"),
        .timestamp("at"), .date("day"), .json("meta"), .texts("tags"), .text("weird col"),
      ])
    table.uniques = [["owner", "title"]]
    return table
  }()

  /// Three rows of Alice. `serving` adds one of Bob.
  static let rows = """
    [{"id":"\(ids[0])","title":"a,b \\"c\\"","done":true,"rank":1,"size":9007199254740993,"score":1.5,
    "at":"2026-01-15T12:00:00Z","day":"2026-01-15","meta":{"x":[1,{"y":null}]},"tags":["a","b c"],"weird col":"w"},
    {"id":"\(ids[1])","title":"Äpfel_100%","done":false,"rank":2,"size":null,"score":-2,"at":null,"day":null,"meta":null,
    "tags":[],"weird col":null},
    {"id":"\(ids[2])","title":"apfel*","done":null,"rank":3,"size":1,"score":null,"at":"2026-03-01T00:00:00+02:00",
    "day":"2026-03-01","meta":[1,2],"tags":null,"weird col":"x"}]
    """

  /// Runs the closure with a filled store in a temporary folder.
  static func serving(key: MasterKey? = nil, _ body: (Rest) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteStore.open(folder.path, schema: Schema([table]), key: key)
    let rest = Rest(store)
    #expect(try await rest.send("POST /todos", [], rows).status == 201)
    let bobs = #"{"id":"\#(ids[8])","title":"bob's"}"#
    #expect(try await rest.send("POST /todos", [], bobs, from: .caller(bob, expires: nil)).status == 201)
    try await body(rest)
    await store.close()
  }

  static func found(_ query: String, _ rest: Rest) async throws -> [Int] {
    let answer = try await rest.send("GET /todos?select=id&order=id&\(encoded(query))")
    try #require(answer.status == 200, "\(query): \(answer.body)")
    return ids.indices.filter { answer.body.contains(ids[$0]) }.map { $0 + 1 }
  }

  static func encoded(_ query: String) -> String {
    query.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "="), 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }

  @Test("A sealed column is returned, and refused by its name in filters and orders")
  func sealed() async throws {
    try await Self.serving(key: .random()) { rest in
      let all = try await rest.send("GET /todos?select=rank,meta&order=title&limit=1")
      #expect(all.status == 200 && all.body == #"[{"rank":1,"meta":{"x":[1,{"y":null}]}}]"#)
      for query in ["rank=eq.1", "order=score.desc", "or=(title.eq.a,meta.cs.1)", "not.and=(done.is.true)"] {
        for verb in query.hasPrefix("order") ? ["GET"] : ["GET", "DELETE"] {
          let refused = try await rest.send("\(verb) /todos?\(Self.encoded(query))")
          #expect(refused.status == 400 && refused.body.contains(#""code":"0A000""#), "\(refused.body)")
          #expect(refused.body.contains("is sealed on this server"))
        }
      }
      #expect(try await Self.found("title=like.apfel*&limit=1", rest) == [3])
    }
  }

  @Test("Every condition finds its rows, and none of another user")
  func conditions() async throws {
    let cases: [(String, [Int])] = [
      ("", [1, 2, 3]), ("id=eq.\(Self.ids[0].uppercased())", [1]), ("id=neq.\(Self.ids[0])", [2, 3]),
      ("id=eq.\(Self.ids[8])", []),
      (#"title=eq.a,b "c""#, [1]), (#"title=in.("a,b \"c\"",apfel*)"#, [1, 3]), ("rank=gt.1&rank=lt.3", [2]),
      ("rank=in.()", []),
      ("rank=not.in.(1,2)", [3]), ("rank=gte.2", [2, 3]), ("size=eq.9007199254740993", [1]), ("score=lte.-2", [2]),
      ("score=not.is.null", [1, 2]),
      ("done=is.true", [1]), ("done=is.false", [2]), ("done=is.null", [3]), ("done=is.not_null", [1, 2]),
      ("done=not.is.true", [2, 3]),
      ("done=eq.yes", [1]), ("title=like.a*", [1, 3]), ("title=like.%_100\\%", [2]), ("title=ilike.A*", [1, 3]),
      ("title=not.like.a*", [2]),
      ("at=eq.2026-01-15 13:00+01", [1]), ("at=gt.2026-01-15T12:00:00.000001Z", [3]), ("day=lt.2026-02-01", [1]),
      (#"tags=cs.{"b c"}"#, [1]), ("tags=cs.{}", [1, 2]), ("tags=cd.{a,b c,d}", [1, 2]), ("tags=ov.{a,z}", [1]),
      ("tags=not.ov.{a}", [2]),
      ("tags=eq.{a,b c}", [1]), (#"meta=cs.{"x":[{"y":null}]}"#, [1]), ("meta=cs.[2]", [3]), ("meta=cs.2", [3]),
      ("meta=cd.[1,2,3]", [3]),
      ("weird col=eq.w", [1]), (#""weird col"=eq.x"#, [3]), ("or=(rank.eq.1,and(rank.eq.3,tags.is.null))", [1, 3]),
      ("not.or=(rank.eq.1,rank.eq.2)", [3]), (#"or=(title.eq."a,b \"c\"",rank.in.(2))"#, [1, 2]),
      ("and=(rank.gt.1,done.not.is.null)", [2]),
      ("owner=eq.\(Self.bob.user ?? "")", []),
    ]
    try await Self.serving { rest in
      for (query, expected) in cases {
        let found = try await Self.found(query, rest)
        #expect(found == expected, "\(query)")
      }
    }
  }

  @Test("Rows are returned as they were stored, in the requested order and range")
  func answers() async throws {
    try await Self.serving { rest in
      let first = try await rest.send(
        "GET /todos?rank=eq.1&select=title,done,rank,size,score,at,day,meta,tags,w:%22weird+col%22,rev::text")
      #expect(
        first.body.contains(
          #""title":"a,b \"c\"","done":true,"rank":1,"size":9007199254740993,"score":1.5,"at":"2026-01-15T12:00:00"#))
      #expect(
        first.body.contains(#""day":"2026-01-15","meta":{"x":[1,{"y":null}]},"tags":["a","b c"],"w":"w","rev":""#))
      for (order, ranks) in [
        ("rank.desc", "[3,2,1]"), ("score.asc", "[2,1,3]"), ("score.desc", "[3,1,2]"),
        ("score.desc.nullslast", "[1,2,3]"),
        ("score.asc.nullsfirst", "[3,2,1]"), ("done,rank", "[2,1,3]"), ("title", "[1,3,2]"),
      ] {
        let answer = try await rest.send("GET /todos?select=rank&order=\(order)")
        #expect("[" + answer.body.filter { $0.isNumber || $0 == "," } + "]" == ranks, "\(order)")
      }
      let part = try await rest.send("GET /todos?select=rank&order=rank&limit=1&offset=1", ["Prefer: count=exact"])
      #expect(part.status == 206 && part.body == #"[{"rank":2}]"# && part.headers["content-range"] == "1-1/3")
      let head = try await rest.send("HEAD /todos?rank=gt.1", ["Prefer: count=exact"])
      #expect(head.status == 200 && head.headers["content-range"] == "0-1/2")
      let csv = try await rest.send("GET /todos?select=rank,title,tags&order=rank&limit=2", ["Accept: text/csv"])
      #expect(csv.body == "rank,title,tags\n1,\"a,b \"\"c\"\"\",\"[\"\"a\"\",\"\"b c\"\"]\"\n2,Äpfel_100%,[]")
    }
  }

  @Test("A write takes effect completely or not at all")
  func writes() async throws {
    let shown = ["Prefer: return=representation"]
    try await Self.serving { rest in
      let twin = try await rest.send("POST /todos", shown, #"[{"title":"new"},{"title":"apfel*"}]"#)
      #expect(twin.status == 409 && twin.code == "23505")
      #expect(try await Self.found("title=eq.new", rest) == [])
      let merged = try await rest.send(
        "POST /todos?on_conflict=owner,title&select=rank,title",
        ["Prefer: return=representation,resolution=merge-duplicates"],
        #"{"title":"apfel*","rank":30}"#)
      #expect(merged.status == 200 && merged.body == #"[{"rank":30,"title":"apfel*"}]"#)
      let ignored = try await rest.send(
        "POST /todos?on_conflict=owner,title&select=title",
        ["Prefer: return=representation,resolution=ignore-duplicates"],
        #"[{"title":"apfel*"},{"title":"new"}]"#)
      #expect(ignored.status == 201 && ignored.body == #"[{"title":"new"}]"#)
      let many = try await rest.send("DELETE /todos?rank=gt.0", shown + ["Prefer: handling=strict,max-affected=2"])
      #expect(many.status == 400 && many.code == "PGRST124")
      #expect(try await Self.found("", rest) == [1, 2, 3])
      let two = try await rest.send(
        "PATCH /todos?rank=lt.10", shown + ["Accept: application/vnd.pgrst.object+json"], #"{"rank":7}"#)
      #expect(two.status == 406 && two.code == "PGRST116")
      let changed = try await rest.send(
        "PATCH /todos?rank=eq.1&select=rank,meta", shown, #"{"rank":7,"meta":{"n":[]}}"#)
      #expect(changed.status == 200 && changed.body == #"[{"rank":7,"meta":{"n":[]}}]"#)
      #expect(changed.headers["content-range"] == "0-0/*")
      #expect(try await rest.send("PATCH /todos?rank=eq.99", shown, #"{"rank":7}"#).body == "[]")
      #expect(try await rest.send("PATCH /todos?rank=eq.2", [], #"{"rank":"many"}"#).code == "22P02")
      #expect(try await rest.send("PATCH /todos?rank=eq.2", [], #"{"title":null}"#).code == "23502")
      #expect(try await rest.send("DELETE /todos?rank=eq.7&select=rank", shown, "{}").body == #"[{"rank":7}]"#)
      #expect(try await rest.send("DELETE /todos?id=eq.\(Self.ids[8])", shown, "{}").body == "[]")
      #expect(try await rest.send("GET /todos", from: .caller(.anonymous, expires: nil)).status == 401)
    }
  }

  @Test("A device pulls with POST as a signed-in user; GET and anonymous requests are refused")
  func syncs() async throws {
    try await Self.serving { rest in
      let pull = #"{"device":"\#(Self.ids[4])","epoch":null,"cursors":{"todos":null},"limit":2}"#
      let pulled = try await rest.send("POST /rpc/sync_pull", [], pull)
      #expect(
        pulled.status == 200 && pulled.body.contains(#""changes":["#) && !pulled.body.contains("bob's"),
        "\(pulled.body)")
      #expect(try await rest.send("POST /rpc/sync_pull", [], "[]").code == "PGRST102")
      #expect(try await rest.send("GET /rpc/sync_push").status >= 400)
      #expect(
        try await rest.send("POST /rpc/sync_pull", [], pull, from: .caller(.anonymous, expires: nil)).status == 401)
    }
  }

  @Test("No part of a query string can inject SQL")
  func injections() async throws {
    let probes = [
      "' or '1'='1", "' or 1=1 --", "\" or 1=1 --", "1; drop table todos; --", "1) or (1=1",
      "' union select title from todos --", "$1", "\\", "'", "\"",
      "/*", "x' || (select title from todos) || '", "(select 1)", "id\" from todos; --", "\u{0}", "1 or 1=1",
      "a\" as \"b\", \"owner",
    ]
    let places: [(String) -> String] = [
      { "title=eq.\($0)" }, { "title=not.eq.\($0)" }, { "title=like.\($0)" }, { "title=ilike.\($0)" },
      { "title=in.(\($0))" }, { "title=in.(\"\($0)\")" },
      { "title=is.\($0)" }, { "title=\($0).x" }, { "\($0)=eq.x" }, { "rank=eq.\($0)" }, { "id=eq.\($0)" },
      { "at=gt.\($0)" }, { "tags=cs.{\($0)}" },
      { "meta=cs.\($0)" }, { "or=(title.eq.\($0),rank.eq.99)" }, { "or=(\($0).eq.1)" }, { "or=\($0)" },
      { "and=(title.eq.\"\($0)\")" }, { "select=\($0)" },
      { "select=\"\($0)\":title" }, { "select=title::\($0)" }, { "order=\($0)" }, { "order=title.\($0)" },
      { "order=\"\($0)\".desc" }, { "limit=\($0)" },
      { "offset=\($0)" }, { "columns=\($0)" }, { "on_conflict=\($0)" }, { "not.or=(title.in.(\($0)))" },
    ]
    try await Self.serving { rest in
      for place in places {
        for probe in probes {
          let query = Self.encoded(place(probe))
          for line in ["GET /todos?\(query)", "DELETE /todos?rank=eq.99&\(query)", "PATCH /todos?rank=eq.99&\(query)"] {
            let answer = try await rest.send(
              line, ["Prefer: return=representation"], line.hasPrefix("PATCH") ? #"{"rank":98}"# : "")
            #expect(200..<500 ~= answer.status, "\(place(probe)) \(answer.body)")
            #expect(!answer.body.contains("bob's"), "\(place(probe))")
            // A refusal by the database itself would mean that input of the sender became SQL.
            #expect(answer.code != "42601" && answer.code != "XX000", "\(place(probe)) \(answer.body)")
          }
          let insert = try await rest.send(
            "POST /todos?\(query)", ["Prefer: resolution=ignore-duplicates"], #"{"title":"apfel*"}"#)
          #expect(200..<500 ~= insert.status && insert.code != "42601", "\(place(probe)) \(insert.body)")
          #expect(
            try await rest.send(
              "POST /todos", ["Prefer: resolution=ignore-duplicates"], "{\"\(probe.filter { $0 != "\u{0}" })\":1}"
            ).status == 400)
        }
      }
      let everything = try await rest.send("GET /todos?select=rank&order=rank")
      #expect(everything.body.hasPrefix(#"[{"rank":1},{"rank":2},{"rank":3}"#))
    }
  }
}

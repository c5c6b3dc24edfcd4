import Kernel
import Relational
import Rest
import Testing
import Tokens
import Transport

/// Recorded requests of the official client for tables, and the answers that it needs.
@Suite struct TableTests {
  let database = AskedDatabase()
  var rest: Rest { Rest(database) }
  static let always = [
    "Accept: application/json", "Content-Type: application/json", "Accept-Profile: public", "Content-Profile: public",
  ]

  func send(_ line: String, _ headers: [String] = [], _ body: String = "") async throws -> Answer {
    let named = Set(headers.map { $0.prefix { $0 != ":" }.lowercased() })
    let always = Self.always.filter { !named.contains($0.prefix { $0 != ":" }.lowercased()) }
    return try await rest.send(line, always + headers, body)
  }

  var select: Select? { if case .select(let select) = database.last { select } else { nil } }
  var insert: Insert? { if case .insert(let insert) = database.last { insert } else { nil } }
  var update: Update? { if case .update(let update) = database.last { update } else { nil } }
  var delete: Delete? { if case .delete(let delete) = database.last { delete } else { nil } }

  @Test("A list returns the requested rows, at most a thousand")
  func list() async throws {
    database.put(#"[{"id":"1"},{"id":"2"}]"#, count: 2)
    let answer = try await send("GET /todos?select=id&done=is.true&order=id.desc&offset=10&limit=10")
    #expect(answer.status == 200)
    #expect(answer.body == #"[{"id":"1"},{"id":"2"}]"#)
    #expect(answer.headers["content-range"] == "10-11/*")
    #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
    #expect(answer.headers["preference-applied"] == nil)
    #expect(select?.shown == [Shown("id")])
    #expect(select?.filter == .isTrue("done"))
    #expect(select?.order == [Order("id", isDescending: true)])
    #expect(select?.limit == 10 && select?.offset == 10 && select?.counts == false && select?.wantsRows == true)
    #expect(database.held.withLock { $0.callers } == [alice])
    _ = try await send("GET /todos?limit=5000")
    #expect(select?.limit == 1_000)
  }

  @Test(
    "A count is returned with the range, and the status tells whether these are all rows",
    arguments: [
      (2, 2, 0, 200, "0-1/2"), (2, 3573, 0, 206, "0-1/3573"), (0, 0, 0, 200, "*/0"), (0, 5, 5, 206, "*/5"),
      (2, 7, 5, 206, "5-6/7"),
    ])
  func count(_ count: Int, _ total: Int, _ offset: Int, _ status: Int, _ range: String) async throws {
    database.put("[]", count: count, total: total)
    let answer = try await send("GET /todos?offset=\(offset)", ["Prefer: count=exact"])
    #expect(answer.status == status)
    #expect(answer.headers["content-range"] == range)
    #expect(answer.headers["preference-applied"] == "count=exact")
    #expect(select?.counts == true)
  }

  @Test("An offset beyond the last row is answered with 416")
  func beyond() async throws {
    database.put("[]", count: 0, total: 5)
    let answer = try await send("GET /todos?offset=6", ["Prefer: count=planned"])
    #expect(answer.status == 416 && answer.code == "PGRST103")
    #expect(answer.body.contains("An offset of 6 was requested, but there are only 5 rows."))
  }

  @Test("A HEAD request with a count reads no rows and still returns its range")
  func headCount() async throws {
    database.put("[]", count: 0, total: 25)
    let answer = try await send("HEAD /todos?select=*&limit=10&offset=20", ["Prefer: count=exact"])
    #expect(answer.status == 206)
    #expect(answer.headers["content-range"] == "20-24/25")
    #expect(select?.wantsRows == false)
  }

  @Test("A single row is returned as an object; none or two are refused")
  func single() async throws {
    database.put(#"[{"id":"1"}]"#, count: 1)
    let accept = ["Accept: application/vnd.pgrst.object+json"]
    let one = try await send("GET /todos?select=id", accept)
    #expect(one.body == #"{"id":"1"}"#)
    #expect(one.headers["content-type"] == "application/vnd.pgrst.object+json; charset=utf-8")
    #expect(try await send("GET /todos?limit=0", accept).code == "PGRST116")
    database.put("[{},{}]", count: 2)
    let two = try await send("GET /todos?select=id", accept)
    #expect(two.status == 406 && two.code == "PGRST116")
    #expect(
      two.body == #"{"code":"PGRST116","details":"The result contains 2 rows","hint":null,"#
        + #""message":"Cannot coerce the result to a single JSON object"}"#)
  }

  @Test("Rows can be returned as CSV")
  func csv() async throws {
    database.put(
      #"[{"title":"a, \"b\"\nc","meta":{"x":[1]}},{"meta":null,"title":""},{"title":"ä","meta":7}]"#, count: 3)
    let answer = try await send("GET /todos?select=title,meta", ["Accept: text/csv"])
    #expect(answer.headers["content-type"] == "text/csv; charset=utf-8")
    #expect(answer.body == "title,meta\n\"a, \"\"b\"\"\nc\",\"{\"\"x\"\":[1]}\"\n,\nä,7")
    database.put("[]", count: 0)
    #expect(try await send("GET /todos?select=n:title", ["Accept: text/csv"]).body == "n")
  }

  @Test("An insert returns what the request prefers")
  func inserts() async throws {
    database.put(#"[{"id":"1"}]"#, count: 1, inserted: 1)
    let shown = try await send(
      "POST /todos?select=id", ["Prefer: return=representation"], #"{"title":"a","done":true}"#)
    #expect(shown.status == 201 && shown.body == #"[{"id":"1"}]"#)
    #expect(shown.headers["content-range"] == "*/*")
    #expect(shown.headers["preference-applied"] == "return=representation")
    #expect(insert?.columns == ["title", "done"])
    #expect(insert?.rows == [[.text("a"), .bool(true)]])
    #expect(insert?.shown == [Shown("id")])
    #expect(insert?.collision == .refuse)
    let minimal = try await send("POST /todos", ["Prefer: return=minimal,count=exact"], #"{"title":"a"}"#)
    #expect(minimal.status == 201 && minimal.body.isEmpty && minimal.headers["content-type"] == nil)
    #expect(minimal.headers["content-range"] == "*/1")
    #expect(insert?.shown == nil)
    let single = try await send(
      "POST /todos?select=id", ["Prefer: return=representation", "Accept: application/vnd.pgrst.object+json"],
      #"{"title":"a"}"#)
    #expect(single.status == 201 && single.body == #"{"id":"1"}"#)
    #expect(insert?.bounds == Bounds(exactlyOne: true))
  }

  @Test("Many rows are inserted in one statement, with the columns that are named")
  func bulk() async throws {
    database.put("[]", count: 2, inserted: 2)
    let answer = try await send(
      "POST /todos?columns=%22done%22,%22title%22", ["Prefer: return=representation,missing=default"],
      #"[{"title":"a"},{"done":true,"title":"b","other":1}]"#)
    #expect(answer.status == 201)
    #expect(answer.headers["preference-applied"] == "missing=default, return=representation")
    #expect(insert?.columns == ["done", "title"])
    #expect(insert?.rows == [[.usual, .text("a")], [.bool(true), .text("b")]])
    _ = try await send("POST /todos?columns=%22done%22,%22title%22", [], #"[{"title":"a"}]"#)
    #expect(insert?.rows == [[.null, .text("a")]])
    let asked = database.count
    #expect(try await send("POST /todos", ["Prefer: return=representation"], "[]").body == "[]")
    #expect(database.count == asked)
  }

  @Test("A large body is read like a small one")
  func large() async throws {
    let title = String(repeating: "a", count: 100)
    let body = "[" + Array(repeating: #"{"title":"\#(title)"}"#, count: 500).joined(separator: ",") + "]"
    #expect(try await send("POST /todos", [], body).status == 201)
    #expect(insert?.rows == Array(repeating: [.text(title)], count: 500))
    #expect(try await send("POST /todos", [], body + "x").code == "PGRST102")
  }

  @Test("Conflicting rows are merged or ignored, by the key or the named columns")
  func upserts() async throws {
    database.put("[]", count: 1, inserted: 0)
    let merge = ["Prefer: return=representation,resolution=merge-duplicates"]
    let merged = try await send("POST /todos?on_conflict=title,owner", merge, #"{"title":"a"}"#)
    #expect(merged.status == 200)
    #expect(merged.headers["preference-applied"] == "resolution=merge-duplicates, return=representation")
    #expect(insert?.collision == .merge(on: ["title", "owner"]))
    database.put("[]", count: 1, inserted: 1)
    #expect(try await send("POST /todos", merge, #"{"title":"a"}"#).status == 201)
    #expect(insert?.collision == .merge(on: ["id"]))
    database.put("[]", count: 0, inserted: 0)
    let ignored = try await send("POST /todos", ["Prefer: resolution=ignore-duplicates"], #"{"title":"a"}"#)
    #expect(ignored.status == 201)
    #expect(insert?.collision == .ignore(on: ["id"]))
    #expect(try await send("POST /todos?on_conflict=title", merge, #"{"title":"a"}"#).code == "42P10")
    #expect(try await send("POST /todos?on_conflict=other", merge, #"{"title":"a"}"#).code == "42703")
  }

  @Test("An update changes the rows of its filter, and none is no failure")
  func updates() async throws {
    database.put("[]", count: 0)
    let none = try await send(
      "PATCH /todos?id=eq.1", ["Prefer: return=representation"], #"{"title":"b","meta":{"a":1}}"#)
    #expect(none.status == 200 && none.body == "[]" && none.headers["content-range"] == "*/*")
    #expect(update?.values == ["title": .text("b"), "meta": .json(#"{"a":1}"#)])
    #expect(update?.filter == .compare("id", .equal, .text("1")))
    database.put("[]", count: 3)
    let minimal = try await send("PATCH /todos?done=is.true", ["Prefer: return=minimal,count=exact"], #"{"title":"b"}"#)
    #expect(minimal.status == 204 && minimal.body.isEmpty && minimal.headers["content-range"] == "0-2/3")
    #expect(update?.shown == nil)
    _ = try await send("PATCH /todos?id=eq.1&columns=title,rank", ["Prefer: missing=default"], #"{"title":"b"}"#)
    #expect(update?.values == ["title": .text("b"), "rank": .null])
    let asked = database.count
    #expect(try await send("PATCH /todos?id=eq.1", [], "{}").status == 204)
    #expect(database.count == asked)
    #expect(try await send("PATCH /todos?id=eq.1", [], "[]").code == "PGRST102")
    #expect(try await send("PATCH /todos", [], #"{"title":"b"}"#).code == "21000")
    #expect(try await send("PATCH /todos?id=eq.1&limit=1", [], #"{"title":"b"}"#).code == "PGRST100")
  }

  @Test("A deletion ignores its body and requires a filter")
  func deletes() async throws {
    database.put(#"[{"id":"1"}]"#, count: 1)
    let shown = try await send("DELETE /todos?id=eq.1", ["Prefer: return=representation,count=exact"], "{}")
    #expect(shown.status == 200 && shown.body == #"[{"id":"1"}]"# && shown.headers["content-range"] == "*/1")
    #expect(delete?.filter == .compare("id", .equal, .text("1")))
    #expect(try await send("DELETE /todos?id=eq.1").status == 204)
    #expect(try await send("DELETE /todos").status == 400)
  }

  @Test("With strict handling, unknown preferences are refused and max-affected limits a write")
  func strict() async throws {
    _ = try await send("DELETE /todos?id=eq.1", ["Prefer: handling=strict,max-affected=1"])
    #expect(delete?.bounds == Bounds(atMost: 1))
    _ = try await send("DELETE /todos?id=eq.1", ["Prefer: max-affected=1"])
    #expect(delete?.bounds == Bounds())
    let unknown = try await send("GET /todos", ["Prefer: handling=strict, tx=rollback,count=exakt"])
    #expect(unknown.status == 400 && unknown.code == "PGRST122")
    #expect(unknown.body.contains("tx=rollback, count=exakt"))
    #expect(try await send("GET /todos", ["Prefer: tx=rollback"]).status == 200)
    database.put(.tooMany(2))
    let many = try await send(
      "PATCH /todos?id=eq.1", ["Prefer: handling=strict", "Prefer: max-affected=1"], #"{"title":"a"}"#)
    #expect(many.status == 400 && many.code == "PGRST124")
  }
}

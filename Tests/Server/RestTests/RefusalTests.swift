import Relational
import Rest
import SyncWire
import Testing
import Tokens
import Transport

@Suite struct RefusalTests {
  let database = AskedDatabase()
  var rest: Rest { Rest(database) }

  @Test(
    "Every failure has the HTTP status that clients expect",
    arguments: [
      ("23505", 409), ("23503", 409), ("23502", 400), ("23514", 400), ("22P02", 400), ("42703", 400), ("42501", 403),
      ("PGRST205", 404),
      ("PGRST202", 404), ("PGRST204", 400), ("PGRST116", 406), ("PGRST124", 400), ("53300", 503), ("08006", 503),
      ("40001", 500), ("57014", 500),
      ("PGRST003", 504), ("P0001", 400), ("PT409", 409), ("PT999", 500), ("XX000", 500), ("25006", 405), ("42883", 404),
      ("54001", 400),
    ])
  func statuses(_ code: String, _ status: Int) async throws {
    database.put(Failure(code, "what \"happened\"\r\n", details: "d", hint: "h"))
    let answer = try await rest.send("GET /todos")
    #expect(answer.status == status)
    #expect(answer.headers["proxy-status"] == "PostgREST; error=\(code)")
    #expect(answer.body == #"{"code":"\#(code)","details":"d","hint":"h","message":"what \"happened\"\r\n"}"#)
  }

  @Test("An anonymous caller gets 401 instead of 403")
  func anonymous() async throws {
    database.put(.forbidden("todos"))
    let answer = try await rest.send("GET /todos", from: .caller(.anonymous, expires: nil))
    #expect(answer.status == 401 && answer.code == "42501")
    #expect(answer.headers["www-authenticate"] == "Bearer")
  }

  @Test("A request without a key gets the answer of the hosted service")
  func noKey() async throws {
    let answer = try await rest.send("GET /todos", from: Credential.none)
    #expect(answer.status == 401)
    #expect(answer.body.contains(#""message":"No API key found in request""#))
    #expect(answer.body.contains(#""hint":"No `apikey` request header or url param was found.""#))
    #expect(database.count == 0)
  }

  @Test(
    "An invalid token is refused with the reason",
    arguments: [
      (TokenRefusal.expired, "PGRST303"), (.notYet, "PGRST303"), (.wrongAudience, "PGRST303"),
      (.wrongIssuer, "PGRST303"), (.malformed, "PGRST301"),
      (.wrongSignature, "PGRST301"), (.wrongAlgorithm, "PGRST301"), (.unknownKey, "PGRST301"),
    ])
  func refused(_ refusal: TokenRefusal, _ code: String) async throws {
    let answer = try await rest.send("GET /todos", from: .refused(refusal))
    #expect(answer.status == 401 && answer.code == code)
    #expect(
      answer.headers["www-authenticate"]?.hasPrefix(#"Bearer error="invalid_token", error_description=""#) == true)
    #expect(database.count == 0)
    if refusal == .expired { #expect(answer.body.contains("JWT expired")) }
  }

  @Test(
    "Unknown paths, wrong methods, unacceptable and malformed requests are refused before any query",
    arguments: [
      ("GET /nothing", [], "", 404, "PGRST205"), ("GET /todos/", [], "", 404, "PGRST125"),
      ("GET /todos/1", [], "", 404, "PGRST125"),
      ("GET /rpc", [], "", 404, "PGRST125"), ("GET /rpc/", [], "", 404, "PGRST125"),
      ("GET /rpc/a/b", [], "", 404, "PGRST125"),
      ("PUT /todos?id=eq.1", [], "{}", 405, "PGRST117"), ("BREW /todos", [], "", 405, "PGRST117"),
      ("DELETE /rpc/f", [], "", 405, "PGRST117"),
      ("POST /", [], "{}", 405, "PGRST117"),
      ("GET /todos", ["Accept: text/xml"], "", 406, "PGRST107"),
      ("GET /todos", ["Accept: application/vnd.pgrst.plan+text"], "", 406, "PGRST107"),
      ("GET /todos", ["Accept: application/vnd.pgrst.array+json;nulls=stripped"], "", 406, "PGRST107"),
      ("GET /todos", ["Accept-Profile: private"], "", 406, "PGRST106"),
      ("POST /todos", ["Content-Profile: private"], "{}", 406, "PGRST106"),
      ("POST /todos", [], "", 400, "PGRST102"), ("POST /todos", [], "{", 400, "PGRST102"),
      ("POST /todos", [], "1", 400, "PGRST102"),
      ("POST /todos", [], #"{"other":1}"#, 400, "PGRST204"), ("POST /todos?columns=other", [], "{}", 400, "PGRST204"),
      ("POST /todos", ["Content-Type: text/csv"], "title\na", 400, "PGRST102"),
      ("POST /todos", [], #"[{"title":"a"},{"done":true}]"#, 400, "PGRST102"),
      ("POST /rpc/f", [], "[]", 400, "PGRST102"),
      ("POST /rpc/f?select=a", [], "{}", 400, "PGRST100"), ("POST /rpc/f;drop", [], "{}", 404, "PGRST202"),
    ] as [(String, [String], String, Int, String)])
  func refuses(_ line: String, _ headers: [String], _ body: String, _ status: Int, _ code: String) async throws {
    let answer = try await rest.send(line, headers, body)
    #expect(answer.status == status && answer.code == code)
    #expect(database.count == 0)
  }

  @Test(
    "Every media type that this server offers can be accepted",
    arguments: [
      "*/*", "application/json", "application/json;q=0.9, text/html", "text/html, application/json",
      "application/vnd.pgrst.array+json", "text/csv",
      "application/vnd.pgrst.plan, application/json; charset=utf-8", "",
    ])
  func accepts(_ accept: String) async throws {
    database.put("[]", count: 0)
    #expect(try await rest.send("GET /todos", ["Accept: \(accept)"]).status == 200)
  }

  @Test("The size limit of a body is known before it is read")
  func bodies() throws {
    func limit(_ line: String, _ path: [Substring]) throws -> Int {
      rest.bodyLimit(for: try request(line).head, at: path[...])
    }
    #expect(try limit("POST /todos", ["todos"]) == 1 << 20)
    #expect(try limit("POST /rpc/sync_push", ["rpc", "sync_push"]) == Push.mostBytes)
    #expect(try limit("GET /todos", ["todos"]) == 1 << 16)
  }

  @Test("The root describes the tables, and OPTIONS lists the methods")
  func root() async throws {
    for line in ["GET /", "GET /todos"] { #expect(try await rest.send(line).status == 200) }
    let overview = try await rest.send("GET /")
    #expect(overview.body.hasPrefix(#"{"swagger":"2.0""#))
    #expect(
      overview.body.contains(#""todos":{"type":"object","required":["title"],"properties":{"id":{"format":"uuid""#))
    #expect(try await rest.send("OPTIONS /todos").headers["allow"] == "OPTIONS,GET,HEAD,POST,PATCH,DELETE")
  }
}

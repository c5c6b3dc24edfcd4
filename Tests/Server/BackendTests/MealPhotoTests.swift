import Catalog
import Fetch
import FoundationEssentials
import JSON
import Kernel
import Loopback
import Testing
import Tokens
import Transport

@testable import Backend

@Suite("Meal photo recognition")
struct MealPhotoTests {
  private static let picture = "\u{FFFD}PNG and so on"
  private static let entry = "00000000-0000-4000-8000-000000000001"

  /// The token and the id of a signed-in user.
  private struct Person {
    let token: String
    let id: String
  }

  private func person(_ server: Running, _ email: String = "one@example.com") async throws -> Person {
    let token = try await server.signUp(email)
    let told = try await server.ask("GET", "/auth/v1/user", key: server.backend.keys.anon, bearer: token)
    return Person(token: token, id: try #require(told.json["id"]?.string))
  }

  private func upload(_ server: Running, _ person: Person, _ name: String) async throws -> Running.Told {
    let answer = try await server.fetch.send(
      Outgoing(
        "POST", "\(server.backend.address)/storage/v1/object/meal-photos/\(person.id)/\(name)",
        headers: [
          .init("apikey", server.backend.keys.anon), .init("authorization", "Bearer \(person.token)"),
          .init("content-type", name.hasSuffix("txt") ? "text/plain" : "image/png"),
        ], body: Array(MealPhotoTests.picture.utf8)))
    return .init(status: answer.status, text: String(decoding: answer.body, as: UTF8.self)) { answer[$0] }
  }

  private func look(_ server: Running, _ person: Person, _ body: String) async throws -> Running.Told {
    try await server.ask(
      "POST", "/functions/v1/meal-photo", key: server.backend.keys.anon, bearer: person.token, body: body)
  }

  private func body(_ object: String) -> String { #"{"object":"\#(object)","entry_id":"\#(MealPhotoTests.entry)"}"# }

  @Test("without a model the list is empty; a missing photo is answered with 404")
  func nobodyKnows() async throws {
    try await running { server in
      let person = try await person(server)
      let object = "meal-photos/\(person.id)/lunch.png"
      #expect(try await look(server, person, body(object)).status == 404)
      #expect(try await upload(server, person, "lunch.png").status == 200)
      let told = try await look(server, person, body(object))
      #expect(told.status == 200 && told.text == #"{"items":[]}"#)
    }
  }

  @Test("the bucket accepts only images, and does not prevent a second start")
  func bucket() async throws {
    try await running { server in
      let person = try await person(server)
      #expect(try await upload(server, person, "notes.txt").text.contains("InvalidMimeType"))
      let bucket = try await server.ask("GET", "/storage/v1/bucket/meal-photos", key: server.backend.keys.service)
      #expect(bucket.json["public"] == false && bucket.json["file_size_limit"] == 10_485_760)
      #expect(bucket.json["allowed_mime_types"] == ["image/*"])
      await server.backend.stop()
      var options = BackendOptions(folder: server.folder, schema: .products)
      options.port = 0
      try await Backend.start(options).stop()
    }
  }

  @Test("only a signed-in user may ask, only about their own photos, and with a valid request")
  func own() async throws {
    try await running { server in
      let (one, other) = (try await person(server), try await person(server, "two@example.com"))
      _ = try await upload(server, one, "lunch.png")
      let object = "meal-photos/\(one.id)/lunch.png"
      #expect(try await look(server, other, body(object)).status == 400)
      for path in [
        "\(one.id)/lunch.png", "meal-photos/\(one.id)/", "meal-photos/\(one.id)", "meal-photos/../\(object)", "",
        "other/\(one.id)/lunch.png",
      ] {
        #expect(try await look(server, one, body(path)).status == 400, "\(path)")
      }
      for path in ["meal-photos/\(one.id)/../\(other.id)/x.png", "meal-photos/\(one.id)//x", "\(object)/x"] {
        #expect(try await look(server, one, body(path)).status == 404, "\(path)")
      }
      for rubbish in [
        "", "{", "[]", "{}", #"{"object":1,"entry_id":"x"}"#, #"{"object":"\#(object)","entry_id":"no"}"#,
      ] {
        #expect(try await look(server, one, rubbish).status == 400, "\(rubbish)")
      }
      let anon = server.backend.keys.anon
      let path = "/functions/v1/meal-photo"
      #expect(try await server.ask("POST", path, key: anon, body: body(object)).status == 403)
      #expect(try await server.ask("POST", path, body: body(object)).status == 401)
      #expect(try await server.ask("GET", path, key: anon, bearer: one.token).status == 405)
    }
  }

  /// Submits a photo to a model that gives this answer; returns the result and what the model received.
  private func seen(
    _ answer: String, status: String = "200 OK"
  ) async throws -> (told: Running.Told, head: [String], body: [UInt8]) {
    let got = Locked<(head: [String], body: [UInt8])?>(nil)
    let model = try Listener { talk in
      got.withLock { $0 = talk.request() }
      talk.answer(Array(answer.utf8), status: status)
    }
    return try await running(change: { $0.mealModel = "http://127.0.0.1:\(model.port)/look" }) { server in
      let person = try await person(server)
      _ = try await upload(server, person, "lunch.png")
      let told = try await look(server, person, body("meal-photos/\(person.id)/lunch.png"))
      withExtendedLifetime(model) {}
      let request = got.withLock { $0 }
      return (told, request?.head ?? [], request?.body ?? [])
    }
  }

  @Test("the answer lists the items of the model, which receives the bytes of the image")
  func model() async throws {
    let (told, head, body) = try await seen(#"{"items":[{"name":" Rice ","grams":180.5,"confidence":0.9,"more":1}]}"#)
    #expect(told.status == 200)
    #expect(told.json == ["items": [["name": "Rice", "grams": 180.5, "confidence": 0.9]]])
    #expect(head.first == "POST /look HTTP/1.1")
    #expect(head.map { $0.lowercased() }.contains("content-type: image/png"))
    #expect(body == Array(MealPhotoTests.picture.utf8))
  }

  @Test("implausible items are dropped, and the list ends after 20 items")
  func implausible() async throws {
    let wrong = [
      #"{"name":"","grams":1,"confidence":1}"#, #"{"name":"a","grams":-1,"confidence":1}"#,
      #"{"name":"a","grams":5001,"confidence":1}"#, #"{"name":"a","grams":1,"confidence":1.1}"#,
      #"{"name":"a\u0007","grams":1,"confidence":1}"#, #"{"name":7,"grams":1,"confidence":1}"#, "7", "null",
      #"{"name":"\#(String(repeating: "a", count: 201))","grams":1,"confidence":1}"#,
    ]
    let right = (0..<30).map { #"{"name":"n\#($0)","grams":5000,"confidence":0}"# }
    let told = try await seen(#"{"items":[\#((wrong + right).joined(separator: ","))]}"#).told
    let names = told.json["items"]?.array?.compactMap { $0["name"]?.string }
    #expect(names == (0..<20).map { "n\($0)" })
  }

  @Test(
    "a failing model or a malformed answer results in 502, not in an empty list",
    arguments: [
      ("{}", "200 OK"), ("[", "200 OK"), ("", "200 OK"), (#"{"items":{}}"#, "200 OK"), ("no", "500 Error"),
      (#"{"items":[]}"#, "404 Not Found"),
      (#"{"items":[],"pad":"\#(String(repeating: "x", count: 70_000))"}"#, "200 OK"),
    ])
  func failing(answer: String, status: String) async throws {
    let told = try await seen(answer, status: status).told
    #expect(told.status == 502 && told.json["code"] == "MODEL")
  }

  @Test("an invalid address of the model is refused at the start")
  func noModel() async throws {
    await #expect { try await Running(change: { $0.mealModel = "model.example.org" }) } throws: {
      ($0 as? Problem)?.code == "meal-model"
    }
  }
}

import Catalog
import Fetch
import FoundationEssentials
import JSON
import Kernel
import Loopback
import ServerFunctions
import Testing
import Tokens

@testable import YHealth

@Suite("Meal photo recognition")
struct MealPhotoTests {
  private static let picture = Array("\u{FFFD}PNG and so on".utf8)
  private static let entry = "00000000-0000-4000-8000-000000000001"
  private static let lunch = "meal-photos/me/lunch.png"

  private func body(_ object: String) -> String { #"{"object":"\#(object)","entry_id":"\#(MealPhotoTests.entry)"}"# }

  /// A server that has one picture of the person `me`.
  private func context(
    _ send: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming = { _ throws(Problem) in
      throw Problem("unasked", "Nobody is to be asked.", remedy: "Do not.")
    }
  ) -> FunctionContext {
    FunctionContext(
      file: { name, bucket throws(Problem) in
        guard "\(bucket)/\(name)" == MealPhotoTests.lunch else { return nil }
        return StoredFile(type: "image/png", size: MealPhotoTests.picture.count) { () throws(Problem) in
          MealPhotoTests.picture
        }
      }, send: send, log: .silent)
  }

  private func look(
    _ body: String, as caller: Caller = .person("me"), method: String = "POST", in context: FunctionContext? = nil
  ) async throws -> FunctionAnswer {
    let function = try MealPhoto.function(model: nil)
    let call = FunctionCall(method: method, body: Array(body.utf8), caller: caller)
    return await function.handle(call, context ?? self.context())
  }

  @Test("without a model the list is empty; a missing photo is answered with 404")
  func nobodyKnows() async throws {
    #expect(try await look(body("meal-photos/me/dinner.png")).status == .notFound)
    let answer = try await look(body(MealPhotoTests.lunch))
    #expect(answer.status == .ok && answer.body == ["items": []])
  }

  @Test("the server of the products has the function, and a bucket that accepts only images")
  func declared() throws {
    let function = try #require(try ServerFunction.products().first { $0.name == "meal-photo" })
    #expect(function.buckets == [ServerBucket("meal-photos", types: ["image/*"], largest: 10_485_760)])
    #expect(!function.sendsRequests)
    #expect(try MealPhoto.function(model: "http://127.0.0.1:1/look").sendsRequests)
  }

  @Test("only a signed-in user may ask, only about their own photos, and with a valid request")
  func own() async throws {
    let lunch = MealPhotoTests.lunch
    #expect(try await look(body(lunch), as: .person("other")).status == .badRequest)
    for path in [
      "me/lunch.png", "meal-photos/me/", "meal-photos/me", "meal-photos/../\(lunch)", "", "other/me/lunch.png",
    ] {
      #expect(try await look(body(path)).status == .badRequest, "\(path)")
    }
    for path in ["meal-photos/me/../other/x.png", "meal-photos/me//x", "\(lunch)/x"] {
      #expect(try await look(body(path)).status == .notFound, "\(path)")
    }
    for rubbish in ["", "{", "[]", "{}", #"{"object":1,"entry_id":"x"}"#, #"{"object":"\#(lunch)","entry_id":"no"}"#] {
      #expect(try await look(rubbish).status == .badRequest, "\(rubbish)")
    }
    #expect(try await look(body(lunch), as: .anonymous).status == .forbidden)
    #expect(try await look(body(lunch), method: "GET").status == .methodNotAllowed)
  }

  /// Submits a photo to a model that gives this answer; returns the result and what the model received.
  private func seen(
    _ answer: String, status: String = "200 OK"
  ) async throws -> (told: FunctionAnswer, head: [String], body: [UInt8]) {
    let got = Locked<(head: [String], body: [UInt8])?>(nil)
    let model = try Listener { talk in
      got.withLock { $0 = talk.request() }
      talk.answer(Array(answer.utf8), status: status)
    }
    let fetch = try Fetch()
    let function = try MealPhoto.function(model: "http://127.0.0.1:\(model.port)/look")
    let call = FunctionCall(body: Array(body(MealPhotoTests.lunch).utf8), caller: .person("me"))
    let told = await function.handle(call, context { request throws(Problem) in try await fetch.send(request) })
    await fetch.close()
    withExtendedLifetime(model) {}
    let request = got.withLock { $0 }
    return (told, request?.head ?? [], request?.body ?? [])
  }

  @Test("the answer lists the items of the model, which receives the bytes of the image")
  func model() async throws {
    let (told, head, body) = try await seen(#"{"items":[{"name":" Rice ","grams":180.5,"confidence":0.9,"more":1}]}"#)
    #expect(told.status == .ok)
    #expect(told.body == ["items": [["name": "Rice", "grams": 180.5, "confidence": 0.9]]])
    #expect(head.first == "POST /look HTTP/1.1")
    #expect(head.map { $0.lowercased() }.contains("content-type: image/png"))
    #expect(body == MealPhotoTests.picture)
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
    let names = told.body["items"]?.array?.compactMap { $0["name"]?.string }
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
    #expect(told.status == .badGateway && told.body["code"] == "MODEL")
  }

  @Test("an invalid address of the model is refused")
  func noModel() {
    #expect { try ServerFunction.products(mealModel: "model.example.org") } throws: {
      ($0 as? Problem)?.code == "meal-model"
    }
  }
}

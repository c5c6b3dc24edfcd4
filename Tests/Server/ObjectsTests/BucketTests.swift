import JSON
import Testing
import Tokens

@testable import Objects

@Suite("Buckets", .timeLimit(.minutes(10)))
struct BucketTests {
  @Test("a bucket is created, shown, changed, emptied and removed with the service key", arguments: Ground.all)
  func life(_ ground: Ground) async throws {
    try await shop(on: ground) { shop in
      let made = try await shop.ask(
        "POST", "/bucket",
        json: [
          "id": "avatars", "name": "avatars", "public": true, "file_size_limit": 1_000,
          "allowed_mime_types": ["image/*"],
        ])
      #expect(made.status == 200 && made.text == #"{"name":"avatars"}"#)
      let shown = try await shop.ask("GET", "/bucket/avatars").json
      #expect(shown["id"] == "avatars" && shown["name"] == "avatars" && shown["public"] == true)
      #expect(shown["owner"] == "" && shown["file_size_limit"] == 1_000)
      #expect(shown["allowed_mime_types"] == ["image/*"] && shown["created_at"]?.string == shown["updated_at"]?.string)
      let changed = try await shop.ask(
        "PUT", "/bucket/avatars",
        json: ["id": "avatars", "public": false, "file_size_limit": "2kb", "allowed_mime_types": .null])
      #expect(changed.json["message"]?.string != nil)
      let list = try await shop.ask("GET", "/bucket").json.array ?? []
      #expect(list.count == 1 && list[0]["public"] == false && list[0]["file_size_limit"] == 2_048)
      #expect(list[0]["allowed_mime_types"] == .null)
      #expect(try await shop.upload("avatars/a/b.txt", "hello").status == 200)
      let full = try await shop.ask("DELETE", "/bucket/avatars", json: [:])
      #expect(full.refusal == "400 409 ResourceNotEmpty ResourceNotEmpty")
      #expect(try await shop.ask("POST", "/bucket/avatars/empty", json: [:]).json["message"]?.string != nil)
      #expect(shop.names().isEmpty)
      #expect(try await shop.ask("DELETE", "/bucket/avatars", json: [:]).json["message"]?.string != nil)
      #expect(try await shop.ask("GET", "/bucket/avatars").refusal == "400 404 Bucket not found NoSuchBucket")
      #expect(try await shop.ask("GET", "/bucket").text == "[]")
    }
  }

  @Test("callers without the service key can neither create nor see a bucket")
  func others() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      for caller in [Caller.ada, .anonymous] {
        let made = try await shop.ask("POST", "/bucket", as: caller, json: ["name": "c"])
        #expect(made.refusal == "400 403 Unauthorized AccessDenied")
        #expect(try await shop.ask("GET", "/bucket", as: caller).text == "[]")
        for (method, path) in [
          ("GET", "/bucket/b"), ("PUT", "/bucket/b"), ("DELETE", "/bucket/b"), ("POST", "/bucket/b/empty"),
        ] {
          let answer = try await shop.ask(method, path, as: caller, body: Array("{}".utf8))
          #expect(answer.refusal == "400 404 Bucket not found NoSuchBucket", "\(method)")
        }
      }
      #expect(try await shop.ask("GET", "/bucket", as: nil).refusal == "400 403 Unauthorized AccessDenied")
      for (refusal, code) in [(TokenRefusal.expired, "InvalidJWT"), (.wrongSignature, "InvalidJWT")] {
        let answer = try await shop.ask("GET", "/bucket", with: .refused(refusal))
        #expect(answer.refusal == "400 403 Unauthorized \(code)")
      }
    }
  }

  @Test("an invalid or duplicate bucket is refused")
  func refused() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      for (body, refusal) in [
        (["name": "b"], "400 409 Duplicate BucketAlreadyExists"), ([:], "400 400 InvalidRequest InvalidRequest"),
        (["name": "a/b"], "400 400 Invalid Input InvalidBucketName"),
        (["name": "public"], "400 400 Invalid Input InvalidBucketName"),
        (["name": "c", "file_size_limit": "lots"], "400 400 InvalidRequest InvalidRequest"),
        (["name": "c", "file_size_limit": -1], "400 400 InvalidRequest InvalidRequest"),
        (["name": "c", "file_size_limit": "999999999gb"], "400 413 Payload too large EntityTooLarge"),
        (["name": "c", "file_size_limit": 1_000_000_000], "400 413 Payload too large EntityTooLarge"),
        (["name": "c", "allowed_mime_types": ["nothing"]], "400 400 InvalidRequest InvalidRequest"),
        (["name": "c", "allowed_mime_types": [5]], "400 400 InvalidRequest InvalidRequest"),
      ] as [(JSON, String)] {
        #expect(try await shop.ask("POST", "/bucket", json: body).refusal == refusal, "\(body)")
      }
      #expect(try await shop.ask("POST", "/bucket", body: Array("[".utf8)).refusal.hasPrefix("400 400"))
      #expect(try await shop.ask("POST", "/bucket/b", body: []).refusal.hasPrefix("400 405"))
      #expect(try await shop.ask("GET", "/bucket/b/c/d").refusal.hasPrefix("400 404"))
      #expect(try await shop.ask("GET", "/nothing").refusal.hasPrefix("400 404"))
    }
  }
}

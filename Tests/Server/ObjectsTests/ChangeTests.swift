import Foundation
import JSON
import Kernel
import Relational
import Testing
import Tokens

@testable import Objects
@testable import Transport

@Suite("Lists, moves and signatures", .timeLimit(.minutes(10)))
struct ChangeTests {
  @Test("a list shows folders first, then files, in order, page by page", arguments: Ground.all)
  func lists(_ ground: Ground) async throws {
    try await shop(on: ground) { shop in
      try await shop.makeBucket()
      for name in [
        "top.txt", "f/b.txt", "f/a.txt", "f/C.txt", "f/sub/x", "f/sub/deep/y", "f/other/z", "fx/n", "f%25_/q",
      ] {
        #expect(try await shop.upload("b/\(name)", name).status == 200)
      }
      func list(_ prefix: String, _ more: [String: JSON] = [:], as caller: Caller = .service) async throws -> [String] {
        let body = JSON.object(["prefix": .string(prefix)].merging(more) { $1 })
        let items = try await shop.ask("POST", "/object/list/b", as: caller, json: body).json.array ?? []
        return items.map { item in (item["name"]?.string ?? "?") + (item["id"] == .null ? "/" : "") }
      }
      #expect(try await list("") == ["f/", "f%_/", "fx/", "top.txt"])
      for prefix in ["f", "f/", "/f/"] {
        #expect(try await list(prefix) == ["other/", "sub/", "C.txt", "a.txt", "b.txt"], "\(prefix)")
      }
      let down: [String: JSON] = ["sortBy": ["column": "name", "order": "desc"]]
      #expect(try await list("f", down) == ["sub/", "other/", "b.txt", "a.txt", "C.txt"])
      #expect(try await list("f", ["limit": 2, "offset": 1]) == ["sub/", "C.txt"])
      #expect(try await list("f", ["limit": 2, "offset": 3]) == ["a.txt", "b.txt"])
      #expect(try await list("f", ["offset": 9]).isEmpty)
      #expect(try await list("f", ["search": "c"]) == ["C.txt"])
      #expect(try await list("f", ["search": "S"]) == ["sub/"])
      #expect(try await list("f", ["search": "%"]).isEmpty)
      #expect(try await list("f/sub") == ["deep/", "x"])
      for nowhere in ["F", "nowhere", "f/a.txt"] { #expect(try await list(nowhere).isEmpty) }
      let byTime: [String: JSON] = ["sortBy": ["column": "updated_at", "order": "asc"]]
      #expect(try await list("f/sub/deep", byTime) == ["y"])
      for bad: [String: JSON] in [
        ["limit": 0], ["limit": 1_001], ["offset": -1], ["limit": 1.5],
        ["sortBy": ["column": "id; drop table objects"]],
        ["sortBy": ["order": "sideways"]], ["limit": "many"],
      ] {
        let body = JSON.object(["prefix": ""].merging(bad) { $1 })
        let answer = try await shop.ask("POST", "/object/list/b", json: body)
        #expect(answer.refusal == "400 400 InvalidRequest InvalidRequest", "\(bad)")
      }
      #expect(try await list("", as: .ada).isEmpty)
      _ = try await shop.upload("b/\(Shop.ada)/p/one", "1", as: .ada)
      _ = try await shop.upload("b/\(Shop.ada)/two", "2", as: .ada)
      #expect(try await list("", as: .ada) == ["\(Shop.ada)/"])
      #expect(try await list(Shop.ada, as: .ada) == ["p/", "two"])
      #expect(try await list("f", as: .ada).isEmpty)
      #expect(try await list("", as: .anonymous).isEmpty)
      let item = try await shop.ask("POST", "/object/list/b", json: ["prefix": .string("\(Shop.ada)/p")]).json.array?
        .first
      let facts = item?["metadata"]
      #expect(facts?["size"] == 1 && facts?["mimetype"] == "text/plain" && facts?["cacheControl"] == "no-cache")
      #expect(facts?["eTag"]?.string != nil && item?["created_at"]?.string != nil && item?["last_accessed_at"] != nil)
    }
  }

  @Test("a removal returns the removed objects and deletes their files", arguments: Ground.all)
  func removing(_ ground: Ground) async throws {
    try await shop(on: ground) { shop in
      try await shop.makeBucket()
      for name in ["x/a", "x/b", "x/c"] { _ = try await shop.upload("b/\(name)", name) }
      let gone = try await shop.ask("DELETE", "/object/b", json: ["prefixes": ["x/a", "x/b", "x/a", "x/none"]])
      #expect(gone.json.array?.compactMap { $0["name"]?.string } == ["x/a", "x/b"])
      #expect(gone.json.array?.first?["bucket_id"] == "b" && shop.names().count == 1)
      #expect(try await shop.ask("DELETE", "/object/b/x/c").json["message"] == "Successfully deleted")
      #expect(shop.names().isEmpty)
      #expect(try await shop.ask("DELETE", "/object/b/x/c").refusal == "400 404 not_found NoSuchKey")
      for body: JSON in [[:], ["prefixes": []], ["prefixes": "x"], ["prefixes": [5]]] {
        #expect(
          try await shop.ask("DELETE", "/object/b", json: body).refusal == "400 400 InvalidRequest InvalidRequest")
      }
    }
  }

  @Test("a move and a copy keep the bytes and never replace an object", arguments: Ground.all)
  func moving(_ ground: Ground) async throws {
    try await shop(on: ground) { shop in
      try await shop.makeBucket()
      try await shop.makeBucket("pictures", ["allowed_mime_types": ["image/*"]])
      _ = try await shop.upload("b/x/a", "one", fields: ["metadata": #"{"k":1}"#])
      _ = try await shop.upload("b/x/b", "two")
      func go(_ way: String, _ from: String, _ to: String, _ more: [String: JSON] = [:]) async throws -> Answer {
        let body: [String: JSON] = ["bucketId": "b", "sourceKey": .string(from), "destinationKey": .string(to)]
        return try await shop.ask("POST", "/object/\(way)", json: .object(body.merging(more) { $1 }))
      }
      #expect(try await go("move", "x/a", "y/z/c").json["message"] == "Successfully moved")
      #expect(try await shop.ask("GET", "/object/b/y/z/c").text == "one")
      #expect(try await shop.ask("GET", "/object/b/x/a").refusal.hasPrefix("400 404"))
      #expect(try await go("copy", "y/z/c", "d").json["Key"] == "b/d")
      #expect(try await shop.ask("GET", "/object/info/b/d").json["metadata"] == ["k": 1])
      for way in ["move", "copy"] {
        #expect(try await go(way, "d", "x/b").refusal == "400 409 Duplicate KeyAlreadyExists")
        #expect(try await go(way, "none", "e").refusal == "400 404 not_found NoSuchKey")
        let wrong = try await go(way, "d", "e", ["destinationBucket": "pictures"])
        #expect(wrong.refusal == "400 415 invalid_mime_type InvalidMimeType")
        let nowhere = try await go(way, "d", "e", ["destinationBucket": "nowhere"])
        #expect(nowhere.refusal == "400 404 Bucket not found NoSuchBucket")
      }
      // A copy survives the deletion of its source.
      _ = try await shop.ask("DELETE", "/object/b/y/z/c")
      #expect(try await shop.ask("GET", "/object/b/d").text == "one")
      #expect(shop.names().count == 2)
      #expect(try await shop.ask("POST", "/object/move", json: ["bucketId": "b"]).refusal.hasPrefix("400 400"))
    }
  }

  @Test("a signed URL opens one object until it expires, and nothing else")
  func signing() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      let path = "b/\(Shop.ada)/a%20b.txt"
      _ = try await shop.upload(path, "hello", as: .ada)
      _ = try await shop.upload("b/\(Shop.ada)/other", "other", as: .ada)
      let signed = try await shop.ask("POST", "/object/sign/\(path)", as: .ada, json: ["expiresIn": "60"])
      let address = try #require(signed.json["signedURL"]?.string)
      #expect(address.hasPrefix("/object/sign/\(path)?token="))
      #expect(try await shop.ask("GET", address, as: nil).text == "hello")
      #expect(try await shop.ask("GET", "\(address)&download=x", as: nil).headers["content-disposition"] != nil)
      #expect(try await shop.ask("GET", address, as: nil, headers: ["range: bytes=1-2"]).text == "el")
      let token = try #require(address.split(separator: "=").last)
      let vouching = try Vouching(try TokenKey(String(repeating: "k", count: 32)))
      guard case .refused(.wrongSignature) = vouching.credential(String(token), at: 1_800_000_000) else {
        throw Missing("a signed address is taken for an access token")
      }
      let access = try vouching.key.token(
        {
          var claims = Claims()
          (claims.subject, claims.expires, claims.role) = (Shop.ada, 1_900_000_000, "authenticated")
          claims.others = ["url": .string("b/\(Shop.ada)/a b.txt")]
          return claims
        }())
      for (address, refusal) in [
        ("/object/sign/b/\(Shop.ada)/other?token=\(token)", "400 400 InvalidSignature InvalidSignature"),
        ("/object/sign/\(path)", "400 400 InvalidRequest InvalidRequest"),
        ("/object/sign/\(path)?token=x", "400 400 InvalidSignature InvalidSignature"),
        ("/object/sign/\(path)?token=\(access)", "400 400 InvalidSignature InvalidSignature"),
        ("/object/sign/\(path)?token=\(token)A", "400 400 InvalidSignature InvalidSignature"),
      ] {
        #expect(try await shop.ask("GET", address, as: nil).refusal == refusal, "\(address)")
      }
      let upload = try await shop.upload(
        "/object/upload/sign/\(path)", "x", as: nil, method: "PUT", query: "?token=\(token)")
      #expect(upload.refusal == "400 400 InvalidSignature InvalidSignature")
      await shop.clock.advance(by: .seconds(61), settling: Settling())
      #expect(try await shop.ask("GET", address, as: nil).refusal == "400 400 InvalidJWT InvalidJWT")
      for seconds: JSON in [0, -1, "never", 99_999_999_999, .null] {
        let answer = try await shop.ask("POST", "/object/sign/\(path)", as: .ada, json: ["expiresIn": seconds])
        #expect(answer.refusal == "400 400 InvalidRequest InvalidRequest", "\(seconds)")
      }
      let paths: JSON = [.string("\(Shop.ada)/other"), "none"]
      let many = try await shop.ask("POST", "/object/sign/b", as: .ada, json: ["paths": paths, "expiresIn": "60"])
      let first = try #require(many.json.array?.first)
      #expect(first["error"] == .null && first["path"]?.string == "\(Shop.ada)/other" && many.json.array?.count == 2)
      #expect(try await shop.ask("GET", first["signedURL"]?.string ?? "", as: nil).text == "other")
      #expect(many.json.array?.last?["signedURL"] == .null)
    }
  }

  @Test("a signed upload URL stores one file at one path, as its signer", arguments: Ground.all)
  func signedUpload(_ ground: Ground) async throws {
    try await shop(on: ground) { shop in
      try await shop.makeBucket()
      let path = "b/\(Shop.ada)/a.txt"
      let signed = try await shop.ask("POST", "/object/upload/sign/\(path)", as: .ada, json: [:])
      let address = try #require(signed.json["url"]?.string)
      #expect(address.hasPrefix("/object/upload/sign/\(path)?token="))
      #expect(try await shop.upload(address, "hello", as: nil, method: "PUT").json["Key"]?.string == path)
      #expect(try await shop.ask("GET", "/object/\(path)", as: .ada).text == "hello")
      let again = try await shop.upload(address, "twice", as: nil, method: "PUT")
      #expect(again.refusal == "400 409 Duplicate KeyAlreadyExists")
      let taken = try await shop.ask("POST", "/object/upload/sign/\(path)", as: .ada, json: [:])
      #expect(taken.refusal == "400 409 Duplicate KeyAlreadyExists")
      let upsert = try await shop.ask(
        "POST", "/object/upload/sign/\(path)", as: .ada, json: [:], headers: ["x-upsert: true"])
      let second = try #require(upsert.json["url"]?.string)
      #expect(try await shop.upload(second, "twice", as: nil, method: "PUT").status == 200)
      let elsewhere = second.replacing("a.txt", with: "b.txt")
      #expect(try await shop.upload(elsewhere, "x", as: nil, method: "PUT").refusal.contains("InvalidSignature"))
      #expect(
        try await shop.ask("GET", second.replacing("/upload", with: ""), as: nil).refusal.contains("InvalidSignature"))
      await shop.clock.advance(by: .seconds(7_201), settling: Settling())
      #expect(try await shop.upload(second, "late", as: nil, method: "PUT").refusal.contains("InvalidJWT"))
      let nowhere = try await shop.ask("POST", "/object/upload/sign/none/\(Shop.ada)/a", as: .ada, json: [:])
      #expect(nowhere.refusal == "400 404 Bucket not found NoSuchBucket")
    }
  }

  @Test(
    "a signed upload URL ends with the session that asked for it, also while the file arrives", arguments: Ground.all)
  func endedUpload(_ ground: Ground) async throws {
    try await shop(on: ground) { shop in
      try await shop.makeBucket()
      let (path, session) = ("b/\(Shop.ada)/a.txt", "00000000-0000-4000-8000-0000000000aa")
      let signed = try await shop.ask(
        "POST", "/object/upload/sign/\(path)", as: .person(Shop.ada, session: session), json: [:],
        headers: ["x-upsert: true"])
      let address = try #require(signed.json["url"]?.string)
      #expect(try await shop.upload(address, "hello", as: nil, method: "PUT").status == 200)
      let intake = try await shop.begin(address, 5, as: .anonymous, method: "PUT")
      #expect(await intake.receive(Array("again".utf8)) == nil)
      shop.ended.withLock { _ = $0.insert(session) }
      #expect(try await Answer(await intake.finish()).refusal.contains("InvalidJWT"))
      #expect(try await shop.upload(address, "later", as: nil, method: "PUT").refusal.contains("InvalidJWT"))
      #expect(try await shop.ask("GET", "/object/\(path)", as: .ada).text == "hello")
      #expect(shop.names().count == 1)
    }
  }

  @Test("a sweep deletes orphaned files and keeps all others", arguments: Ground.all)
  func sweeping(_ ground: Ground) async throws {
    try await shop(on: ground) { shop in
      try await shop.makeBucket()
      _ = try await shop.upload("b/a", "kept")
      let orphan = "ab" + String(repeating: "0", count: 30)
      let folder = "\(shop.files)/ab"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for path in ["\(folder)/\(orphan)", "\(shop.files)/.new-\(orphan)", "\(folder)/somebody-elses"] {
        #expect(FileManager.default.createFile(atPath: path, contents: Data()))
      }
      // A half-written file that no server writes goes at once.
      #expect(try await shop.objects.sweep() == 1)
      #expect(try await shop.objects.sweep(olderThan: .zero) == 1)
      #expect(shop.names().count == 2 && shop.names().contains("somebody-elses"))
      #expect(try await shop.ask("GET", "/object/b/a").text == "kept")
    }
  }

  @Test("an object without its file is not found; a failed write is answered with 500 and leaves the name free")
  func broken() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      _ = try await shop.upload("b/a", "kept")
      for name in shop.names() { try FileManager.default.removeItem(atPath: "\(shop.files)/\(name.prefix(2))/\(name)") }
      #expect(try await shop.ask("GET", "/object/b/a").refusal == "400 404 not_found NoSuchKey")
      try FileManager.default.removeItem(atPath: shop.files)
      #expect(FileManager.default.createFile(atPath: shop.files, contents: Data()))
      let answer = try await shop.upload("b/new", "x")
      #expect(answer.status == 500 && answer.json["statusCode"] == "500")
      #expect(try await shop.ask("GET", "/object/info/b/new").refusal == "400 404 not_found NoSuchKey")
    }
  }

  @Test("forgetting a user deletes all their uploads, and none of other users", arguments: Ground.all)
  func forgetting(_ ground: Ground) async throws {
    try await shop(on: ground) { shop in
      try await shop.makeBucket()
      try await shop.makeBucket("c")
      for path in ["b/\(Shop.ada)/1", "c/\(Shop.ada)/2/3"] { _ = try await shop.upload(path, "x", as: .ada) }
      _ = try await shop.upload("b/\(Shop.bob)/1", "x", as: .bob)
      try await shop.objects.forget(Shop.ada)
      #expect(shop.names().count == 1)
      #expect(try await shop.ask("GET", "/object/b/\(Shop.bob)/1", as: .bob).text == "x")
      #expect(try await shop.ask("GET", "/object/b/\(Shop.ada)/1", as: .ada).refusal.hasPrefix("400 404"))
    }
  }

  @Test("a closed database is reported as a server error, and no file is left")
  func closed() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      await shop.store.close()
      let answer = try await shop.upload("b/a", "x")
      #expect(answer.status >= 500 && answer.json["error"]?.string != nil && shop.names().isEmpty)
    }
  }
}

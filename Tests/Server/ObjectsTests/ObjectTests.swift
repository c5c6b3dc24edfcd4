import Foundation
import JSON
import Kernel
import Testing
import Tokens
import Transport

@testable import Objects

@Suite("Objects", .timeLimit(.minutes(10)))
struct ObjectTests {
  @Test("a file is returned byte for byte, with the metadata of its upload", arguments: Ground.all)
  func whole(_ ground: Ground) async throws {
    try await shop(on: ground) { shop in
      try await shop.makeBucket()
      let path = "b/\(Shop.ada)/p%C3%A4ge%20one.txt"
      let sent = try await shop.upload(
        path, "h\u{0}\r\n--mar", as: .ada, type: "text/plain;charset=UTF-8",
        fields: ["cacheControl": "60", "metadata": #"{ "a": 1 }"#])
      #expect(sent.status == 200 && sent.json["Key"]?.string == "b/\(Shop.ada)/päge one.txt")
      #expect(sent.json["Id"]?.string?.utf8.count == 36)
      for address in ["/object/\(path)", "/object/authenticated/\(path)"] {
        let got = try await shop.ask("GET", address, as: .ada)
        #expect(got.status == 200 && got.text == "h\u{0}\r\n--mar")
        #expect(got.headers["content-type"] == "text/plain;charset=UTF-8")
        #expect(got.headers["cache-control"] == "private, max-age=60" && got.headers["accept-ranges"] == "bytes")
        #expect(got.headers["x-content-type-options"] == "nosniff" && got.headers["content-disposition"] == nil)
      }
      let facts = try await shop.ask("GET", "/object/info/\(path)", as: .ada).json
      #expect(facts["name"]?.string == "\(Shop.ada)/päge one.txt" && facts["bucket_id"] == "b" && facts["size"] == 9)
      #expect(facts["content_type"] == "text/plain;charset=UTF-8" && facts["metadata"] == ["a": 1])
      #expect(facts["cache_control"] == "max-age=60" && facts["id"] == sent.json["Id"])
      #expect(try await shop.ask("HEAD", "/object/\(path)", as: .ada).status == 200)
      // The sender's name does not appear on the disk.
      #expect(shop.names().allSatisfy(FileShelf.isName) && shop.names().count == 1)
    }
  }

  @Test("a raw body is stored as a file, also an empty one")
  func raw() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      let metadata = Data(#"{"k":"v"}"#.utf8).base64EncodedString()
      let sent = try await shop.ask(
        "POST", "/object/b/x/raw.bin",
        headers: ["content-type: image/png", "cache-control: max-age=5", "x-metadata: \(metadata)"], body: [1, 2, 3])
      #expect(sent.status == 200)
      let got = try await shop.ask("GET", "/object/b/x/raw.bin")
      #expect(got.bytes == [1, 2, 3] && got.headers["content-type"] == "image/png")
      #expect(try await shop.ask("GET", "/object/info/b/x/raw.bin").json["metadata"] == ["k": "v"])
      #expect(try await shop.ask("POST", "/object/b/empty").status == 200)
      let empty = try await shop.ask("GET", "/object/b/empty", headers: ["range: bytes=0-"])
      #expect(empty.status == 416)
      #expect(try await shop.ask("GET", "/object/b/empty").bytes.isEmpty)
    }
  }

  @Test("an object is kept unless the request may replace it; then its old file is deleted", arguments: Ground.all)
  func replacing(_ ground: Ground) async throws {
    try await shop(on: ground) { shop in
      try await shop.makeBucket()
      let first = try await shop.upload("b/a.txt", "one")
      #expect(try await shop.upload("b/a.txt", "two").refusal == "400 409 Duplicate KeyAlreadyExists")
      #expect(try await shop.ask("GET", "/object/b/a.txt").text == "one")
      let tag = try await shop.ask("GET", "/object/b/a.txt").headers["etag"]
      #expect(try await shop.upload("b/a.txt", "two", upsert: true).json["Id"] == first.json["Id"])
      #expect(try await shop.ask("GET", "/object/b/a.txt").text == "two")
      #expect(try await shop.upload("b/a.txt", "three", method: "PUT").status == 200)
      let got = try await shop.ask("GET", "/object/b/a.txt")
      #expect(got.text == "three" && got.headers["etag"] != tag)
      #expect(shop.names().count == 1)
    }
  }

  @Test("concurrent uploads to one name leave one complete file", arguments: Ground.all)
  func together(_ ground: Ground) async throws {
    try await shop(on: ground) { shop in
      try await shop.makeBucket()
      let texts = (0..<20).map { String(repeating: "\($0) ", count: 500) }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for text in texts { group.addTask { try await shop.upload("b/a", text, upsert: true).status } }
        for try await status in group { #expect(status == 200) }
      }
      let got = try await shop.ask("GET", "/object/b/a").text
      #expect(texts.contains(got) && shop.names().count == 1)
    }
  }

  @Test("range and conditional requests are answered with 206, 416 or 304")
  func parts() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      _ = try await shop.upload("b/a", "0123456789")
      func get(_ headers: String...) async throws -> Answer {
        try await shop.ask("GET", "/object/b/a", headers: headers)
      }
      let tag = try await get().headers["etag"] ?? ""
      for (range, text, place) in [("2-4", "234", "2-4"), ("-3", "789", "7-9"), ("8-99", "89", "8-9")] {
        let part = try await get("range: bytes=\(range)")
        #expect(part.status == 206 && part.text == text && part.headers["content-range"] == "bytes \(place)/10")
      }
      let beyond = try await get("range: bytes=10-")
      #expect(beyond.status == 416 && beyond.headers["content-range"] == "bytes */10")
      #expect(beyond.refusal == "416 416 invalid_range InvalidRange")
      let same = try await get("if-none-match: W/\(tag)")
      #expect(same.status == 304 && same.bytes.isEmpty && same.headers["etag"] == tag)
      #expect(try await get("if-none-match: \"other\"").status == 200)
      #expect(try await get("range: bytes=2-4", "if-range: \(tag)").text == "234")
      #expect(try await get("range: bytes=2-4", "if-range: \"other\"").text == "0123456789")
      #expect(try await get("range: bytes=0-1,3-4").text == "0123456789")
    }
  }

  @Test("content that a browser could execute is served as a sandboxed attachment")
  func pages() async throws {
    try await shop { shop in
      try await shop.makeBucket("b", ["public": true])
      for (name, type) in [("a.html", "text/html"), ("a.svg", "image/svg+xml"), ("a", "application/octet-stream")] {
        _ = try await shop.upload("b/\(name)", "<script>alert(1)</script>", type: type)
        let got = try await shop.ask("GET", "/object/public/b/\(name)", as: nil)
        #expect(got.status == 200 && got.headers["x-content-type-options"] == "nosniff")
        #expect(got.headers["content-disposition"] == "attachment; filename*=UTF-8''\(name)")
        #expect(got.headers["content-security-policy"]?.contains("sandbox") == true)
      }
      _ = try await shop.upload("b/a.png", "x", type: "image/png")
      let shown = try await shop.ask("GET", "/object/public/b/a.png", as: nil)
      #expect(shown.headers["content-disposition"] == nil)
      let saved = try await shop.ask("GET", "/object/public/b/a.png?download=m%0D%0Ay%20%22f", as: nil)
      #expect(saved.headers["content-disposition"] == "attachment; filename*=UTF-8''m%0D%0Ay%20%22f")
    }
  }

  @Test("users may write only to their own folder; objects of others are not found")
  func policies() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      let ours = "b/\(Shop.ada)/a.txt"
      #expect(try await shop.upload(ours, "ours", as: .ada).status == 200)
      for (caller, path) in [
        (Caller.bob, ours), (.anonymous, ours), (.ada, "b/a.txt"), (.ada, "b/\(Shop.bob)/a.txt"),
        (.ada, "b/\(Shop.ada)"), (.ada, "b/\(Shop.ada)x/a"), (.ada, "b/\(Shop.ada.uppercased())/a"),
      ] {
        let answer = try await shop.upload(path, "evil", as: caller, upsert: true)
        #expect(answer.refusal == "400 403 Unauthorized AccessDenied", "\(path)")
        let signed = try await shop.ask("POST", "/object/upload/sign/\(path)", as: caller, json: [:])
        #expect(signed.refusal == "400 403 Unauthorized AccessDenied", "\(path)")
      }
      for caller in [Caller.bob, .anonymous] {
        for (method, address) in [
          ("GET", "/object/\(ours)"), ("HEAD", "/object/\(ours)"), ("GET", "/object/authenticated/\(ours)"),
          ("GET", "/object/info/\(ours)"), ("DELETE", "/object/\(ours)"),
        ] {
          #expect(try await shop.ask(method, address, as: caller).refusal == "400 404 not_found NoSuchKey")
        }
        let signed = try await shop.ask("POST", "/object/sign/\(ours)", as: caller, json: ["expiresIn": "60"])
        #expect(signed.refusal == "400 404 not_found NoSuchKey")
        let key = JSON.string("\(Shop.ada)/a.txt")
        let removed = try await shop.ask("DELETE", "/object/b", as: caller, json: ["prefixes": [key]])
        #expect(removed.text == "[]")
        for way in ["move", "copy"] {
          let body: JSON = ["bucketId": "b", "sourceKey": key, "destinationKey": .string("\(Shop.bob)/stolen")]
          #expect(try await shop.ask("POST", "/object/\(way)", as: caller, json: body).refusal.hasPrefix("400 404"))
          let gift: JSON = ["bucketId": "b", "sourceKey": .string("\(Shop.bob)/x"), "destinationKey": key]
          #expect(try await shop.ask("POST", "/object/\(way)", as: caller, json: gift).status == 400)
        }
        let list = try await shop.ask("POST", "/object/list/b", as: caller, json: ["prefix": .string(Shop.ada)])
        #expect(list.text == "[]")
        let many = try await shop.ask("POST", "/object/sign/b", as: caller, json: ["paths": [key], "expiresIn": 60])
        #expect(many.json.array?.first?["signedURL"] == .null && many.json.array?.first?["error"]?.string != nil)
      }
      #expect(try await shop.ask("GET", "/object/public/\(ours)", as: .ada).refusal.hasPrefix("400 404"))
      #expect(try await shop.ask("GET", "/object/info/public/\(ours)", as: .ada).refusal.hasPrefix("400 404"))
      #expect(try await shop.ask("GET", "/object/\(ours)", as: .ada).text == "ours")
      #expect(try await shop.ask("GET", "/object/\(ours)", as: nil).refusal == "400 403 Unauthorized AccessDenied")
    }
  }

  @Test("path traversal out of a bucket is refused")
  func traversal() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      for name in ["../b", "a/../../b", "/etc/passwd", "a//b", ".", "a\\b", "a\u{0}"] {
        let body: JSON = ["bucketId": "b", "sourceKey": .string(name), "destinationKey": "x/y"]
        #expect(try await shop.ask("POST", "/object/move", json: body).refusal == "400 400 InvalidKey InvalidKey")
        let removed = try await shop.ask("DELETE", "/object/b", json: ["prefixes": [.string(name)]])
        #expect(removed.refusal == "400 400 InvalidKey InvalidKey")
        let list = try await shop.ask("POST", "/object/list/b", json: ["prefix": .string("x/\(name)/y")])
        #expect(list.refusal == "400 400 InvalidKey InvalidKey", "\(name)")
      }
      // The server refuses these before they reach a service.
      for path in ["/object/b/../c", "/object/b/%2e%2e/c", "/object/b/a%2Fb", "/object/b/a%00"] {
        await #expect(throws: RequestRefusal.self) { try await shop.ask("GET", path) }
      }
      #expect(try await shop.ask("GET", "/object/b/a//b").refusal == "400 400 InvalidKey InvalidKey")
    }
  }

  @Test("an oversized file, a wrong type, a broken form or a missing bucket is refused and leaves no file")
  func limits() async throws {
    var settings = ObjectsSettings()
    settings.largest = 1_000
    try await shop(settings) { shop in
      try await shop.makeBucket("small", ["file_size_limit": 5, "allowed_mime_types": ["image/*", "text/plain"]])
      try await shop.makeBucket("b")
      let six = try await shop.upload("small/a", "123456")
      #expect(six.refusal == "400 413 Payload too large EntityTooLarge")
      #expect(try await shop.upload("small/a", "12345").status == 200)
      #expect(try await shop.upload("small/p", "1", type: "IMAGE/png; a=b").status == 200)
      let html = try await shop.upload("small/h", "1", type: "text/html")
      #expect(html.refusal == "400 415 invalid_mime_type InvalidMimeType")
      let large = try await shop.upload("b/a", String(repeating: "a", count: 1_001))
      #expect(large.refusal == "400 413 Payload too large EntityTooLarge")
      let refusal = await #expect(throws: RequestRefusal.self) {
        try await shop.upload("b/a", String(repeating: "a", count: 70_000))
      }
      #expect(refusal?.status.code == 413)
      #expect(try await shop.upload("nowhere/a", "1").refusal == "400 404 Bucket not found NoSuchBucket")
      for (type, body) in [
        ("multipart/form-data; boundary=mark", "--mark\r\n"), ("multipart/form-data", "x"),
        ("multipart/form-data; boundary=mark", "--mark--"),
      ] {
        let answer = try await shop.ask(
          "POST", "/object/b/a", headers: ["content-type: \(type)"], body: Array(body.utf8))
        #expect(answer.refusal == "400 400 InvalidRequest InvalidRequest", "\(body)")
      }
      let metadata = try await shop.upload("b/a", "1", fields: ["metadata": "[1]"])
      #expect(metadata.refusal == "400 400 InvalidRequest InvalidRequest")
      #expect(shop.names().count == 2)
      for (method, address) in [
        ("PATCH", "/object/b/a"), ("GET", "/object/b"), ("GET", "/object"), ("POST", "/object/public/b/a"),
        ("GET", "/object/list/b"), ("PUT", "/object/move"),
      ] {
        #expect(try await shop.ask(method, address).refusal.hasPrefix("400 40"), "\(method) \(address)")
      }
    }
  }
}

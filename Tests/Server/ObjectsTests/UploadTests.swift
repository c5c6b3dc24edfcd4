import Foundation
import JSON
import Kernel
import Testing
import Tokens

@testable import Objects
@testable import Transport

@Suite("Files that are received and sent in pieces", .timeLimit(.minutes(10)))
struct UploadTests {
  private static let path = "/object/b/\(Shop.ada)/a"

  @Test("a half-received file is on disk and not in memory, and goes when its client does")
  func abandoned() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      var intake: BodyIntake? = try await shop.begin(UploadTests.path, 1_000_000, as: .ada)
      for _ in 0..<5 { #expect(await intake?.receive([UInt8](repeating: 7, count: 100_000)) == nil) }
      let unfinished = shop.names()
      #expect(unfinished.count == 1 && unfinished.first?.hasPrefix(UnfinishedFile.prefix) == true)
      let size = try FileManager.default.attributesOfItem(atPath: "\(shop.files)/\(unfinished[0])")[.size] as? Int
      #expect(size == 500_000)
      // A sweep beside it, as another server's start, leaves it alone.
      #expect(try await shop.objects.sweep(olderThan: .zero) == 0 && shop.names() == unfinished)
      intake = nil
      // On the same queue, so that the removal is done.
      #expect(try await shop.objects.sweep() == 0)
      #expect(shop.names().isEmpty)
      #expect(try await shop.ask("GET", UploadTests.path, as: .ada).refusal == "400 404 not_found NoSuchKey")
    }
  }

  @Test("a limit is enforced while the file arrives: past it the rest is refused, and nothing is left")
  func tooLarge() async throws {
    try await shop { shop in
      try await shop.makeBucket("b", ["file_size_limit": 250_000, "allowed_mime_types": ["text/plain"]])
      let part = [UInt8](repeating: 7, count: 100_000)
      let head =
        "--mark\r\nContent-Disposition: form-data; name=\"\"; filename=\"f\"\r\nContent-Type: text/plain\r\n\r\n"
      let form = "multipart/form-data; boundary=mark"
      let intake = try await shop.begin(UploadTests.path, 300_000, type: form, as: .ada)
      #expect(await intake.receive(Array(head.utf8)) == nil)
      for _ in 0..<2 { #expect(await intake.receive(part) == nil) }
      let refused = try #require(await intake.receive(part))
      #expect(try await Answer(refused).refusal == "400 413 Payload too large EntityTooLarge")
      #expect(shop.names().isEmpty)

      let other = try await shop.begin(UploadTests.path, 1_000, type: form, as: .ada)
      let html = try #require(await other.receive(Array(head.replacing("text/plain", with: "text/html").utf8)))
      #expect(try await Answer(html).refusal == "400 415 invalid_mime_type InvalidMimeType")
      #expect(shop.names().isEmpty)
    }
  }

  @Test("what the head already says is refused before the body")
  func heads() async throws {
    try await shop { shop in
      try await shop.makeBucket("b", ["file_size_limit": 1_000, "allowed_mime_types": ["text/plain"]])
      #expect(try await shop.upload("b/\(Shop.ada)/there", "x", as: .ada).status == 200)
      for (address, length, type, code) in [
        (UploadTests.path, 1_001, "text/plain", "EntityTooLarge"),
        (UploadTests.path, 5, "text/html", "InvalidMimeType"),
        ("/object/nowhere/\(Shop.ada)/a", 5, "text/plain", "NoSuchBucket"),
        ("/object/b/\(Shop.ada)/there", 5, "text/plain", "KeyAlreadyExists"),
        (UploadTests.path, 5, "multipart/form-data", "InvalidRequest"),
      ] {
        let refused = await #expect(throws: Missing.self) {
          try await shop.begin(address, length, type: type, as: .ada)
        }
        #expect(refused?.what.hasSuffix(code) == true, "\(code)")
      }
      let head = try UploadTests.head("POST \(UploadTests.path) HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n")
      for (credential, code) in [
        (Credential.none, "AccessDenied"), (.refused(.expired), "InvalidJWT"),
        (.caller(.bob, expires: nil), "AccessDenied"),
        (.caller(.anonymous, expires: nil), "AccessDenied"),
      ] {
        guard case .refuse(let response) = shop.objects.admit(head, at: head.target.segments[...], from: credential)
        else {
          throw Missing("\(credential) may upload")
        }
        #expect(try await Answer(response).json["code"]?.string == code)
      }
      #expect(shop.names().count == 1)
    }
  }

  private static func head(_ text: String) throws -> RequestHead {
    var parser = RequestParser()
    parser.append(Array(text.utf8))
    guard case .head(let head) = try parser.next() else { throw Missing("no head") }
    return head
  }

  @Test("uploads at the same time are bounded for each account and in total, and an ended one gives its place back")
  func slots() async throws {
    var settings = ObjectsSettings()
    (settings.uploads, settings.uploadsOfAccount) = (3, 2)
    try await shop(settings) { shop in
      try await shop.makeBucket()
      let bobs = "/object/b/\(Shop.bob)/a"
      var open = [
        try await shop.begin(UploadTests.path, 5, as: .ada), try await shop.begin(UploadTests.path, 5, as: .ada),
      ]
      let third = await #expect(throws: Missing.self) { try await shop.begin(UploadTests.path, 5, as: .ada) }
      #expect(third?.what == "503 503 SlowDown SlowDown")
      open.append(try await shop.begin(bobs, 5, as: .bob))
      await #expect(throws: Missing.self) { try await shop.begin(bobs, 5, as: .bob) }
      open.removeFirst()
      open.append(try await shop.begin(UploadTests.path, 5, as: .ada))
      withExtendedLifetime(open) {}
    }
  }

  @Test("a large file is read from disk as its client reads, also when it is replaced meanwhile")
  func downloads() async throws {
    var settings = ObjectsSettings()
    (settings.downloads, settings.downloadsOfAccount) = (3, 2)
    try await shop(settings) { shop in
      try await shop.makeBucket()
      let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
      let put = { (bytes: [UInt8]) in
        try await shop.ask("PUT", UploadTests.path, as: .ada, headers: ["content-type: text/plain"], body: bytes).status
      }
      #expect(try await put(bytes) == 200)
      let whole = try await shop.ask("GET", UploadTests.path, as: .ada)
      #expect(whole.status == 200 && whole.bytes == bytes)
      let part = try await shop.ask("GET", UploadTests.path, as: .ada, headers: ["range: bytes=1000-200999"])
      #expect(part.status == 206 && part.bytes == Array(bytes[1_000..<201_000]))

      func begin() async throws -> (@Sendable () async -> [UInt8]?)? {
        let head = try UploadTests.head("GET \(UploadTests.path) HTTP/1.1\r\nhost: a\r\n\r\n")
        let request = Request(head: head, peer: Peer(address: "127.0.0.1", isSecure: false))
        let response = await shop.objects.answer(
          request, at: head.target.segments[...], from: .caller(.ada, expires: nil))
        guard case .pieces(300_000, let next) = response.content else {
          #expect(try await Answer(response).refusal == "503 503 SlowDown SlowDown")
          return nil
        }
        return next
      }
      var first = try await begin()
      var read = await first?() ?? []
      #expect(read.count == OpenedFile.piece)
      #expect(try await put([1]) == 200)
      while let piece = await first?() { read += piece }
      #expect(read == bytes)
      #expect(try await put(bytes) == 200)
      // Two at the same time of one account; one that ends gives its place back.
      let second = try await begin()
      #expect(try await begin() == nil)
      first = nil
      #expect(try await begin() != nil)
      withExtendedLifetime(second) {}
    }
  }

  @Test("of a form's parts, the first with a file name is the file, wherever it stands, and long fields are refused")
  func choice() throws {
    let head = try UploadTests.head(
      "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n")
    func read(_ parts: [(String, String)]) throws -> (file: String, upload: Upload) {
      var reader = try UploadReader(head)
      var file: [UInt8] = []
      let text = parts.map { "--b\r\nContent-Disposition: form-data; \($0)\r\n\r\n\($1)\r\n" }.joined() + "--b--\r\n"
      for step in try reader.read(Array(text.utf8)) {
        switch step {
        case .begin: file = []
        case .write(let bytes): file += bytes
        }
      }
      return (String(decoding: file, as: UTF8.self), try reader.finish())
    }
    let (file, upload) = try read([
      ("name=file", "no"), ("name=a; filename=x\r\nContent-Type: image/png", "yes"), ("name=b; filename=y", "no"),
      ("name=cacheControl", "60"), ("name=cacheControl", "70"), ("name=metadata", #"{"a":1}"#),
    ])
    #expect(file == "yes" && upload == Upload(type: "image/png", cache: "max-age=60", metadata: #"{"a":1}"#))
    #expect(try read([("name=file", "one"), ("name=\"\"", "two")]).file == "one")
    #expect(throws: Refused.self) { try read([("name=other", "x")]) }
    let long = "{\"a\":\"\(String(repeating: "x", count: 20_000))\"}"
    #expect(throws: Refused.self) { try read([("name=file", "x"), ("name=metadata", long)]) }
  }
}

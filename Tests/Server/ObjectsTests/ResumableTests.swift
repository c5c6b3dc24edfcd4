import Foundation
import JSON
import Kernel
import Relational
import Testing
import Tokens

@testable import Objects
@testable import Transport

@Suite("Uploads in several requests", .timeLimit(.minutes(10)))
struct ResumableTests {
  private static let name = "\(Shop.ada)/film"

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  private static func metadata(_ name: String = name, bucket: String = "b", more: String = "") -> String {
    "upload-metadata: bucketName \(base64(bucket)),objectName \(base64(name)),contentType \(base64("text/plain")),"
      + "cacheControl \(base64("60"))\(more)"
  }

  private static func head(_ length: Int, _ more: [String] = []) -> [String] {
    ["tus-resumable: 1.0.0", "upload-length: \(length)", metadata()] + more
  }

  private static func lines(_ metadata: String) -> [String] {
    ["tus-resumable: 1.0.0", "upload-length: 5", metadata]
  }

  private static func part(_ offset: Int) -> [String] {
    ["tus-resumable: 1.0.0", "upload-offset: \(offset)", "content-type: application/offset+octet-stream"]
  }

  private static func begin(_ shop: Shop, _ length: Int, as caller: Caller = .ada) async throws -> String {
    let answer = try await shop.ask("POST", "/upload/resumable", as: caller, headers: head(length))
    guard answer.status == 201, let place = answer.headers["location"] else { throw Missing(answer.refusal) }
    return place
  }

  private static func offset(_ shop: Shop, _ place: String, as caller: Caller = .ada) async throws -> String? {
    try await shop.ask("HEAD", place, as: caller, headers: ["tus-resumable: 1.0.0"]).headers["upload-offset"]
  }

  @Test("a file arrives in parts and becomes an object with its details, on each database", arguments: Ground.all)
  func parts(ground: Ground) async throws {
    try await shop(on: ground) { shop in
      try await shop.makeBucket()
      let place = try await Self.begin(shop, 10)
      #expect(place.hasPrefix("/upload/resumable/"))
      #expect(try await Self.offset(shop, place) == "0")
      let first = try await shop.ask("PATCH", place, as: .ada, headers: Self.part(0), body: Array("01234".utf8))
      #expect(first.status == 204 && first.headers["upload-offset"] == "5")
      #expect(first.headers["tus-resumable"] == "1.0.0" && first.headers["upload-expires"]?.hasSuffix(" GMT") == true)
      #expect(try await shop.ask("GET", "/object/b/\(Self.name)", as: .ada).refusal == "400 404 not_found NoSuchKey")
      let head = try await shop.ask("HEAD", place, as: .ada, headers: ["tus-resumable: 1.0.0"])
      #expect(head.headers["upload-offset"] == "5" && head.headers["upload-length"] == "10")
      #expect(head.headers["cache-control"] == "no-store")
      let last = try await shop.ask("PATCH", place, as: .ada, headers: Self.part(5), body: Array("56789".utf8))
      #expect(last.status == 204 && last.headers["upload-offset"] == "10")
      let object = try await shop.ask("GET", "/object/b/\(Self.name)", as: .ada)
      #expect(object.text == "0123456789" && object.headers["content-type"] == "text/plain")
      #expect(object.headers["cache-control"]?.contains("max-age=60") == true)
      // For a client that lost the last response.
      #expect(try await Self.offset(shop, place) == "10")
      let more = try await shop.ask("PATCH", place, as: .ada, headers: Self.part(10), body: [1])
      #expect(more.status == 409)
      #expect(try await shop.objects.sweep(olderThan: .zero) == 0 && shop.names().count == 1)
    }
  }

  @Test("the address of an upload begins with the path of the public address, which a proxy removes")
  func behindProxy() async throws {
    try await shop(publicPath: "/backend") { shop in
      try await shop.makeBucket()
      let place = try await Self.begin(shop, 10)
      #expect(place.hasPrefix("/backend/upload/resumable/"))
      #expect(try await Self.offset(shop, String(place.dropFirst("/backend".count))) == "0")
    }
  }

  @Test("a refusal has the phrase of its status, and is a fault only where the server fails")
  func phrases() {
    for (refused, phrase, isFault) in [
      (Refused.tooManyTransfers, "Service Unavailable", false), (.disk, "Internal Server Error", true),
      (.database(.busy("x")), "Server Error", false), (.tooLarge, "Bad Request", false),
    ] {
      #expect(refused.response.status.phrase == phrase && refused.isFault == isFault, "\(refused)")
    }
    #expect(Status.of(423).phrase == "Locked" && Status.of(418).phrase == "Client Error" && Status.of(299).code == 299)
  }

  @Test("a creation may bring the file, or all of an empty one; it replaces only when told")
  func atOnce() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      let content = "content-type: application/offset+octet-stream"
      let whole = try await shop.ask(
        "POST", "/upload/resumable", as: .ada, headers: Self.head(3, [content]), body: Array("abc".utf8))
      #expect(whole.status == 201 && whole.headers["upload-offset"] == "3")
      #expect(try await shop.ask("GET", "/object/b/\(Self.name)", as: .ada).text == "abc")
      let taken = try await shop.ask("POST", "/upload/resumable", as: .ada, headers: Self.head(0))
      #expect(taken.status == 409 && taken.json["code"] == "KeyAlreadyExists")
      let empty = try await shop.ask(
        "POST", "/upload/resumable", as: .ada, headers: Self.head(0, ["x-upsert: true"]))
      #expect(empty.status == 201)
      #expect(try await shop.ask("GET", "/object/b/\(Self.name)", as: .ada).bytes.isEmpty)
    }
  }

  @Test("what arrived stays when the connection ends; two requests never write at once")
  func interrupted() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      let place = try await Self.begin(shop, 1_000_000)
      var parser = RequestParser()
      let lines = ["PATCH \(place) HTTP/1.1", "host: a", "content-length: 1000000"] + Self.part(0) + ["", ""]
      parser.append(Array(lines.joined(separator: "\r\n").utf8))
      guard case .head(let head) = try parser.next() else { throw Missing("no head") }
      let admission = shop.objects.admit(head, at: head.target.segments[...], from: .caller(.ada, expires: nil))
      guard case .deferred(let decide) = admission else { throw Missing("no part") }
      var kept: Admission? = await decide()
      guard case .stream(_, let intake)? = kept else { throw Missing("no stream") }
      var taking: BodyIntake? = intake
      #expect(await taking?.receive([UInt8](repeating: 7, count: 100_000)) == nil)
      let busy = try await shop.ask("PATCH", place, as: .ada, headers: Self.part(100_000), body: [1])
      #expect(busy.status == 423)
      (kept, taking) = (nil, nil)
      _ = kept
      #expect(try await Self.offset(shop, place) == "100000")
    }
  }

  @Test("another account's upload does not exist, and no name outside of the own folder is taken")
  func access() async throws {
    try await shop { shop in
      try await shop.makeBucket()
      let place = try await Self.begin(shop, 5)
      for (method, headers, body) in [
        ("HEAD", ["tus-resumable: 1.0.0"], [UInt8]()), ("PATCH", Self.part(0), [1]),
        ("DELETE", ["tus-resumable: 1.0.0"], []),
      ] {
        #expect(try await shop.ask(method, place, as: .bob, headers: headers, body: body).status == 404, "\(method)")
        #expect(try await shop.ask(method, place, as: nil, headers: headers, body: body).status == 403, "\(method)")
      }
      #expect(try await Self.offset(shop, place, as: .service) == "0")
      let bobs = try await shop.ask("POST", "/upload/resumable", as: .bob, headers: Self.head(5))
      #expect(bobs.status == 403)
      let anonymous = try await shop.ask("POST", "/upload/resumable", as: .anonymous, headers: Self.head(5))
      #expect(anonymous.status == 403)
      // Termination.
      let gone = try await shop.ask("DELETE", place, as: .ada, headers: ["tus-resumable: 1.0.0"])
      #expect(gone.status == 204 && shop.names().isEmpty)
      #expect(try await Self.offset(shop, place) == nil)
    }
  }

  @Test(
    "rubbish in the head of a creation is refused, and nothing is left",
    arguments: [
      (["upload-length: 5"], 412), (["tus-resumable: 0.2.2", "upload-length: 5"], 412),
      (["tus-resumable: 1.0.0", metadata()], 400), (["tus-resumable: 1.0.0", "upload-length: 5"], 400),
      (["tus-resumable: 1.0.0", "upload-length: -1", metadata()], 400),
      (["tus-resumable: 1.0.0", "upload-length: 99999999999999999999", metadata()], 400),
      (["tus-resumable: 1.0.0", "upload-length: 5x", metadata()], 400),
      (["tus-resumable: 1.0.0", "upload-length: 60000000", metadata()], 413),
      (["tus-resumable: 1.0.0", "upload-defer-length: 1", metadata()], 400),
      (lines("upload-metadata: bucketName %%%,objectName YQ=="), 400),
      (lines("upload-metadata: bucketName Yg==,bucketName Yg==,objectName YQ=="), 400),
      (lines("upload-metadata: ,,,"), 400), (lines("upload-metadata: a b c"), 400),
      (lines(metadata("\(Shop.ada)/../x")), 400), (lines(metadata(bucket: "..")), 400),
      (lines(metadata(bucket: "none")), 404), (lines(metadata(more: ",metadata W10=")), 400),
      (lines("upload-metadata: bucketName Yg==,objectName /w=="), 400),
    ])
  func rubbish(headers: [String], status: Int) async throws {
    try await shop { shop in
      try await shop.makeBucket()
      let answer = try await shop.ask("POST", "/upload/resumable", as: .ada, headers: headers)
      #expect(answer.status == status && answer.headers["tus-resumable"] == "1.0.0", "\(answer.refusal)")
      #expect(shop.names().isEmpty)
    }
  }

  @Test("a part at another offset, of another type or beyond the length is refused, and the offset stays")
  func wrongParts() async throws {
    try await shop { shop in
      try await shop.makeBucket("b", ["file_size_limit": 100, "allowed_mime_types": ["text/*"]])
      let place = try await Self.begin(shop, 5)
      let plain = ["tus-resumable: 1.0.0", "upload-offset: 0", "content-type: text/plain"]
      for (headers, body, status) in [
        (Self.part(3), "ab", 409), (plain, "ab", 415), (Self.part(0), "abcdef", 400),
        (["tus-resumable: 1.0.0", "upload-offset: x", "content-type: application/offset+octet-stream"], "a", 400),
        (["upload-offset: 0", "content-type: application/offset+octet-stream"], "a", 412),
      ] {
        let answer = try await shop.ask("PATCH", place, as: .ada, headers: headers, body: Array(body.utf8))
        #expect(answer.status == status, "\(headers) \(answer.refusal)")
        #expect(try await Self.offset(shop, place) == "0")
      }
      for id in ["x", String(repeating: "0", count: 32), "resumable"] {
        let answer = try await shop.ask("HEAD", "/upload/resumable/\(id)", as: .ada, headers: ["tus-resumable: 1.0.0"])
        #expect(answer.status == 404, "\(id)")
      }
      let large = try await shop.ask("POST", "/upload/resumable", as: .ada, headers: Self.head(101, ["x-upsert: true"]))
      #expect(large.status == 413)
      let options = try await shop.ask("OPTIONS", "/upload/resumable", as: nil)
      #expect(options.status == 204 && options.headers["tus-version"] == "1.0.0")
      #expect(options.headers["tus-extension"]?.contains("termination") == true)
      #expect(options.headers["tus-max-size"] == "\(50 << 20)")
    }
  }

  @Test("unfinished uploads are bounded for an account and in total, end after a day and go with their account")
  func bounds() async throws {
    var settings = ObjectsSettings()
    (settings.resumableOfAccount, settings.resumable) = (2, 3)
    try await shop(settings) { shop in
      try await shop.makeBucket()
      let places = [try await Self.begin(shop, 5), try await Self.begin(shop, 5)]
      #expect(try await shop.ask("POST", "/upload/resumable", as: .ada, headers: Self.head(5)).status == 429)
      _ = try await Self.begin(shop, 5, as: .service)
      #expect(try await shop.ask("POST", "/upload/resumable", as: .service, headers: Self.head(5)).status == 429)
      #expect(shop.names().count == 3)
      _ = try await shop.ask("PATCH", places[0], as: .ada, headers: Self.part(0), body: [1, 2])
      try await shop.objects.forget(Shop.ada)
      #expect(shop.names().count == 1)
      #expect(try await Self.offset(shop, places[0]) == nil)
      let later = try await Self.begin(shop, 5)
      await shop.clock.advance(by: .seconds(86_399), settling: Settling())
      #expect(try await Self.offset(shop, later) == "0")
      await shop.clock.advance(by: .seconds(2), settling: Settling())
      #expect(try await shop.objects.sweep() == 2)
      #expect(shop.names().isEmpty)
      #expect(try await Self.offset(shop, later) == nil)
    }
  }
}

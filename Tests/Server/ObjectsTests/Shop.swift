import Foundation
import JSON
import Kernel
import PostgresStore
import Relational
import SQLiteStore
import TestPostgres
import Testing
import Tokens

@testable import Objects
@testable import Transport

/// A service over a real database in a folder of its own, called as the server calls it.
struct Shop {
  let folder: URL
  let store: any Database
  let objects: Objects
  let clock: ManualTime
  /// The sessions that have ended.
  let ended: Locked<Set<String>>

  static let ada = "00000000-0000-4000-8000-00000000000a"
  static let bob = "00000000-0000-4000-8000-00000000000b"

  var files: String { folder.appending(path: "objects").path }

  /// The names of the stored files.
  func names() -> [String] {
    let paths = FileManager.default.enumerator(atPath: files)?.compactMap { $0 as? String } ?? []
    return paths.map { URL(filePath: $0).lastPathComponent }.filter { $0.utf8.count > 2 && $0 != "resumable" }
      .sorted()
  }

  func ask(
    _ method: String, _ address: String, as caller: Caller? = .service, headers: [String] = [], body: [UInt8] = []
  ) async throws -> Answer {
    let credential = caller.map { Credential.caller($0, expires: nil) } ?? .none
    return try await ask(method, address, with: credential, headers: headers, body: body)
  }

  func ask(
    _ method: String, _ address: String, with credential: Credential, headers: [String] = [], body: [UInt8] = []
  ) async throws -> Answer {
    let lines = ["\(method) \(address) HTTP/1.1", "host: a", "content-length: \(body.count)"] + headers + ["", ""]
    var parser = RequestParser()
    parser.append(Array(lines.joined(separator: "\r\n").utf8) + body)
    guard case .head(let head) = try parser.next() else { throw Missing("no head") }
    let path = head.target.segments[...]
    let isAdmitted = !body.isEmpty || method == "POST" || method == "PUT"
    let admission = isAdmitted ? objects.admit(head, at: path, from: credential) : .body(upTo: 0)
    return try await Answer(try await carryOut(admission, head, &parser, credential))
  }

  private func carryOut(
    _ admission: Admission, _ head: RequestHead, _ parser: inout RequestParser, _ credential: Credential
  ) async throws -> Response {
    switch admission {
    case .refuse(let response): return response
    case .deferred(let decide): return try await carryOut(await decide(), head, &parser, credential)
    case .stream(let limit, let intake):
      try parser.allow(upTo: limit, inParts: true)
      while case .part(let bytes) = try parser.next() {
        // In pieces, as a socket brings them.
        for start in stride(from: 0, to: bytes.count, by: 700) {
          if let refused = await intake.receive(Array(bytes[start..<min(start + 700, bytes.count)])) { return refused }
        }
      }
      return await intake.finish()
    case .body(let limit), .charged(let limit, _):
      try parser.allow(upTo: limit)
      guard case .body(let taken) = try parser.next() else { throw Missing("no body") }
      let request = Request(head: head, body: taken, peer: Peer(address: "127.0.0.1", isSecure: false))
      return await objects.answer(request, at: head.target.segments[...], from: credential)
    }
  }

  /// Begins an upload and returns what takes its body.
  func begin(
    _ address: String, _ length: Int, type: String = "text/plain", as caller: Caller, method: String = "POST"
  ) async throws -> BodyIntake {
    var parser = RequestParser()
    let lines = [
      "\(method) \(address) HTTP/1.1", "host: a", "content-length: \(length)", "content-type: \(type)", "", "",
    ]
    parser.append(Array(lines.joined(separator: "\r\n").utf8))
    guard case .head(let head) = try parser.next() else { throw Missing("no head") }
    let admission = objects.admit(head, at: head.target.segments[...], from: .caller(caller, expires: nil))
    guard case .deferred(let decide) = admission else { throw Missing("no upload") }
    switch await decide() {
    case .stream(_, let intake): return intake
    case .refuse(let response): throw Missing(try await Answer(response).refusal)
    default: throw Missing("no stream")
    }
  }

  func ask(
    _ method: String, _ address: String, as caller: Caller? = .service, json: JSON, headers: [String] = []
  ) async throws -> Answer {
    try await ask(
      method, address, as: caller, headers: headers + ["content-type: application/json"],
      body: [UInt8](try JSON.data(json)))
  }

  /// Sends a file as the official clients do.
  func upload(
    _ path: String, _ text: String, as caller: Caller? = .service, type: String = "text/plain", upsert: Bool = false,
    method: String = "POST", fields: [String: String] = [:], query: String = ""
  ) async throws -> Answer {
    var body = ""
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      body += "--mark\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    body += "--mark\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\nContent-Type: \(type)\r\n\r\n"
    body += "\(text)\r\n--mark--\r\n"
    return try await ask(
      method, "\(path.hasPrefix("/") ? path : "/object/\(path)")\(query)", as: caller,
      headers: ["content-type: multipart/form-data; boundary=mark", "x-upsert: \(upsert)"], body: Array(body.utf8))
  }

  func makeBucket(_ name: String = "b", _ more: [String: JSON] = [:]) async throws {
    let body: [String: JSON] = ["id": .string(name), "name": .string(name)]
    let answer = try await ask("POST", "/bucket", json: .object(body.merging(more) { $1 }))
    guard answer.status == 200 else { throw Missing("\(answer.json)") }
  }
}

struct Missing: Error {
  let what: String

  init(_ what: String) { self.what = what }
}

/// An answer with its content in memory.
struct Answer {
  let status: Int
  let headers: Headers
  let bytes: [UInt8]

  /// Reads the content as a client does that takes everything.
  init(_ response: Response) async throws {
    (status, headers) = (response.status.code, response.headers)
    switch response.content {
    case .bytes(let bytes): self.bytes = bytes
    case .pieces(let length, let next):
      var read: [UInt8] = []
      while let piece = await next() { read += piece }
      guard read.count == length else { throw Missing("\(length) bytes were announced, \(read.count) came") }
      bytes = read
    default: throw Missing("no bytes")
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var json: JSON { (try? JSON(bytes: bytes)) ?? .null }

  /// An error as text: the HTTP status, then status code, error and code of the body.
  var refusal: String {
    let parts = ["statusCode", "error", "code"].map { json[$0]?.string ?? "-" }
    return "\(status) \(parts.joined(separator: " "))\(json["message"]?.string == nil ? " without message" : "")"
  }
}

/// The database under the service. Everything that uses SQL is tested on both.
enum Ground: CaseIterable {
  case sqlite, postgres

  static let all: [Ground] = TestPostgres.isInstalled ? allCases : [.sqlite]

  func store(in folder: URL, _ time: Time) async throws -> any Database {
    switch self {
    case .sqlite:
      return try SQLiteStore.open(
        folder.appending(path: "store").path, schema: Schema([]), migrations: Objects.migrations, time: time)
    case .postgres:
      var limits = PostgresLimits()
      limits.connections = 4
      return try await PostgresStore.open(
        address: try TestPostgres.shared().database(), schema: Schema([]), migrations: Objects.migrations,
        limits: limits)
    }
  }
}

func shop(
  _ settings: ObjectsSettings = ObjectsSettings(), on ground: Ground = .sqlite, publicPath: String = "",
  _ test: (Shop) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "troupe-objects-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_800_000_000)))
  let ended = Locked<Set<String>>([])
  let store = try await ground.store(in: folder, clock.time)
  do {
    let key = try TokenKey(String(repeating: "k", count: 32))
    let objects = try Objects(
      store, in: folder.appending(path: "objects").path, key: key, settings: settings, publicPath: publicPath,
      holds: { id, _ in !ended.withLock { $0.contains(id) } }, time: clock.time)
    try await test(Shop(folder: folder, store: store, objects: objects, clock: clock, ended: ended))
    await store.close()
  } catch {
    await store.close()
    throw error
  }
}

extension Caller {
  static let ada = Caller.person(Shop.ada)
  static let bob = Caller.person(Shop.bob)
}

import Foundation
import JSON
import Kernel
import PostgresStore
import Relational
import SQLiteStore
import TestPostgres
import Testing
import Tokens
import Transport

@testable import Objects

/// A service over a real database in a folder of its own, called as the server calls it.
struct Shop {
  let folder: URL
  let store: any Database
  let objects: Objects
  let clock: ManualTime

  static let ada = "00000000-0000-4000-8000-00000000000a"
  static let bob = "00000000-0000-4000-8000-00000000000b"

  var files: String { folder.appending(path: "objects").path }

  /// The names of the stored files.
  func names() -> [String] {
    let paths = FileManager.default.enumerator(atPath: files)?.compactMap { $0 as? String } ?? []
    return paths.map { URL(filePath: $0).lastPathComponent }.filter { $0.utf8.count > 2 }.sorted()
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
    try parser.allow(upTo: objects.bodyLimit(for: head, at: path))
    guard case .body(let taken) = try parser.next() else { throw Missing("no body") }
    let request = Request(head: head, body: taken, peer: Peer(address: "127.0.0.1", isSecure: false))
    return try Answer(await objects.answer(request, at: path, from: credential))
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

  init(_ response: Response) throws {
    guard case .bytes(let bytes) = response.content else { throw Missing("no bytes") }
    (status, headers, self.bytes) = (response.status.code, response.headers, bytes)
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
  _ settings: ObjectsSettings = ObjectsSettings(), on ground: Ground = .sqlite, _ test: (Shop) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "troupe-objects-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_800_000_000)))
  let store = try await ground.store(in: folder, clock.time)
  do {
    let key = try TokenKey(String(repeating: "k", count: 32))
    let objects = try Objects(
      store, in: folder.appending(path: "objects").path, key: key, settings: settings, time: clock.time)
    try await test(Shop(folder: folder, store: store, objects: objects, clock: clock))
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

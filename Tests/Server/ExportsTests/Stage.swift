import Foundation
import Gate
import JSON
import Kernel
import PostgresStore
import Relational
import SQLiteStore
import TestPostgres
import Testing
import Tokens
import Transport
import Zip

@testable import Exports

enum Store: String, CaseIterable, Sendable {
  case sqlite, postgres

  static var all: [Store] { TestPostgres.isInstalled ? allCases : [.sqlite] }
}

/// A server's exports on a real database, with a clock of their own.
final class Stage: Sendable {
  static let ada = "00000000-0000-4000-8000-00000000000a"
  static let bob = "00000000-0000-4000-8000-00000000000b"
  static let notes = Table.owned("notes", [.text("title"), .integer("count")])

  let database: any Database
  let time = ManualTime(Moment(Date(timeIntervalSince1970: 1_768_478_400)))
  let folder: String
  let letters = Locked<[String]>([])
  /// Those who have withdrawn the consent to health data.
  let withdrawn = Locked<Set<String>>([])
  /// Called before a file of a person is read.
  let reading = Locked<(@Sendable () async throws(Problem) -> Void)?>(nil)

  init(_ store: Store = .sqlite) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "exports-\(UUID().uuidString)").path
    let schema = Schema([Stage.notes])
    database =
      switch store {
      case .sqlite: try SQLiteStore.open(folder, schema: schema, migrations: Exports.migrations, time: time.time)
      case .postgres:
        try await PostgresStore.open(
          address: try TestPostgres.shared().database(), schema: schema, migrations: Exports.migrations)
      }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func end() async {
    await database.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  var archives: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/exports")) ?? []).sorted()
  }

  func exports(_ change: (inout ExportsSettings) -> Void = { _ in }) -> Exports {
    var settings = ExportsSettings()
    change(&settings)
    let (letters, reading, withdrawn) = (letters, reading, withdrawn)
    return Exports(
      database, in: "\(folder)/exports", at: "https://a/exports/v1", key: [UInt8](repeating: 7, count: 32),
      sources: ExportSources(
        account: { person in ["account": ["id": .string(person)]] },
        files: { person in
          [
            ExportedFile(name: "pictures/lunch.jpg") { () throws(Problem) in
              if let wait = reading.withLock({ $0 }) { try await wait() }
              return Array("picture of \(person)".utf8)
            }
          ]
        },
        announce: { person, link, _ throws(Failure) in letters.withLock { $0.append("\(person) \(link)") } },
        allows: { person, _ throws(Failure) in !withdrawn.withLock { $0.contains(person) } }),
      settings: settings, time: time.time)
  }

  func add(_ count: Int, of person: String, _ title: String = "Bread, \"butter\"\nand jam") async throws {
    for start in stride(from: 0, to: count, by: 200) {
      let rows = (start..<min(count, start + 200)).map { [Value.text("\(title) \($0)"), .int($0)] }
      _ = try await database.insert(
        Insert(Stage.notes, columns: ["title", "count"], rows: rows), as: .person(person))
    }
  }

  struct Answer {
    let status: Int
    let headers: Headers
    let body: [UInt8]
    var json: JSON { (try? JSON(bytes: body)) ?? .null }
    var text: String { String(decoding: body, as: UTF8.self) }
    var state: String? { json["export"]?["state"]?.string }
    /// The token of the link.
    var token: String { json["link"]?.string.map { String($0.split(separator: "=").last ?? "") } ?? "" }
  }

  func ask(
    _ exports: Exports, _ method: String, _ path: String = "", as person: String? = Stage.ada,
    from network: String = "127.0.0.1"
  ) async throws -> Answer {
    var parser = RequestParser()
    parser.append(Array("\(method) /exports/v1\(path) HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n".utf8))
    guard case .head(let head)? = try parser.next() else { throw Unanswered() }
    let request = Request(head: head, peer: Peer(address: network, isSecure: false))
    let credential = person.map { Credential.caller(.person($0), expires: nil) } ?? .none
    let response = await exports.answer(request, at: head.target.segments.dropFirst(2), from: credential)
    #expect(response.headers["cache-control"] == "no-store" && response.headers["referrer-policy"] == "no-referrer")
    switch response.content {
    case .bytes(let bytes): return Answer(status: response.status.code, headers: response.headers, body: bytes)
    case .pieces(let length, let next):
      var body: [UInt8] = []
      while body.count < length, let piece = await next() { body += piece }
      return Answer(status: response.status.code, headers: response.headers, body: body)
    default: throw Unanswered()
    }
  }

  struct Unanswered: Error {}

  /// Asks for an export and returns its token once it is ready.
  func ready(_ exports: Exports, as person: String = Stage.ada) async throws -> String {
    let asked = try await ask(exports, "POST", as: person)
    try #require(asked.status == 202, "\(asked.text)")
    await exports.idle()
    try #require(try await ask(exports, "GET", as: person).state == "ready")
    return asked.token
  }

  /// The entries of an archive.
  func unpacked(_ bytes: [UInt8]) throws -> [String: String] {
    let path = "\(folder)/archive-\(UUID().uuidString).zip"
    try Data(bytes).write(to: URL(filePath: path))
    let file = open(path, O_RDONLY)
    defer { close(file) }
    let archive = try ZipReader(OpenFile(number: file, size: bytes.count))
    var entries: [String: String] = [:]
    try archive.forEach({ _ in true }) { name, entry throws(ZipFailure) in
      let reader = try archive.open(entry, atMost: 64 << 20)
      var content: [UInt8] = []
      while let piece = try reader.next() { content += piece }
      entries[String(decoding: name, as: UTF8.self)] = String(decoding: content, as: UTF8.self)
    }
    return entries
  }
}

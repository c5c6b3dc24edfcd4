internal import JSON
internal import Relational
internal import Testing
internal import Tokens

/// A device that pushes and pulls for one caller, with the messages of sync.
struct Device {
  let database: any Database
  let caller: Caller
  var epoch: String?

  init(_ database: any Database, _ caller: Caller) async throws {
    self.database = database
    self.caller = caller
    epoch = try await database.epoch
  }

  static func entry(
    _ operation: Int, _ kind: String, _ collection: String, _ id: String, base: String? = nil,
    _ fields: [String: JSON] = [:]
  ) -> JSON {
    [
      "op_id": .string(RelationalContract.id(0xF000 + operation)), "kind": .string(kind),
      "collection": .string(collection), "id": .string(id), "base": base.map { .string($0) } ?? .null,
      "fields": .object(fields), "edited_at": "2026-01-15T12:00:00Z",
    ]
  }

  /// Pushes the entries and returns one result for each.
  func push(_ entries: [JSON]) async throws -> [JSON] {
    let answer = try await send(
      "sync_push",
      [
        "device": .string(RelationalContract.id(0xD)), "epoch": epoch.map { .string($0) } ?? .null,
        "entries": .array(entries),
      ])
    #expect(answer["epoch"]?.string == (try await database.epoch))
    return answer["results"]?.array ?? []
  }

  func push(_ entry: JSON) async throws -> JSON {
    let results = try await push([entry])
    #expect(results.count == 1)
    #expect(results.first?["op_id"] == entry["op_id"])
    return results.first ?? .null
  }

  func pull(_ cursors: [String: JSON], limit: Int? = nil) async throws -> JSON {
    try await send(
      "sync_pull",
      [
        "device": .string(RelationalContract.id(0xD)), "epoch": epoch.map { .string($0) } ?? .null,
        "cursors": .object(cursors), "limit": limit.map { .number(Double($0)) } ?? .null,
      ])
  }

  func send(_ function: String, _ message: JSON) async throws -> JSON {
    let bytes = Array(try JSON.text(message).utf8)
    let answer = try await database.call(function, bytes, mayWrite: true, as: caller)
    return try JSON(bytes: try #require(answer))
  }
}

extension JSON {
  var changes: [JSON] { self["changes"]?.array ?? [] }
  var ids: [String?] { changes.map { $0["id"]?.string } }
}

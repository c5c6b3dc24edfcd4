import Foundation
import JSON
import Kernel
import Testing

@testable import Storage

enum Part: Codable, Equatable {
  case plain
  case measured(value: Double, unit: String)
}

struct Wide: Codable, Equatable {
  enum Kind: String, Codable { case walk, run }
  struct Inner: Codable, Equatable {
    var name: String
    var list: [Int?]
    var map: [String: Double]
  }
  class Base: Codable { var base = 3 }

  var id = ID<Wide>(UUID())
  var text = "ein Satz mit Umlauten: äöü, and more than fifteen bytes"
  var whole = -42
  var large = UInt64.max
  var small = Int8.min
  var share = 0.1
  var float = Float(0.25)
  var flag = true
  var date = Date(timeIntervalSince1970: 1_700_000_000.123456)
  var uuid = UUID()
  var data = Data([0, 1, 2, 255])
  var kind = Kind.run
  var maybe: String?
  var inner = Inner(name: "inner", list: [1, nil, 3], map: ["ä": 1.5, "b": 2])
  var parts = [Part.plain, .measured(value: 3, unit: "kg")]
  var nested = [[1], [], [2, 3]]
  var uuidText = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
  var lowerText = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
  var empty = ""
  var url = URL(string: "https://example.org/a?b=c")
  var tags: Set<String> = ["x", "y"]
}

private let fixedUUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

struct RecordCodingTests {
  @Test("values of every kind survive a round trip")
  func roundTrip() throws {
    let wide = Wide()
    let row = try Row(wide, form: 3)
    #expect(try row.decode(Wide.self) == wide)
    #expect(try row.form() == 3)
    var full = wide
    full.maybe = "there"
    #expect(try Row(full, form: 1).decode(Wide.self) == full)
  }

  @Test("identifiers, dates and bytes keep their stored form")
  func storedBytes() throws {
    struct Fixed: Codable, Equatable {
      var id = ID<Fixed>(fixedUUID)
      var uuid = fixedUUID
      var at = Date(timeIntervalSinceReferenceDate: 1.5)
      var data = Data([1, 2])
      var ids = [ID<Mood>(fixedUUID)]
      var maybe: ID<Mood>?
    }
    let uuid: [UInt8] = [11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
    var bytes: [UInt8] = [1, 1, 13, 3] + Array("id".utf8) + uuid + [5] + Array("uuid".utf8) + uuid
    bytes += [3] + Array("at".utf8) + [10, 0, 0, 0, 0, 0, 0, 248, 63] + [5] + Array("data".utf8) + [9, 2, 1, 2]
    bytes += [4] + Array("ids".utf8) + [12] + uuid + [0, 6] + Array("maybe".utf8) + [1, 0]
    #expect(try Row(Fixed(), form: 1).bytes == bytes)
    #expect(try Row(bytes: bytes).decode(Fixed.self) == Fixed())
  }

  @Test("the deepest record that can be written can be read, with its identifiers", arguments: [47, 48])
  func deepest(levels: Int) throws {
    final class Level: Codable {
      var id = ID<Wide>(fixedUUID)
      var next: Level?
      init(_ more: Int) { next = more > 0 ? Level(more - 1) : nil }
    }
    let row = try? Row(Level(levels), form: 1)
    #expect((row != nil) == (levels < Bounds.depth))
    if let row { #expect(throws: Never.self) { try row.decode(Level.self) } }
  }

  @Test("a record rebuilt from its fields equals the original")
  func fields() throws {
    let wide = Wide()
    let fields = try Row(wide, form: 1).fields()
    #expect(fields["whole"] == .int(-42))
    #expect(fields["maybe"] == .null)
    var other = wide
    other.large = 7
    let same = try Row(try Row(other, form: 1).fields(), form: 1)
    #expect(try same.decode(Wide.self) == other)
  }

  @Test("a record's fields equal those of its change, and pulling them yields the same record")
  func ownFields() async throws {
    let store = try await Store.memory()
    let moods = try await store.collection(Mood.self, .owned(.entered))
    let mood = Mood(1, score: 7, note: "äöü")
    try await moods.save(mood)
    let change = try #require(try await store.outbox.changes().first)
    #expect(try mood.fields() == change.fields)
    let other = try await Store.memory().collection(Mood.self, .owned(.entered))
    try await other.take([Pulled(id: mood.id.uuid, rev: "1", fields: try mood.fields())], cursor: nil)
    #expect(try await other.record(mood.id) == mood)
  }

  @Test("a record decodes from its fields, and a field that does not decode is named")
  func fromFields() throws {
    let mood = Mood(1, score: 7, note: "äöü")
    var fields = try mood.fields()
    #expect(try Mood(fields: fields) == mood)
    fields["score"] = .text("seven")
    let problem = #expect(throws: Problem.self) { try Mood(fields: fields) }
    #expect(problem?.code == "not-read" && problem?.what.contains("its field score") == true)
    fields["score"] = nil
    #expect(throws: Problem.self) { try Mood(fields: fields) }
  }

  @Test("fields that return from a server as JSON decode to the same record")
  func json() throws {
    struct Small: Codable, Equatable {
      var id: ID<Small>
      var at: Date
      var share: Double
      var count: Int
      var note: String?
      var data: Data
    }
    let small = Small(
      id: ID(UUID()), at: Date(timeIntervalSince1970: 1_700_000_000.25), share: 2, count: 3, note: nil,
      data: Data([9, 8]))
    let json = Value.object(try Row(small, form: 1).fields()).json
    guard case .object(let back) = Value(json) else { throw Unreadable("no object") }
    #expect(try Row(back, form: 1).decode(Small.self) == small)
  }

  @Test("a truncated or corrupted row decodes to an error or a record, and never crashes")
  func damaged() throws {
    let wide = Wide()
    let row = try Row(wide, form: 1)
    for count in 0..<row.bytes.count {
      let cut = try? Row(bytes: Array(row.bytes.prefix(count))).decode(Wide.self)
      #expect(cut == nil || cut == wide)
    }
    var random = Seeded(7)
    for _ in 0..<5000 {
      var bytes = row.bytes
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      _ = try? Row(bytes: bytes).decode(Wide.self)
      _ = try? Row(bytes: bytes).fields()
    }
  }

  @Test("a field unknown to this version is kept; a field that it cleared is not")
  func unknownFields() throws {
    struct Newer: Codable { var title = "a", mood: Int? = 4, extra = "kept" }
    struct Older: Codable { var title = "b", mood: Int? }
    let old = try Row(Newer(), form: 2)
    let new = try Row(Older(), form: 1)
    let difference = try RowDifference(from: old, to: new) { old.asked(by: Older.self).contains($0) }
    #expect(difference.changed == ["title": .text("b"), "mood": .null])
    let fields = try difference.whole.fields()
    #expect(fields == ["title": .text("b"), "mood": .null, "extra": .text("kept")])
  }

  @Test("a dictionary in another order is not a change")
  func order() throws {
    let one = try Row(["m": Value.object(["a": .int(1), "b": .int(2)])], form: 1)
    var bytes: [UInt8] = [1, 1]
    bytes.put(.object)
    bytes.put(name: "m")
    bytes.put(.object)
    bytes.put(name: "b")
    bytes.put(int: 2)
    bytes.put(name: "a")
    bytes.put(int: 1)
    bytes += [0, 0]
    #expect(try RowDifference(from: one, to: Row(bytes: bytes), knows: { _ in true }).changed.isEmpty)
  }

  @Test("a record that is nested too deeply or too large is refused")
  func bounds() throws {
    struct Deep: Codable { var inside: [Deep] }
    var deep = Deep(inside: [])
    for _ in 0..<200 { deep = Deep(inside: [deep]) }
    #expect(throws: Unreadable.self) { try Row(deep, form: 1) }
    #expect(throws: Unreadable.self) { try Row(["a": String(repeating: "x", count: Bounds.record)], form: 1) }
  }
}

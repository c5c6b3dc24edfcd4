import Foundation
import JSON
import Kernel
import Testing

@testable import Storage

@Suite("Versions of records") struct RecordVersionTests {
  private struct Here {
    let sample: Sample
    let moods: Storage.Collection<Mood>
    let versions: Storage.Collection<RecordVersion>
    var store: Store { sample.store }

    init(_ ground: Ground) async throws {
      sample = try await Sample(ground)
      try await sample.store.keepVersions(of: [Mood.collection]) { VersionAuthor(person: "Maria", device: "Phone") }
      moods = try await sample.store.collection(Mood.self, .owned(.entered))
      versions = try await sample.store.collection(RecordVersion.self, .owned(.background))
    }

    /// The oldest first.
    func log() async throws -> [RecordVersion] { VersionLog(try await versions.records()).versions }
    func wait() async { await sample.time.advance(by: .seconds(60), settling: Settling()) }
  }

  @Test(
    "each save and deletion stores the changed fields with old and new value, person, device and time",
    arguments: Ground.allCases)
  func kept(_ ground: Ground) async throws {
    let here = try await Here(ground)
    var mood = Mood(1, score: 1)
    try await here.moods.save(mood)
    await here.wait()
    (mood.score, mood.note) = (2, "better")
    try await here.moods.save(mood, over: .anything)
    await here.wait()
    // Nothing has changed, so there is no version.
    try await here.moods.save(mood, over: .anything)
    try await here.moods.delete(mood.id)
    let log = try await here.log()
    #expect(log.map(\.change) == [.created, .changed, .deleted])
    #expect(log.allSatisfy { $0.kind == "moods" && $0.record == mood.id.uuid })
    #expect(log.allSatisfy { $0.person == "Maria" && $0.device == "Phone" })
    #expect(log.map { $0.at.timeIntervalSince(Mood.start) } == [0, 60, 120])
    #expect(
      log[1].fields == [
        FieldVersion("note", old: nil, new: "better"), FieldVersion("score", old: 1, new: 2),
      ])
    #expect(Set(log[2].fields.map(\.name)) == ["at", "note", "score"] && log[2].fields.allSatisfy { $0.new == nil })
    let opened = try await here.versions.opened(ofEach: [mood.id.uuid: 10, UUID(): 10])
    #expect(opened[mood.id.uuid]?.count == 3)
  }

  @Test("a save whose version cannot be stored is refused, and nothing of it stays", arguments: Ground.allCases)
  func together(_ ground: Ground) async throws {
    let here = try await Here(ground)
    let mood = Mood(1, note: String(repeating: "a", count: 700_000))
    try await here.moods.save(mood)
    var other = mood
    // The old and the new text together are more than a row may hold.
    other.note = String(repeating: "b", count: 700_000)
    let refused = other
    #expect(await problem { try await here.moods.save(refused, over: .anything) } != nil)
    #expect(try await here.moods.record(mood.id) == mood)
    #expect(try await here.log().count == 1)
    let counts = try await here.store.outbox.changes()
    #expect(counts.filter { $0.collection == "moods" }.count == 1)
    // A batch that fails leaves no version either.
    let fresh = Mood(2)
    #expect(
      await problem {
        try await here.store.write { batch throws(Problem) in
          try batch.save(fresh, in: here.moods)
          try batch.save(fresh, in: here.moods)
        }
      } != nil)
    #expect(try await here.log().count == 1)
  }

  @Test("a record that another device sent has no version of this device, and other collections have none")
  func others() async throws {
    let here = try await Here(.memory)
    let mood = Mood(1)
    try await here.moods.take(
      [Pulled(id: mood.id.uuid, rev: "r1", fields: try Row(mood, form: 1).fields())], cursor: nil)
    let meals = try await here.store.collection(Meal.self, .owned(.entered))
    try await meals.save(Meal(id: ID(UUID()), at: Mood.start, words: "soup"))
    #expect(try await here.log().isEmpty)
  }

  @Test("a field, a deleted record, and one that did not exist are restored as new edits", arguments: Ground.allCases)
  func restored(_ ground: Ground) async throws {
    let here = try await Here(ground)
    var mood = Mood(1, score: 1, note: "first")
    try await here.moods.save(mood)
    let first = mood
    await here.wait()
    let between = here.sample.time.now.date
    await here.wait()
    (mood.score, mood.note) = (2, "second")
    try await here.moods.save(mood, over: .anything)
    try await here.store.restore([Restoration(kind: "moods", id: mood.id.uuid, fields: ["score": .int(1)])])
    mood.score = 1
    #expect(try await here.moods.record(mood.id) == mood)
    await here.wait()
    let later = Mood(2, note: "late")
    try await here.moods.save(later)
    try await here.moods.delete(mood.id)
    var restorations: [Restoration] = []
    for record in [mood.id.uuid, later.id.uuid] {
      let log = VersionLog(try await here.log().filter { $0.record == record })
      let now = try await here.store.fields(of: record, in: "moods")
      restorations.append(try #require(log.restoration(to: between, now: now)))
    }
    await here.wait()
    try await here.store.restore(restorations)
    #expect(try await here.moods.records() == [first])
    #expect(try await here.moods.opened(first.id)?.state == .dirty)
    // Both at the same instant.
    #expect(Set(try await here.log().suffix(2).map(\.change)) == [.created, .deleted])
  }

  @Test("a restoration that makes no whole record refuses all of them")
  func incomplete() async throws {
    let here = try await Here(.memory)
    let mood = Mood(1)
    try await here.moods.save(mood)
    let bad = [
      Restoration(kind: "moods", id: mood.id.uuid, fields: nil),
      Restoration(kind: "moods", id: UUID(), fields: ["note": .text("alone")]),
    ]
    #expect(await problem { try await here.store.restore(bad) } == "not-restored")
    #expect(try await here.moods.record(mood.id) == mood)
    let unknown = [Restoration(kind: "nothing", id: UUID(), fields: nil)]
    #expect(await problem { try await here.store.restore(unknown) } == "not-restored")
  }

  @Test("a version that lost a conflict and is brought back has a version of its own")
  func loser() async throws {
    let here = try await Here(.memory)
    var mood = Mood(1, score: 1, note: "base")
    let base = try Row(mood, form: 1).fields()
    try await here.moods.take([Pulled(id: mood.id.uuid, rev: "r1", fields: base)], cursor: nil)
    mood.note = "mine"
    try await here.moods.save(mood, over: .anything)
    let ops = try await here.store.outbox.claim()
    let op = try #require(ops.first { $0.collection == "moods" }).op
    try await here.store.outbox.conflict(op, theirs: base.merging(["note": .text("theirs")]) { $1 }, rev: "r2")
    try await here.store.outbox.resolve(op, .theirs)
    try await here.store.restore(try #require(try await here.store.losers(newest: 1).first).number)
    let last = try #require(
      try await here.log().last { $0.fields.first?.new == "mine" && $0.fields.first?.old != "base" })
    #expect(last.fields == [FieldVersion("note", old: "theirs", new: "mine")])
  }
}

@Suite("The fields of a record at a time") struct VersionLogTests {
  private let record = UUID()

  private func version(
    _ minute: Double, _ change: RecordVersion.Change, _ fields: [(String, JSON?, JSON?)]
  ) -> RecordVersion {
    RecordVersion(
      id: ID(UUID()), kind: "todos", record: record, change: change,
      fields: fields.map { FieldVersion($0, old: $1, new: $2) }, at: at(minute),
      by: VersionAuthor(person: nil, device: nil), on: UUID())
  }

  private func at(_ minute: Double) -> Date { Mood.start.addingTimeInterval(minute * 60) }

  @Test("fields at every time of a life with a deletion, also when the oldest versions are gone")
  func life() {
    let all = [
      version(1, .created, [("title", nil, "a"), ("note", nil, "n")]),
      version(2, .changed, [("title", "a", "b")]), version(3, .changed, [("note", "n", nil)]),
      version(4, .deleted, [("title", "b", nil)]), version(5, .created, [("title", nil, "c")]),
    ]
    let now: Fields = ["title": .text("c")]
    let expected: [(Double, Fields?)] = [
      (0.5, nil), (1, ["title": .text("a"), "note": .text("n")]), (2.5, ["title": .text("b"), "note": .text("n")]),
      (3.5, ["title": .text("b"), "note": .null]), (4.5, nil), (5, ["title": .text("c"), "note": .null]),
    ]
    for kept in 0..<all.count {
      let log = VersionLog(all.dropFirst(kept).shuffled())
      // Without the creation, all that is known of the time before it is what was replaced.
      for (minute, fields) in expected where kept == 0 || at(minute) >= all[kept].at {
        let found = log.fields(at: at(minute), now: now)
        #expect((found == nil) == (fields == nil), "\(kept) \(minute)")
        for (name, value) in fields ?? [:] where kept == 0 || name == "title" {
          let isSame = (found?[name] ?? .null).means(value)
          #expect(isSame, "\(kept) \(minute) \(name)")
        }
      }
    }
    #expect(VersionLog(Array(all.dropFirst(1))).fields(at: at(1.5), now: now)?["title"] == .text("a"))
  }

  @Test("of two devices' changes before a time the later one holds, though both replaced the same value")
  func concurrent() {
    let log = VersionLog([
      version(1, .changed, [("title", "x", "a")]), version(2, .changed, [("title", "x", "b")]),
    ])
    let now: Fields = ["title": .text("b")]
    #expect(log.fields(at: at(1.5), now: now)?["title"] == .text("a"))
    #expect(log.fields(at: at(0.5), now: now)?["title"] == .text("x"))
    #expect(log.restoration(to: at(3), now: now) == nil)
    #expect(log.restoration(to: at(1.5), now: now)?.fields == ["title": .text("a")])
  }

  @Test("the fields at any time of a random history are those of a replay", arguments: 0..<20)
  func random(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    var (fields, versions, states): (Fields?, [RecordVersion], [Fields?]) = (nil, [], [nil])
    for minute in 1...30 {
      if let before = fields, Int.random(in: 0..<6, using: &random) == 0 {
        versions.append(version(Double(minute), .deleted, before.map { ($0, $1.json, nil) }))
        fields = nil
      } else {
        var after = fields ?? [:]
        for name in ["a", "b", "c"] where fields == nil || Bool.random(using: &random) {
          after[name] = .int(Int64.random(in: 0..<4, using: &random))
        }
        let changed = after.filter { fields?[$0.key] != $0.value }
        guard !changed.isEmpty else {
          states.append(fields)
          continue
        }
        versions.append(
          version(
            Double(minute), fields == nil ? .created : .changed, changed.map { ($0, fields?[$0]?.json, $1.json) }))
        fields = after
      }
      states.append(fields)
    }
    let log = VersionLog(versions)
    for (minute, state) in states.enumerated() {
      let found = log.fields(at: at(Double(minute)), now: fields)
      #expect(found?.filter { $0.value != .null } == state, "\(seed) \(minute)")
    }
  }
}

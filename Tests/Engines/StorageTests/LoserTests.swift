import Foundation
import Kernel
import Testing

@testable import Storage

@Suite("Losing versions and the queue") struct LoserTests {
  private struct Here {
    let sample: Sample
    let moods: Storage.Collection<Mood>
    var store: Store { sample.store }
    var outbox: Outbox { sample.store.outbox }

    init(_ ground: Ground) async throws {
      sample = try await Sample(ground)
      moods = try await sample.store.collection(Mood.self, .owned(.entered))
    }

    /// A shared record, changed on both sides, whose conflict is resolved for the server.
    func lost(_ number: Int) async throws -> Mood {
      var mood = Mood(number, score: 1, note: "base")
      let base = try Row(mood, form: 1).fields()
      try await moods.take([Pulled(id: mood.id.uuid, rev: "r1", fields: base)], cursor: nil)
      mood.note = "mine"
      try await moods.save(mood, over: .anything)
      let op = try #require(try await outbox.claim().first).op
      let theirs = base.merging(["score": .int(2), "note": .text("theirs")]) { $1 }
      try await outbox.conflict(op, theirs: theirs, rev: "r2")
      try await outbox.resolve(op, .theirs)
      return mood
    }
  }

  @Test("the store lists losing versions newest first, up to a limit", arguments: Ground.allCases)
  func newest(_ ground: Ground) async throws {
    let here = try await Here(ground)
    let first = try await here.lost(1)
    let second = try await here.lost(2)
    let losers = try await here.store.losers(newest: 10)
    #expect(losers.map(\.id) == [second.id.uuid, first.id.uuid])
    #expect(losers.allSatisfy { $0.collection == "moods" && $0.fields["note"] == .text("mine") })
    #expect(try await here.store.losers(newest: 1).map(\.id) == [second.id.uuid])
    #expect(try await here.store.losers(newest: -5).isEmpty)
  }

  @Test(
    "restoring a losing version is a new edit, and the version it replaces becomes the loser",
    arguments: Ground.allCases)
  func restored(_ ground: Ground) async throws {
    let here = try await Here(ground)
    let mood = try await here.lost(1)
    let loser = try #require(try await here.store.losers(newest: 1).first)
    try await here.store.restore(loser.number)
    #expect(try await here.moods.record(mood.id) == mood)
    #expect(try await here.moods.opened(mood.id)?.state == .dirty)
    let change = try #require(try await here.outbox.changes().first)
    #expect((change.kind, change.base) == (.update, "r2"))
    #expect(change.fields == ["score": .int(1), "note": .text("mine")])
    let losers = try await here.store.losers(newest: 10)
    #expect(losers.count == 1 && losers.first?.fields["note"] == .text("theirs"))
    // Discarding the edit brings back the server's version.
    try await here.outbox.discard(change.op)
    #expect(try await here.moods.record(mood.id)?.note == "theirs")
  }

  @Test(
    "restoring a record deleted meanwhile inserts it again, based on the server's revision", arguments: Ground.allCases)
  func deleted(_ ground: Ground) async throws {
    let here = try await Here(ground)
    let mood = try await here.lost(1)
    try await here.moods.take([Pulled(id: mood.id.uuid, rev: "r3", fields: nil)], cursor: nil)
    #expect(try await here.moods.record(mood.id) == nil)
    let loser = try #require(try await here.store.losers(newest: 1).first)
    try await here.store.restore(loser.number)
    #expect(try await here.moods.record(mood.id) == mood)
    let change = try #require(try await here.outbox.changes().first)
    #expect((change.kind, change.base) == (.insert, "r3"))
    #expect(try await here.store.losers(newest: 10).isEmpty)
  }

  @Test(
    "restoring an unknown loser, or one whose record is in conflict, fails with a problem", arguments: Ground.allCases)
  func refused(_ ground: Ground) async throws {
    let here = try await Here(ground)
    await #expect(throws: Problem.self) { try await here.store.restore(99) }
    var mood = try await here.lost(1)
    let loser = try #require(try await here.store.losers(newest: 1).first)
    mood.note = "again"
    try await here.moods.save(mood, over: .anything)
    let op = try #require(try await here.outbox.claim().first).op
    try await here.outbox.conflict(op, theirs: nil, rev: "r9")
    await #expect {
      try await here.store.restore(loser.number)
    } throws: { ($0 as? Problem)?.code == "in-conflict" }
    #expect(try await here.store.losers(newest: 10) == [loser])
  }

  @Test("the queue is read by page, by collection and by single change", arguments: Ground.allCases)
  func pages(_ ground: Ground) async throws {
    let here = try await Here(ground)
    let meals = try await here.store.collection(Meal.self, .owned(.entered))
    let moods = (1...120).map { Mood($0) }
    try await here.store.write { batch throws(Problem) in
      for mood in moods { try batch.save(mood, in: here.moods) }
      try batch.save(Meal(id: ID(UUID()), at: Mood.start, words: "Soup"), in: meals)
    }
    let waiting = try await here.outbox.waiting(pages: [0, 2, 9, -1])
    #expect(waiting.kinds == ["moods": 120, "meals": 1] && waiting.counts.unsent == 121)
    #expect(waiting.pages.mapValues(\.count) == [0: 50, 2: 21])
    #expect(waiting.pages[0]?.first?.id == moods[0].id.uuid && waiting.pages[2]?.last?.collection == "meals")
    let op = try #require(waiting.pages[2]?.first).op
    let one = try await here.outbox.waiting(pages: [], changes: [op, UUID()])
    #expect(one.changes.keys.map(\.self) == [op] && one.pages.isEmpty)
  }

  @Test("a conflict beyond the read limit is read when it is requested", arguments: Ground.allCases)
  func many(_ ground: Ground) async throws {
    let here = try await Here(ground)
    let count = Waiting.mostConflicts + 1
    try await here.store.write { batch throws(Problem) in
      for number in 1...count { try batch.save(Mood(number), in: here.moods) }
    }
    let changes = try await here.outbox.claim(count)
    _ = try await here.outbox.settle(changes.map { ($0.op, .conflict(theirs: nil, rev: "r")) })
    let read = try await here.outbox.waiting(pages: []).conflicts.map(\.op)
    let other = try #require(changes.map(\.op).first { !read.contains($0) })
    #expect(read.count == Waiting.mostConflicts)
    #expect(try await here.outbox.waiting(pages: [], changes: [other]).conflicts.map(\.op) == read + [other])
  }

  @Test("retrying all makes every change that was set aside wait again at once", arguments: Ground.allCases)
  func retryAll(_ ground: Ground) async throws {
    let here = try await Here(ground)
    for number in 1...3 { try await here.moods.save(Mood(number)) }
    for change in try await here.outbox.claim() {
      try await here.outbox.setAside(change.op, reason: "No.", wasRefused: true)
    }
    try await here.outbox.retryAll()
    #expect(try await here.outbox.counts() == QueueCounts(waiting: 3))
    #expect(try await here.outbox.claim().count == 3)
  }

  @Test("the time of the last sync is stored to the millisecond", arguments: Ground.allCases)
  func synced(_ ground: Ground) async throws {
    let here = try await Here(ground)
    #expect(try await here.store.lastSynced() == nil)
    try await here.store.keep(lastSynced: Mood.start)
    try await here.store.keep(lastSynced: Mood.start.addingTimeInterval(0.25))
    #expect(try await here.store.lastSynced() == Mood.start.addingTimeInterval(0.25))
  }
}

import Foundation
import Kernel
import Testing

@testable import Storage

/// Regressions found by the simulation or while building it.
@Suite("Settling with the server, on disk and in memory")
struct SettlingTests {
  struct Setting {
    let sample: Sample
    let moods: Storage.Collection<Mood>
    var outbox: Outbox { sample.store.outbox }

    init(_ ground: Ground) async throws {
      sample = try await Sample(ground)
      moods = try await sample.store.collection(Mood.self, .owned(.entered))
    }

    func fields(_ mood: Mood) throws -> Fields { try Row(mood, form: 1).fields() }

    func page(
      _ changes: [Pulled], epoch: String = "one", cursor: String = "9", resync: Set<String> = [], isLast: Bool = true
    ) -> PulledPage {
      PulledPage(
        epoch: epoch, changes: changes.map { PulledPage.Entry("moods", $0) }, cursors: ["moods": cursor],
        resync: resync,
        isLast: isLast)
    }

    /// Takes the record from the server, so that both sides have it.
    func shared(_ mood: Mood, _ rev: String = "r1") async throws {
      try await sample.store.take(page([Pulled(id: mood.id.uuid, rev: rev, fields: try fields(mood))]))
    }

    func note(_ mood: Mood) async throws -> String? { try await moods.record(mood.id)?.note }

    func edit(_ mood: Mood, _ note: String) async throws {
      var mood = mood
      mood.note = note
      try await moods.save(mood, over: .anything)
    }

    func claimed() async throws -> UUID { try #require(try await outbox.claim(1).first).op }
  }

  @Test("a merge that drops values of both sides keeps both versions as losers", arguments: Ground.allCases)
  func merged(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1, score: 1, note: "base")
    try await here.shared(mood)
    try await here.edit(mood, "mine")
    var server = mood
    server.note = "theirs"
    server.score = 3
    let op = try await here.claimed()
    var chosen = try here.fields(server)
    chosen["note"] = .text("mine")
    let merged = chosen
    let theirs = try here.fields(server)
    _ = try await here.outbox.settle([(op, .conflict(theirs: theirs, rev: "r2"))]) { _ in .merged(merged) }
    let losers = try await here.moods.losers(mood.id).compactMap { here.moods.record(of: $0)?.note }
    #expect(Set(losers) == ["mine", "theirs"])
  }

  @Test(
    "discarding a change in conflict restores the server's version, without another page", arguments: Ground.allCases)
  func discardedConflict(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let (mood, gone) = (Mood(1, note: "base"), Mood(2, note: "base"))
    try await here.shared(mood)
    try await here.shared(gone)
    for one in [mood, gone] { try await here.edit(one, "mine") }
    var server = mood
    server.note = "theirs"
    let claimed = try await here.outbox.claim()
    let theirs = try here.fields(server)
    _ = try await here.outbox.settle([
      (claimed[0].op, .conflict(theirs: theirs, rev: "r2")), (claimed[1].op, .conflict(theirs: nil, rev: "r3")),
    ])
    for change in claimed { try await here.outbox.discard(change.op) }
    #expect(try await here.note(mood) == "theirs")
    #expect(try await here.moods.record(gone.id) == nil)
    #expect(try await here.outbox.counts() == QueueCounts())
  }

  @Test(
    "deleting a record whose insert is in conflict keeps the conflict; resolving it for this side sends a delete",
    arguments: Ground.allCases)
  func deletedInConflict(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1, note: "mine")
    try await here.moods.save(mood)
    var server = mood
    server.note = "theirs"
    let op = try await here.claimed()
    let theirs = try here.fields(server)
    _ = try await here.outbox.settle([(op, .conflict(theirs: theirs, rev: "r2"))])
    try await here.moods.delete(mood.id)
    let conflict = try #require(try await here.outbox.conflicts().first)
    #expect(conflict.mine == nil && conflict.theirs?["note"] == .text("theirs"))
    try await here.outbox.resolve(op, .mine)
    let next = try #require(try await here.outbox.claim().first)
    #expect((next.kind, next.base) == (.delete, "r2"))
  }

  @Test(
    "a conflict ends once both sides have deleted the record, in either order", arguments: Ground.allCases,
    [true, false])
  func agreed(_ ground: Ground, _ isFirstHere: Bool) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1, note: "base")
    try await here.shared(mood)
    try await here.edit(mood, "mine")
    let op = try await here.claimed()
    var server = mood
    server.note = "theirs"
    let theirs = try here.fields(server)
    _ = try await here.outbox.settle([(op, .conflict(theirs: isFirstHere ? theirs : nil, rev: "r2"))])
    try await here.moods.delete(mood.id)
    if isFirstHere {
      try await here.sample.store.take(here.page([Pulled(id: mood.id.uuid, rev: "r3", fields: nil)]))
    }
    #expect(try await here.outbox.conflicts().isEmpty)
    #expect(try await here.outbox.counts() == QueueCounts())
  }

  @Test("deleting an unsent insert shows the server's record with the same identifier", arguments: Ground.allCases)
  func takenBack(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1, note: "mine")
    try await here.moods.save(mood)
    var server = mood
    server.note = "theirs"
    try await here.shared(server)
    #expect(try await here.note(mood) == "mine")
    try await here.moods.delete(mood.id)
    #expect(try await here.note(mood) == "theirs")
    #expect(try await here.outbox.counts() == QueueCounts())
  }

  @Test("discarding the later of two changes leaves the record as the earlier one makes it", arguments: Ground.allCases)
  func laterDiscarded(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1, note: "base")
    try await here.shared(mood)
    try await here.edit(mood, "one")
    let first = try await here.claimed()
    try await here.edit(mood, "two")
    let second = try #require(try await here.outbox.changes().last).op
    try await here.outbox.discard(second)
    #expect(try await here.note(mood) == "one")
    try await here.outbox.acknowledge(first, rev: "r2")
    #expect(try await here.note(mood) == "one")
    #expect(try await here.moods.opened(mood.id)?.state == .clean)
  }

  @Test(
    "discarding a deletion after an edit restores the server's version", arguments: Ground.allCases,
    [true, false])
  func deletionDiscarded(_ ground: Ground, _ isSent: Bool) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1, note: "base")
    try await here.shared(mood)
    try await here.edit(mood, "edited")
    if isSent {
      let op = try await here.claimed()
      try await here.moods.delete(mood.id)
      try await here.outbox.acknowledge(op, rev: "r2")
    } else {
      try await here.moods.delete(mood.id)
    }
    try await here.outbox.discard(try #require(try await here.outbox.changes().first).op)
    #expect(try await here.note(mood) == (isSent ? "edited" : "base"))
    #expect(try await here.moods.opened(mood.id)?.state == .clean)
  }

  @Test("a record recreated after a deletion can be discarded", arguments: Ground.allCases)
  func anewDiscarded(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1, note: "base")
    try await here.shared(mood)
    try await here.moods.delete(mood.id)
    let delete = try await here.claimed()
    try await here.moods.save(mood)
    try await here.outbox.acknowledge(delete, rev: "r2")
    try await here.outbox.discard(try #require(try await here.outbox.changes().first).op)
    #expect(try await here.moods.record(mood.id) == nil)
    #expect(try await here.outbox.counts() == QueueCounts())
  }

  @Test(
    "a resync that repeats the base of a change in flight does not undo the change when its answer arrives",
    arguments: Ground.allCases
  )
  func lateAnswer(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1, note: "base")
    try await here.shared(mood)
    try await here.edit(mood, "mine")
    let op = try await here.claimed()
    // The server is restored from an older copy, in which the record is unedited.
    try await here.sample.store.take(
      here.page([Pulled(id: mood.id.uuid, rev: "s7", fields: try here.fields(mood))], epoch: "two", resync: ["moods"]))
    _ = try await here.outbox.settle([(op, .alreadyApplied(rev: "s8"))])
    #expect(try await here.note(mood) == "mine")
    // Another client may have reverted it since, so the collection is pulled again.
    #expect(try await here.sample.store.heading().cursors["moods"] == .some(nil))
  }

  @Test(
    "a waiting deletion of a record that a new server epoch lacks drops the old epoch's revision",
    arguments: Ground.allCases)
  func basesOfAnotherLife(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1)
    try await here.shared(mood, "5")
    try await here.moods.delete(mood.id)
    #expect(try await here.outbox.changes().map(\.base) == ["5"])
    try await here.sample.store.take(here.page([], epoch: "two", resync: ["moods"]))
    #expect(try await here.outbox.changes().map(\.base) == [nil])
  }

  @Test(
    "a version held from an earlier server epoch does not reappear after a deletion is applied",
    arguments: Ground.allCases)
  func heldOfAnotherLife(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1)
    try await here.shared(mood, "5")
    try await here.moods.delete(mood.id)
    // Another device's edit is pulled while the deletion waits; then the server is restored without the record.
    var edited = mood
    edited.note = "theirs"
    try await here.sample.store.take(
      here.page([Pulled(id: mood.id.uuid, rev: "8", fields: try here.fields(edited))]))
    try await here.sample.store.take(here.page([], epoch: "two", resync: ["moods"]))
    let op = try await here.claimed()
    _ = try await here.outbox.settle([(op, .applied(rev: "3"))])
    #expect(try await here.moods.record(mood.id) == nil)
    #expect(try await here.moods.count() == 0)
  }

  @Test(
    "an older deletion pulled while an insert is in flight does not delete the record once the insert was applied",
    arguments: Ground.allCases)
  func olderHeldGrave(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1, note: "again")
    try await here.moods.save(mood)
    let op = try await here.claimed()
    try await here.outbox.letGo()
    try await here.sample.store.take(here.page([Pulled(id: mood.id.uuid, rev: "6", fields: nil)], cursor: "17"))
    _ = try await here.outbox.settle([(op, .alreadyApplied(rev: "23"))])
    #expect(try await here.note(mood) == "again")
  }

  @Test(
    "of two versions pulled while a change waits, the later one applies when the change is discarded",
    arguments: Ground.allCases)
  func laterHeld(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1, note: "theirs")
    try await here.shared(mood, "31")
    try await here.edit(mood, "mine")
    // Pulled from the beginning: an old deletion first, then the record created since.
    try await here.sample.store.take(
      here.page([Pulled(id: mood.id.uuid, rev: "16", fields: nil)], cursor: "16.31", isLast: false))
    try await here.sample.store.take(
      here.page([Pulled(id: mood.id.uuid, rev: "31", fields: try here.fields(mood))], cursor: "31"))
    let op = try #require(try await here.outbox.changes().first).op
    try await here.outbox.discard(op)
    #expect(try await here.note(mood) == "theirs")
  }

  @Test(
    "a deletion older than the record's revision is ignored; a newer one deletes the record", arguments: Ground.allCases
  )
  func olderGrave(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1, note: "again")
    try await here.shared(mood, "20")
    // A resync sends changes in the order of revisions, and may stop halfway.
    try await here.sample.store.take(
      here.page([Pulled(id: mood.id.uuid, rev: "16", fields: nil)], cursor: "16.20", isLast: false))
    #expect(try await here.note(mood) == "again")
    try await here.sample.store.take(here.page([Pulled(id: mood.id.uuid, rev: "21", fields: nil)], cursor: "21"))
    #expect(try await here.note(mood) == nil)
  }

  @Test(
    "a page of a new epoch that does not cover a collection resets the collection's cursor", arguments: Ground.allCases
  )
  func untold(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let meals = try await here.sample.store.collection(Meal.self, .owned(.entered))
    let meal = Meal(id: ID(UUID()), at: Mood.start, words: "soup")
    try await meals.take(
      [Pulled(id: meal.id.uuid, rev: "5", fields: try Row(meal, form: 1).fields())],
      cursor: Cursor(cursor: "5", epoch: "one"))
    try await here.shared(Mood(1))
    // The page is full of moods; the cursor of the meals is returned as it was sent.
    try await here.sample.store.take(
      PulledPage(epoch: "two", changes: [], cursors: ["moods": "3", "meals": "5"], resync: ["moods"], isLast: false))
    let heading = try await here.sample.store.heading()
    #expect(heading.cursors["meals"] == .some(nil))
    #expect(heading.epoch == "two")
    // Records that the new epoch lacks are sent again, not treated as deleted.
    let taken = try await here.sample.store.take(
      PulledPage(epoch: "two", changes: [], cursors: ["moods": "3", "meals": "3"], resync: [], isLast: true))
    #expect((taken.sentAgain, taken.deleted) == (2, 0))
  }

  @Test(
    "a record sent without an answer and missing in a resync is kept or deleted by the pull after the answer",
    arguments: Ground.allCases, ["one", "two"])
  func sentAndGone(_ ground: Ground, _ epoch: String) async throws {
    let here = try await Setting(ground)
    try await here.shared(Mood(9))
    let (deleted, late, known) = (Mood(1), Mood(2), Mood(3))
    for mood in [deleted, late, known] { try await here.moods.save(mood) }
    let ops = try await here.outbox.claim(3).map(\.op)
    try await here.outbox.letGo()
    let whole = PulledPage(epoch: epoch, changes: [], cursors: ["moods": "9"], resync: ["moods"], isLast: true)
    try await here.sample.store.take(whole)
    #expect(try await here.moods.record(deleted.id) != nil, "no record is removed before the server has answered")
    _ = try await here.outbox.claim(3)
    _ = try await here.outbox.settle([
      (ops[0], .alreadyApplied(rev: "4")), (ops[1], .applied(rev: "10")), (ops[2], .alreadyApplied(rev: "11")),
    ])
    #expect(try await here.moods.record(deleted.id) != nil, "the record may have arrived just after the page")
    try await here.sample.store.take(
      here.page([Pulled(id: known.id.uuid, rev: "11", fields: try here.fields(known))], epoch: epoch, cursor: "11"))
    #expect(try await here.moods.record(deleted.id) == nil)
    #expect(try await here.moods.record(late.id) == late)
    #expect(try await here.moods.record(known.id) == known)
  }

  @Test(
    "a conflict over a record that the server lost ends if it was deleted here, else it becomes one with a deletion",
    arguments: Ground.allCases)
  func lostConflicts(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let (deleted, edited) = (Mood(1, note: "base"), Mood(2, note: "base"))
    for mood in [deleted, edited] {
      try await here.shared(mood)
      try await here.edit(mood, "mine")
      let op = try await here.claimed()
      let theirs = try here.fields(mood)
      _ = try await here.outbox.settle([(op, .conflict(theirs: theirs, rev: "r2"))])
    }
    try await here.moods.delete(deleted.id)
    #expect(try await here.outbox.conflicts().count == 2)
    try await here.sample.store.take(
      PulledPage(epoch: "one", changes: [], cursors: ["moods": "20"], resync: ["moods"], isLast: true))
    let left = try await here.outbox.conflicts()
    #expect(left.map(\.id) == [edited.id.uuid] && left.allSatisfy { $0.theirs == nil })
    #expect(try await here.outbox.changes().map(\.id) == [edited.id.uuid])
    #expect(try await here.moods.losers(deleted.id).count >= 1, "the server's version is kept")
  }

  @Test(
    "a page requested before its collection was reset deletes nothing, and the collection is requested again",
    arguments: Ground.allCases)
  func outrun(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let (old, new) = (Mood(1), Mood(2))
    try await here.shared(old)
    let asked = try await here.sample.store.heading().cursors
    // Meanwhile the device resets the collection, to pull everything again.
    try await here.moods.take([], cursor: nil)
    let page = PulledPage(
      epoch: "one",
      changes: [PulledPage.Entry("moods", Pulled(id: new.id.uuid, rev: "12", fields: try here.fields(new)))],
      cursors: ["moods": "12"], resync: [], isLast: true, asked: asked)
    let taken = try await here.sample.store.take(page)
    #expect(taken.isOutrun && taken.deleted == 0)
    #expect(try await here.moods.records().count == 2)
    #expect(try await here.sample.store.heading().cursors["moods"] == .some(nil))
  }

  @Test(
    "after a server restore the losing version is kept, whichever side was edited later", arguments: Ground.allCases,
    [-60.0, 60])
  func compared(_ ground: Ground, _ later: Double) async throws {
    let here = try await Setting(ground)
    let mood = Mood(1, note: "mine")
    try await here.shared(mood)
    var server = mood
    server.note = "theirs"
    let edited = Mood.start.addingTimeInterval(later)
    try await here.sample.store.take(
      here.page(
        [Pulled(id: mood.id.uuid, rev: "s1", fields: try here.fields(server), editedAt: edited)], epoch: "two",
        resync: ["moods"]))
    let both = Set(
      [try await here.note(mood)]
        + (try await here.moods.losers(mood.id).map {
          here.moods.record(of: $0)?.note
        }))
    #expect(both == ["mine", "theirs"])
  }

  @Test(
    "a change deferred by a year because of a fast clock is due at once; one deferred by a minute waits",
    arguments: Ground.allCases)
  func clock(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    try await here.moods.save(Mood(1))
    let op = try await here.claimed()
    let year = Mood.start.addingTimeInterval(365 * 86_400)
    _ = try await here.outbox.settle([(op, .again(until: year, countsAsTry: false))])
    #expect(try await here.outbox.draw(5, bytes: 10_000).changes.map(\.op) == [op])
    _ = try await here.outbox.settle([(op, .again(until: Mood.start.addingTimeInterval(60), countsAsTry: false))])
    #expect(try await here.outbox.draw(5, bytes: 10_000).changes.isEmpty)
  }

  @Test("a policy that would keep an unreadable version leaves the conflict to the user and blocks no other change")
  func unreadable() async throws {
    let here = try await Setting(.memory)
    let (mood, other) = (Mood(1, note: "base"), Mood(2))
    try await here.shared(mood)
    try await here.edit(mood, "mine")
    try await here.moods.save(other)
    let claimed = try await here.outbox.claim()
    let settled = try await here.outbox.settle([
      (claimed[0].op, .conflict(theirs: ["id": .uuid(mood.id.uuid), "new": .int(1)], rev: "r2")),
      (claimed[1].op, .applied(rev: "r3")),
    ]) { _ in .theirs }
    #expect(settled.asked == [claimed[0].op])
    #expect(settled.counts == QueueCounts(conflicts: 1))
  }

  @Test(
    "after a pull from the beginning, records that the server does not list are deleted", arguments: Ground.allCases)
  func whole(_ ground: Ground) async throws {
    let here = try await Setting(ground)
    let (kept, gone) = (Mood(1), Mood(2))
    try await here.shared(kept, "r1")
    try await here.shared(gone, "r2")
    try await here.moods.take([], cursor: nil)
    let taken = try await here.sample.store.take(
      here.page([Pulled(id: kept.id.uuid, rev: "r1", fields: try here.fields(kept))]))
    #expect(taken.deleted == 1)
    #expect(try await here.moods.records().map(\.id) == [kept.id])
  }
}

import Foundation
import JSON
import Kernel
import Simulation
import Storage
import Sync
import SyncWire
import Testing

@Suite("Pitfalls of syncing")
struct PitfallTests {
  /// Two devices that share one record.
  func shared(_ policy: Policy = .ask, on ground: Gear.Ground = .memory) async throws -> (Stand, Note) {
    let here = try await Stand(devices: 2, policy, on: ground)
    let note = Note("one")
    try await here.a.save(note)
    await here.a.sync()
    await here.b.sync()
    return (here, note)
  }

  @Test(
    "clock skew: a later edit wins, whether the device's clock is hours ahead or behind",
    arguments: [-7200, 7200.0])
  func skew(_ offset: Double) async throws {
    let (here, note) = try await shared(.newest)
    here.a.offset = offset
    await here.a.sync()
    try await here.b.edit(note, "earlier")
    await here.b.sync()
    here.a.isUp = false
    await here.pass(600)
    try await here.a.edit(note, "later")
    here.a.isUp = true
    await here.a.sync()
    #expect(here.text(note) == "later")
  }

  @Test("duplicate push: a message sent twice is applied once")
  func duplicate() async throws {
    let (here, _) = try await shared()
    let push = try #require(here.a.pushes.first)
    let before = here.server.revision
    let again = here.server.push(push, as: here.person, at: here.a.now)
    #expect(here.server.revision == before)
    #expect(again.results.map(\.outcome) == [.alreadyApplied(rev: "1")])
  }

  @Test("row conflict: a change on an older base is not applied, and both versions are kept for a decision")
  func conflict() async throws {
    let (here, note) = try await shared()
    try await here.b.edit(note, "theirs")
    await here.b.sync()
    here.a.isUp = false
    try await here.a.edit(note, "mine")
    here.a.isUp = true
    await here.a.sync()
    #expect(here.text(note) == "theirs")
    let conflict = try #require(try await here.a.store.outbox.conflicts().first)
    #expect(conflict.mine?["text"] == .text("mine"))
    #expect(conflict.theirs?["text"] == .text("theirs"))
    #expect(conflict.base?["text"] == .text("one"))
    // An unresolved conflict blocks no other change.
    try await here.a.save(Note("other"))
    await here.a.sync()
    #expect(here.texts == ["other", "theirs"])
  }

  @Test("an insert of an existing record is a conflict only if the content differs", arguments: [true, false])
  func insertThere(_ isSame: Bool) async throws {
    let here = try await Stand(devices: 2)
    let note = Note("one")
    try await here.a.save(note)
    await here.a.sync()
    try await here.b.save(Note(isSame ? "one" : "two", id: note.id))
    await here.b.sync()
    #expect(try await here.b.counts.conflicts == (isSame ? 0 : 1))
    #expect(here.texts == ["one"])
  }

  @Test("push echo while another edit waits: it moves the base and keeps the edit")
  func echo() async throws {
    let (here, note) = try await shared()
    here.a.fates = [.unanswered]
    try await here.a.edit(note, "two")
    try await here.a.edit(note, "three")
    await here.pass(120)
    #expect(here.text(note) == "three")
    #expect(try await here.a.store.outbox.conflicts().isEmpty)
  }

  @Test("lost permission, or a server emptied by hand: records that are no longer sent are deleted here")
  func permission() async throws {
    let (here, note) = try await shared()
    try await here.b.delete(note)
    await here.b.sync()
    here.server.purge(upTo: here.server.revision)
    await here.a.sync()
    #expect(try await here.a.text(note) == nil)
    #expect(try await here.a.counts == QueueCounts())
  }

  @Test("a pull from the beginning for a reason other than age deletes records that are no longer sent")
  func fromTheBeginning() async throws {
    let (here, note) = try await shared()
    try await here.b.delete(note)
    await here.b.sync()
    here.server.purge(upTo: here.server.revision)
    // As after a damaged row.
    try await here.a.notes.take([], cursor: nil)
    await here.a.sync()
    #expect(try await here.a.text(note) == nil)
  }

  @Test("partial failure of a batch: each entry has its own answer")
  func partial() async throws {
    let here = try await Stand { $0["text"] == "bad" ? ("23514", "No.") : nil }
    for text in ["good 1", "bad", "good 2"] { try await here.a.notes.save(Note(text)) }
    await here.a.sync()
    #expect(here.texts == ["good 1", "good 2"])
  }

  @Test("a server restored from an older copy receives all it lost, deletions too, and all waiting changes")
  func restored() async throws {
    let (here, note) = try await shared()
    let (gone, edited, unsent) = (Note("gone"), Note("edited"), Note("unsent"))
    try await here.a.save(gone)
    try await here.a.save(edited)
    await here.a.sync()
    await here.b.sync()
    let copy = here.server
    await here.pass(100)
    let late = Note("late")
    try await here.a.save(late)
    try await here.a.delete(gone)
    try await here.a.edit(edited, "edited since")
    await here.a.sync()
    here.a.isUp = false
    try await here.a.save(unsent)
    here.server.restore(copy, epoch: "two")
    here.a.isUp = true
    await here.a.sync()
    await here.b.sync()
    await here.a.sync()
    #expect(here.texts == ["edited since", "late", "one", "unsent"])
    for device in here.devices {
      #expect(try await device.notes.records().map(\.text).sorted() == here.texts)
      #expect(try await device.counts == QueueCounts())
    }
    #expect(try await here.b.text(note) == "one")
  }

  @Test(
    "restored before the first pull: a record acknowledged in the old epoch is sent again, not deleted")
  func restoredEarly() async throws {
    let here = try await Stand()
    let copy = here.server
    try await here.a.save(Note("one"))
    // The push gets through, the pull does not.
    here.a.fates = []
    here.a.refusingPulls = true
    await here.a.signIn()
    #expect(here.texts == ["one"])
    here.server.restore(copy, epoch: "two")
    here.a.refusingPulls = false
    await here.pass(300)
    #expect(here.texts == ["one"])
    #expect(try await here.a.notes.count() == 1)
  }

  @Test("a lost session keeps data and queue; syncing resumes after the next sign-in")
  func token() async throws {
    let (here, note) = try await shared()
    here.a.fates = [.refused(.unauthorized)]
    try await here.a.edit(note, "kept")
    #expect(!here.a.planner.isSignedIn)
    await here.pass(3600)
    #expect(here.text(note) == "one")
    #expect(try await here.a.counts == QueueCounts(waiting: 1))
    await here.a.signIn()
    #expect(here.text(note) == "kept")
  }

  @Test("process death in a pull: rows and cursor are stored together, and the pull resumes where it stopped")
  func deathInPull() async throws {
    let here = try await Stand(devices: 2, on: .disk)
    here.server.mostRows = 3
    for index in 0..<10 { try await here.a.save(Note("n\(index)")) }
    await here.a.sync()
    // The second page fails, and the program ends.
    here.b.fates = [.refused(.later(after: 1))]
    await here.b.signIn()
    try await here.b.restart()
    await here.b.sync()
    #expect(try await here.b.notes.count() == 10)
    for pull in here.b.pulls.dropFirst(2) { #expect(pull.cursors["notes"] != .some(nil)) }
  }
}

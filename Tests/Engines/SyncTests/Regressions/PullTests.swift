import Foundation
import JSON
import Kernel
import Simulation
import Storage
import Sync
import SyncWire
import Testing

@Suite("Bugs of other projects: pulling from the server")
struct PullTests {
  @Test("WatermelonDB #649, #1219: the echo of a push in the next pull changes nothing")
  func echo() async throws {
    let here = try await Stand()
    let note = Note("one")
    try await here.a.save(note)
    let before = here.a.notes.revision.value
    await here.a.sync()
    await here.pass(300)
    #expect(try await here.a.notes.changes(since: before, limit: 10).isNothing)
    // Also during an edit.
    try await here.a.notes.save(Note("two", id: note.id), over: .anything)
    await here.a.tell(.hinted)
    #expect(try await here.a.text(note) == "two")
  }

  @Test("PouchDB #6666, #9075, #4932, couchbase-lite-core #781: a record deleted and recreated exists everywhere")
  func recreated() async throws {
    let here = try await Stand(devices: 2)
    let note = Note("one")
    try await here.a.save(note)
    await here.a.sync()
    await here.b.sync()
    for round in 0..<3 {
      try await here.a.delete(note)
      if round != 1 { await here.a.sync() }
      try await here.a.save(Note("again \(round)", id: note.id))
      await here.a.sync()
      await here.b.sync()
      #expect(here.text(note) == "again \(round)")
      #expect(try await here.b.text(note) == "again \(round)")
      #expect(try await here.a.counts == QueueCounts())
    }
    // Recreated by the other device, which has pulled the deletion.
    try await here.a.delete(note)
    await here.a.sync()
    await here.b.sync()
    #expect(try await here.b.text(note) == nil)
    try await here.b.save(Note("by the other", id: note.id))
    await here.b.sync()
    await here.a.sync()
    #expect(try await here.a.text(note) == "by the other")
  }

  @Test(
    "chroncal #148: resolving a conflict for the server's deletion does not bring the record back",
    arguments: [true, false])
  func tookServer(_ isMine: Bool) async throws {
    let here = try await Stand(devices: 2)
    let note = Note("one")
    try await here.a.save(note)
    await here.a.sync()
    await here.b.sync()
    try await here.b.delete(note)
    await here.b.sync()
    try await here.a.edit(note, "mine")
    let conflict = try #require(try await here.a.store.outbox.conflicts().first)
    #expect(conflict.theirs == nil)
    try await here.a.store.outbox.resolve(conflict.op, isMine ? .mine : .theirs)
    await here.a.sync()
    await here.b.sync()
    await here.pass(200)
    #expect(here.texts == (isMine ? ["mine"] : []))
    for device in [here.a, here.b] { #expect(try await device.text(note) == (isMine ? "mine" : nil)) }
    #expect(try await here.a.counts == QueueCounts())
    // The losing version is kept.
    if !isMine { #expect(try await here.a.notes.losers(note.id).first?.fields["text"] == .text("mine")) }
  }

  @Test("PouchDB #802, #6421, #5596, #5462, #888: after deletions are purged, a device that was offline resyncs")
  func tombstones() async throws {
    let here = try await Stand(devices: 2)
    let notes = (0..<8).map { Note("n\($0)") }
    for note in notes { try await here.a.save(note) }
    await here.a.sync()
    await here.b.sync()
    let unsent = Note("unsent")
    here.b.isUp = false
    try await here.b.save(unsent)
    for note in notes.prefix(5) { try await here.a.delete(note) }
    await here.a.sync()
    here.server.purge(upTo: here.server.revision)
    here.b.isUp = true
    await here.b.sync()
    await here.a.sync()
    let kept = Set(notes.suffix(3).map(\.text) + ["unsent"])
    #expect(Set(here.texts) == kept)
    for device in [here.a, here.b] { #expect(Set(try await device.notes.records().map(\.text)) == kept) }
  }

  @Test("payload-expo #9: deletions arrive page by page with the same cursor as other changes")
  func cursor() async throws {
    let here = try await Stand(devices: 2)
    here.server.mostRows = 2
    let notes = (0..<9).map { Note("n\($0)") }
    for note in notes { try await here.a.save(note) }
    await here.a.sync()
    await here.b.sync()
    for (index, note) in notes.enumerated() {
      if index.isMultiple(of: 2) { try await here.a.delete(note) } else { try await here.a.edit(note, "e\(index)") }
    }
    await here.a.sync()
    await here.b.sync()
    #expect(try await here.b.notes.records().map(\.text).sorted() == ["e1", "e3", "e5", "e7"])
  }

  @Test("kt #255, dart #93, supabase-js #1599: changes without a hint are pulled after a reconnect and by timer")
  func missed() async throws {
    let here = try await Stand(devices: 2)
    await here.a.signIn()
    await here.a.tell(.hinting(true))
    await here.a.tell(.network(isUp: false))
    try await here.b.save(Note("while away"))
    await here.b.sync()
    await here.a.tell(.network(isUp: true))
    await here.pass(30)
    #expect(try await here.a.notes.records().map(\.text) == ["while away"])
    try await here.b.save(Note("never told"))
    await here.b.sync()
    await here.pass(301)
    #expect(try await here.a.notes.count() == 2)
    // Hints resume after a new token: changes in between are pulled.
    await here.a.tell(.hinting(false))
    try await here.b.save(Note("in between"))
    await here.b.sync()
    await here.a.tell(.hinting(true))
    #expect(try await here.a.notes.count() == 3)
  }

  @Test("sqlite-data #496, #249, #159: counts of waiting, failed and conflicting changes are always available")
  func insight() async throws {
    let here = try await Stand(devices: 2) { $0["text"] == "bad" ? ("23514", "No.") : nil }
    let note = Note("one")
    try await here.a.save(note)
    await here.a.sync()
    await here.b.sync()
    try await here.b.edit(note, "theirs")
    await here.b.sync()
    here.a.isUp = false
    try await here.a.edit(note, "mine")
    try await here.a.save(Note("bad"))
    try await here.a.save(Note("good"))
    #expect(try await here.a.counts == QueueCounts(waiting: 3))
    here.a.isUp = true
    await here.a.sync()
    #expect(try await here.a.counts == QueueCounts(aside: 1, conflicts: 1))
    guard case .finished(let report)? = here.a.heard.last else {
      Issue.record("no report")
      return
    }
    #expect((report.sent, report.failed, report.conflicts) == (1, 1, 1))
    let totals = here.a.heard.compactMap { note in
      if case .progressed(let progress) = note { progress.total } else { nil }
    }
    #expect(totals.max() == 3)
  }
}

extension Changes {
  var isNothing: Bool {
    if case .since(let saved, let deleted, _, _) = self { saved.isEmpty && deleted.isEmpty } else { false }
  }
}

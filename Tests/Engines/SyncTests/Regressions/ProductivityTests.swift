import Foundation
import JSON
import Kernel
import Simulation
import Storage
import Sync
import SyncWire
import Testing

@Suite("Bugs of other projects: Super Productivity")
struct ProductivityTests {
  /// A device edits offline; another edits the same record later and syncs first. The first clock may run ahead.
  func stale(_ policy: Policy, ahead: Double = 0) async throws -> (stand: Stand, note: Note) {
    let here = try await Stand(devices: 2, policy)
    let note = Note("one", mark: nil)
    try await here.a.save(note)
    await here.a.sync()
    await here.b.sync()
    here.a.isUp = false
    here.a.offset = ahead
    try await here.a.edit(note, "old phone")
    await here.pass(7200)
    try await here.b.edit(note, "new desktop")
    await here.b.sync()
    here.a.isUp = true
    await here.a.sync()
    await here.b.sync()
    return (here, note)
  }

  @Test("#4422, #4544: a device that was offline does not overwrite a newer edit")
  func stalePhone() async throws {
    let asked = try await stale(.ask)
    #expect(asked.stand.text(asked.note) == "new desktop")
    #expect(try await asked.stand.a.counts.conflicts == 1)

    let (here, note) = try await stale(.newest)
    #expect(here.text(note) == "new desktop")
    #expect(try await here.a.text(note) == "new desktop")
    #expect(try await here.a.notes.losers(note.id).map { $0.fields["text"] } == [.text("old phone")])
  }

  @Test(
    "#8107: whichever side a conflict is resolved for, the other version can be restored",
    arguments: [Resolution.mine, .theirs])
  func bringBack(_ resolution: Resolution) async throws {
    let (here, note) = try await stale(.ask)
    let conflict = try #require(try await here.a.store.outbox.conflicts().first)
    try await here.a.store.outbox.resolve(conflict.op, resolution)
    await here.a.sync()
    let (won, lost) = resolution == .mine ? ("old phone", "new desktop") : ("new desktop", "old phone")
    #expect(here.text(note) == won)
    let loser = try #require(try await here.a.notes.losers(note.id).first)
    #expect(loser.fields["text"] == .text(lost))
    let record = try #require(here.a.notes.record(of: loser))
    try await here.a.notes.save(record, over: .anything)
    await here.a.sync()
    #expect(here.text(note) == lost)
  }

  @Test("#6398: records that two devices create independently under one name are one record")
  func twice() async throws {
    let here = try await Stand(devices: 2, .newest)
    let id = ID<Note>(named: "2026-03-02 water the plants")
    for device in here.devices { try await device.notes.save(Note("water", id: id)) }
    await here.a.sync()
    await here.b.sync()
    await here.a.sync()
    #expect(here.server.rows.count == 1)
    for device in here.devices {
      #expect(try await device.notes.count() == 1)
      #expect(try await device.counts == QueueCounts())
    }
  }

  @Test("#9405: every conflict has something to decide, and every counted conflict is listed")
  func emptyReview() async throws {
    let here = try await Stand(devices: 2)
    let notes = (0..<4).map { Note("n\($0)") }
    for note in notes { try await here.a.save(note) }
    await here.a.sync()
    await here.b.sync()
    for note in notes { try await here.b.edit(note, "theirs \(note.text)") }
    await here.b.sync()
    here.a.isUp = false
    try await here.a.edit(notes[0], "theirs n0")
    try await here.a.edit(notes[1], "mine")
    try await here.a.delete(notes[2])
    try await here.a.edit(notes[3], "mine")
    here.a.isUp = true
    await here.a.sync()
    let listed = try await here.a.store.outbox.conflicts()
    #expect(listed.count == 3)
    #expect(try await here.a.counts.conflicts == listed.count)
    for conflict in listed {
      #expect(conflict.mine != nil || conflict.theirs != nil)
      guard let merge = Merge(conflict) else { continue }
      #expect(Merge.differing(merge.mine, merge.theirs) == ["text"])
    }
    // Changes of the other device reach the conflict; sides that agree by then need no decision.
    try await here.b.delete(notes[2])
    await here.b.sync()
    await here.a.sync()
    let left = try await here.a.store.outbox.conflicts()
    #expect(try await here.a.counts.conflicts == left.count)
    for conflict in left { #expect(conflict.mine != nil || conflict.theirs != nil) }
  }

  @Test("#9537: a bulk change completes even if the server accepts only small batches")
  func archive() async throws {
    let here = try await Stand()
    let notes = (0..<700).map { Note("n\($0)") }
    for note in notes { try await here.a.notes.save(note) }
    await here.a.sync()
    try await here.a.store.write { batch throws(Problem) in
      for note in notes { try batch.save(Note("archived", id: note.id), over: .anything, in: here.a.notes) }
    }
    here.a.refusing = { $0.entries.count > 50 ? .refused(code: "413", reason: "Too large.") : nil }
    await here.a.sync()
    #expect(here.server.rows.values.allSatisfy { $0.fields["text"] == "archived" })
    #expect(try await here.a.counts == QueueCounts())
  }
}

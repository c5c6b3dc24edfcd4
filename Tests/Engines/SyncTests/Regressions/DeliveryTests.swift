import Foundation
import JSON
import Kernel
import Simulation
import Storage
import Sync
import SyncWire
import Testing

@Suite("Bugs of other projects: delivery")
struct DeliveryTests {
  @Test("Firestore android #8440, ios #16475: a change whose answer is lost is applied once")
  func lostAnswer() async throws {
    let here = try await Stand()
    let note = Note("one")
    try await here.a.save(note)
    here.a.fates = [.unanswered, .unanswered, .lost]
    await here.a.signIn()
    await here.pass(60)
    #expect(here.server.revision == 1)
    #expect(Set(here.a.pushes.flatMap { $0.entries.map(\.op) }).count == 1)
    try await here.a.edit(note, "two")
    here.a.fates = [.unanswered]
    await here.a.sync()
    await here.pass(60)
    #expect(here.server.revision == 2)
    #expect(try await here.a.counts == QueueCounts())
    #expect(try await here.a.notes.opened(note.id)?.state == .clean)
  }

  @Test("#8440 with another device's edit in between: the retry does not undo the edit or cause a conflict")
  func lostAnswerAndAnother() async throws {
    let here = try await Stand(devices: 2)
    let note = Note("one")
    try await here.a.save(note)
    here.a.fates = [.unanswered]
    await here.a.signIn()
    await here.b.sync()
    try await here.b.edit(note, "two")
    await here.b.sync()
    await here.pass(200)
    #expect(here.text(note) == "two")
    #expect(try await here.a.text(note) == "two")
    #expect(try await here.a.store.outbox.conflicts().isEmpty)
  }

  @Test(
    "powersync-native #15, powersync dart #253, #307, #308: a failed push is retried without another write",
    arguments: [1, 4, 9])
  func stuck(_ failures: Int) async throws {
    let here = try await Stand()
    try await here.a.save(Note("one"))
    here.a.fates = Array(repeating: .lost, count: failures)
    await here.a.signIn()
    #expect(here.texts.isEmpty)
    await here.pass(1800)
    #expect(here.texts == ["one"])
  }

  @Test("dart #307: a record saved while a request fails is sent too, without another event")
  func duringFailure() async throws {
    let here = try await Stand()
    try await here.a.save(Note("one"))
    here.a.meanwhile = { try await here.a.notes.save(Note("two")) }
    here.a.fates = [.refused(.later(after: nil))]
    await here.a.signIn()
    await here.pass(120)
    #expect(here.texts == ["one", "two"])
  }

  @Test("sqlite-data #432: a temporary error drops nothing", arguments: ["40001", "23503", "57014", "08006", "53300"])
  func passing(_ code: String) async throws {
    nonisolated(unsafe) var left = 2  // used by this test alone, sequentially
    let here = try await Stand { _ in
      left -= 1
      return left >= 0 ? (code, "Not now.") : nil
    }
    try await here.a.save(Note("one"))
    await here.a.signIn()
    await here.pass(120)
    #expect(here.texts == ["one"])
    #expect(try await here.a.counts == QueueCounts())
  }

  @Test("a change that fails three times is set aside with its reason, and the others are sent")
  func threeTries() async throws {
    let here = try await Stand { $0["text"] == "bad" ? ("40001", "Busy.") : nil }
    try await here.a.save(Note("bad"))
    try await here.a.save(Note("good"))
    await here.a.signIn()
    await here.pass(120)
    #expect(here.texts == ["good"])
    let left = try await here.a.store.outbox.changes()
    #expect(left.map(\.state) == [.aside(reason: "Tried three times. Busy.")])
    #expect(here.a.pushes.filter { $0.entries.contains { $0.op == left[0].op } }.count == 3)
  }

  @Test("RxDB #7612: deleting a record that was never sent leaves nothing to send, then or later")
  func neverPushed() async throws {
    let here = try await Stand()
    let note = Note("one")
    try await here.a.save(note)
    try await here.a.delete(note)
    #expect(try await here.a.counts == QueueCounts())
    await here.a.signIn()
    await here.pass(300)
    #expect(here.a.pushes.isEmpty)
    // After one attempt it is unknown whether the server has the record, so a deletion follows.
    let other = Note("two")
    here.a.fates = [.lost]
    try await here.a.save(other)
    try await here.a.delete(other)
    await here.pass(300)
    #expect(try await here.a.counts == QueueCounts())
    #expect(here.texts.isEmpty)
  }

  @Test("RxDB #7986: any number of changes is sent in bodies within the server's limits")
  func longFilters() async throws {
    let here = try await Stand()
    for index in 0..<1200 { try await here.a.notes.save(Note("n\(index)")) }
    await here.a.signIn()
    #expect(here.server.rows.count == 1200)
    #expect(here.a.pushes.allSatisfy { $0.entries.count <= Push.mostEntries && $0.bytes.count <= Push.mostBytes })
  }

  @Test("an edit made while an earlier one is in flight is kept, and sent next on the new revision")
  func during() async throws {
    let here = try await Stand()
    let note = Note("one")
    try await here.a.save(note)
    here.a.meanwhile = {
      var later = note
      later.text = "two"
      try await here.a.notes.save(later, over: .anything)
    }
    await here.a.sync()
    #expect(here.text(note) == "two")
    #expect(here.a.pushes.map { $0.entries.map(\.base) } == [[nil], ["1"]])
    #expect(try await here.a.counts == QueueCounts())
  }

  @Test("a change in flight when the program ends is sent after a restart")
  func ended() async throws {
    let here = try await Stand(on: .disk)
    try await here.a.save(Note("one"))
    _ = try await here.a.store.outbox.draw(5, bytes: 1000)
    try await here.a.restart()
    await here.a.sync()
    #expect(here.texts == ["one"])
  }
}

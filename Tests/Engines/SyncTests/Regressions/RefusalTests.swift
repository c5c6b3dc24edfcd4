import Foundation
import JSON
import Kernel
import Simulation
import Storage
import Sync
import SyncWire
import Testing

@Suite("Bugs of other projects: refusals")
struct RefusalTests {
  @Test(
    "PowerSync's Supabase connector drops 22…, 23… and 42501; here each is kept with the server's reason",
    arguments: ["22001", "22P02", "23502", "23514", "42501", "PGRST204"])
  func powerSync(_ code: String) async throws {
    let here = try await Stand { $0["text"] == "bad" ? (code, "It says no.") : nil }
    let (bad, good) = (Note("bad"), Note("good"))
    try await here.a.save(bad)
    try await here.a.save(good)
    await here.a.sync()
    #expect(here.texts == ["good"])
    let left = try await here.a.store.outbox.changes()
    #expect(left.map(\.state) == [.aside(reason: "It says no.")])
    #expect(left.first?.fields["text"] == .text("bad"))
    #expect(try await here.a.text(bad) == "bad")
  }

  @Test("Firestore ios #835, #3964: two hundred refused changes do not hold up three hundred good ones")
  func many() async throws {
    let here = try await Stand { $0["text"]?.string?.hasPrefix("bad") == true ? ("23514", "No.") : nil }
    for index in 0..<500 { try await here.a.notes.save(Note(index % 5 < 2 ? "bad \(index)" : "good \(index)")) }
    await here.a.sync()
    #expect(here.server.rows.count == 300)
    #expect(try await here.a.counts == QueueCounts(aside: 200))
    #expect(here.a.pushes.count < 20)
  }

  @Test("#3964: a batch refused because of one entry is halved until that entry is alone")
  func halved() async throws {
    let here = try await Stand()
    for index in 0..<64 { try await here.a.notes.save(Note("n\(index)")) }
    await here.a.signIn()
    #expect(here.texts.count == 64)
    let bad = Note("bad")
    for index in 0..<9 { try await here.a.notes.save(index == 5 ? bad : Note("m\(index)")) }
    // The server refuses every push that contains this record as too large.
    here.a.fates = []
    var refused = 0
    here.a.refusing = { push in
      let holds = push.entries.contains { $0.id == bad.id.uuid }
      refused += holds ? 1 : 0
      return holds ? .refused(code: "413", reason: "Too large.") : nil
    }
    await here.a.sync()
    #expect(here.texts.count == 72)
    #expect(try await here.a.counts == QueueCounts(aside: 1))
    #expect(refused <= 6)
  }

  @Test("agmsg #829, hercycle #313: an expired session is not a refusal, and nothing is dropped", arguments: [1, 3])
  func session(_ times: Int) async throws {
    let here = try await Stand()
    let note = Note("kept")
    try await here.a.save(note)
    for _ in 0..<times {
      here.a.fates = [.refused(.unauthorized)]
      await here.a.signIn()
      #expect(here.a.heard.contains(.sessionLost))
      #expect(try await here.a.counts == QueueCounts(waiting: 1))
    }
    await here.a.signIn()
    #expect(here.texts == ["kept"])
    #expect(try await here.a.counts == QueueCounts())
  }

  @Test("massing #475: a refused change and its reason survive a restart; it can be corrected or discarded")
  func reason() async throws {
    let here = try await Stand(on: .disk) { $0["text"] == "bad" ? ("23514", "Too bad.") : nil }
    let (mended, dropped) = (Note("bad"), Note("bad"))
    try await here.a.save(mended)
    try await here.a.save(dropped)
    await here.a.sync()
    try await here.a.restart()
    let kept = try await here.a.store.outbox.changes()
    #expect(kept.map(\.state) == [.aside(reason: "Too bad."), .aside(reason: "Too bad.")])
    try await here.a.edit(mended, "better")
    try await here.a.store.outbox.discard(try #require(kept.first { $0.id == dropped.id.uuid }).op)
    await here.a.sync()
    #expect(here.texts == ["better"])
    #expect(try await here.a.counts == QueueCounts())
    #expect(try await here.a.text(dropped) == nil)
  }

  @Test("Firestore android #6181, flutterfire #13138: a refused edit is not silently undone")
  func silent() async throws {
    let here = try await Stand { $0["text"] == "bad" ? ("42501", "Not allowed.") : nil }
    let note = Note("first")
    try await here.a.save(note)
    await here.a.sync()
    try await here.a.edit(note, "bad")
    await here.a.sync()
    await here.pass(600)
    #expect(try await here.a.text(note) == "bad")
    #expect(try await here.a.counts == QueueCounts(aside: 1))
    #expect(here.text(note) == "first")
    // Discarding it restores the server's version.
    try await here.a.store.outbox.discard(try #require(try await here.a.store.outbox.changes().first).op)
    #expect(try await here.a.text(note) == "first")
  }

  @Test(
    "a refused change that is retried is sent if the server now accepts it, else set aside again",
    arguments: [true, false])
  func dependents(_ isMended: Bool) async throws {
    nonisolated(unsafe) var isStrict = true  // used by this test alone, sequentially
    let here = try await Stand { $0["text"] == "bad" && isStrict ? ("23514", "No.") : nil }
    let note = Note("bad")
    try await here.a.save(note)
    await here.a.sync()
    #expect(here.texts.isEmpty)
    if isMended { isStrict = false }
    try await here.a.store.outbox.retry(try #require(try await here.a.store.outbox.changes().first).op)
    await here.a.sync()
    #expect(here.texts == (isMended ? ["bad"] : []))
    #expect(try await here.a.counts.aside == (isMended ? 0 : 1))
  }
}

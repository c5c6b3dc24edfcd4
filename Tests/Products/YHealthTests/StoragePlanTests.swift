import Covers
import Foundation
import Health
import Interface
import Kernel
import Offline
import ShellTesting
import Storage
import Testing

@testable import Shell
@testable import YHealth

@Suite("The storage budgets of yHealth")
struct StoragePlanTests {
  @Test("are 50, 20, 20 and 10 MB, which makes 100 MB", .covers("yh-S04.5.1-B6"))
  func sizes() {
    let sizes = YHealthStorage.plan.parts.map { "\($0.budget.name) \($0.budget.bytes >> 20)" }
    #expect(sizes == ["dashboard 50", "queue 20", "conversations 20", "insights 10"])
    #expect(YHealthStorage.plan.parts.reduce(0) { $0 + $1.budget.bytes } == 100 << 20)
  }

  @Test(
    "include every budget that a cache of yHealth uses, and the storage screen shows them in this order",
    .covers("yh-S04.5.1-B7", "yh-S04.5.1-B8", "yh-S04.5.1-B9", "yh-S04.5.1-B10"))
  func used() async throws {
    let person = try await Person.test()
    let window = await person.window()
    try await window.perform(.open(Route(["log", "mood"])))
    try await window.perform(.choose(.label("Mood"), .number(8)))
    try await window.perform(.tap(.label("Save")))
    try await window.perform(.open(Route(["voice"])))
    try await window.perform(.tap(.label("Keep transcripts")))
    try await window.perform(.type(.label("Type your response"), "How did I sleep?"))
    try await window.perform(.tap(.label("Send")))
    try await window.perform(.open(Route(["insights"])))
    try await window.perform(.open(Route(["dashboard"])))
    let planned = Set(YHealthStorage.plan.parts.map(\.budget))
    let usage = try await person.store.usage()
    // Nothing was sent, and the transcript is kept.
    for name in ["queue", "conversations"] {
      let one = try #require(usage.first { $0.budget.name == name })
      #expect(one.bytes > 0 && one.budget.bytes == 20 << 20, "\(name)")
    }
    let used = usage.map(\.budget).filter { $0 != Blobs.budget }
    #expect(planned.isSuperset(of: used), "\(used)")
    for size in [Budget("dashboard", bytes: 50 << 20), Budget("insights", bytes: 10 << 20)] {
      #expect(used.contains(size), "\(used)")
    }
    let frame = try await window.perform(.open(Route(["settings", "storage"])))
    let meters = frame.nodes.flatMap(\.all).filter { $0.role == .meter }.map(\.label)
    #expect(meters == ["All together", "Dashboard", "Entries to be sent", "Conversations", "Insights"])
    await window.close()
    await person.close()
  }

  @Test(
    "the queue has 20 MB: the person is warned before it is full, and what is entered beyond it is kept",
    .covers("yh-S04.5.2-L6"))
  func queue() async throws {
    let person = try await Person.test()
    let window = await person.window()
    let journal = try await person.store.collection(JournalEntry.self, .owned(.entered))
    func fill(to megabytes: Int) async throws {
      while try await queued() < megabytes << 20 {
        try await person.store.write { batch throws(Problem) in
          for _ in 0..<20 {
            let words = String(repeating: "A long day. ", count: 2_000)
            try batch.save(
              JournalEntry(id: person.context.identifiers.next(), body: words, writtenAt: noon.date), in: journal)
          }
        }
      }
    }
    func queued() async throws -> Int {
      try await person.store.usage().first { $0.budget == .queue }?.bytes ?? 0
    }
    func storage() async throws -> Frame {
      try await window.perform(.open(Route(["dashboard"])))
      return try await window.perform(.open(Route(["settings", "storage"])))
    }
    let warning = "Your entries to be sent almost fill the room for them"
    try await fill(to: 15)
    #expect(try await !storage().labels.contains { $0.hasPrefix(warning) })
    try await fill(to: 20)
    let frame = try await storage()
    #expect(frame.labels.contains { $0.hasPrefix(warning) && $0.hasSuffix(" of 20 MB). Sync soon.") })
    let meter = try #require(frame.everything.first { $0.role == .meter && $0.label == "Entries to be sent" })
    #expect(meter.value?.contains(" of 20 MB, ") == true, "\(meter.value ?? "")")
    let before = try await person.store.outbox.counts().waiting
    try await window.perform(.open(Route(["log", "mood"])))
    try await window.perform(.choose(.label("Mood"), .number(8)))
    try await window.perform(.tap(.label("Save")))
    #expect(try await person.store.outbox.counts().waiting == before + 1)
    await window.close()
    await person.close()
  }
}

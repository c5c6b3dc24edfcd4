import Covers
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Offline
@testable import Storage

@Suite("Storage, from disk to screen", .timeLimit(.minutes(10))) struct StorageJourneyTests {
  private let storage = "/settings/storage"
  private let almostFull = "Storage almost full. Older cached data will be cleared."

  private func summaries(
    _ device: Journey, _ budget: Budget = Sample.dashboard, window: Duration? = nil
  ) async throws -> Storage.Collection<Summary> {
    try await device.store.collection(Summary.self, .cached(budget, window: window))
  }

  private func summary(_ device: Journey, _ words: String, after seconds: Double = 0) -> Summary {
    Summary(id: device.context.identifiers.next(), at: device.time.now.date.addingTimeInterval(seconds), words: words)
  }

  @Test(
    "data cached more than seven days ago is cleared once a day automatically, and entries stay",
    .covers("yh-S04.5.1-AC3", "yh-S04.5.1-B19", "yh-S04.5.4-AC5", "yh-S04.5.4-B8"))
  func window() async throws {
    let device = try await Journey(isUp: false)
    let summaries = try await summaries(device, window: .seconds(7 * 86_400))
    let old = summary(device, "The first day")
    try await summaries.save(old)
    try await device.moods.save(device.mood(5))
    for _ in 1...3 { await device.advance(86_400) }
    let new = summary(device, "The fourth day")
    try await summaries.save(new)
    for _ in 4...7 { await device.advance(86_400) }
    #expect(try await summaries.records() == [new, old])
    await device.advance(86_400)
    #expect(try await summaries.records() == [new])
    #expect(try await device.moods.count() == 1 && device.state.unsent == 1)
  }

  @Test(
    "a cache that fills up causes one warning; if ignored, its oldest data is cleared and this is reported",
    .covers("yh-S04.5.4-E3"))
  func ignored() async throws {
    let device = try await Journey(isUp: true)
    let summaries = try await summaries(device)
    let words = String(repeating: "x", count: 950_000)
    let all = (0..<57).map { summary(device, words, after: Double($0)) }
    for one in all.prefix(55) { try await summaries.save(one) }
    await device.advance(86_400)
    #expect(device.toasts.filter { $0 == almostFull }.count == 1)
    #expect(device.nodes(storage).contains { $0.label == almostFull })
    #expect(try await summaries.count() == 55)
    for one in all.suffix(2) { try await summaries.save(one) }
    await device.advance(86_400)
    let kept = try await summaries.records()
    #expect(kept == all.suffix(kept.count).reversed() && (45..<55).contains(kept.count))
    #expect(device.toasts.last == "Older cached data was cleared to make room. What you entered is untouched.")
    #expect(device.toasts.filter { $0 == almostFull }.count == 1)
  }

  @Test(
    "on a full disk, half of the cache is cleared to save an entry, and the user is told",
    .covers("yh-S04.5.1-E2"))
  func full() async throws {
    let device = try await Journey(isUp: false)
    let summaries = try await summaries(device, Budget("dashboard", bytes: 40_000))
    let words = String(repeating: "x", count: 700)
    for number in 0..<60 { try await summaries.save(summary(device, words, after: Double(number))) }
    let before = try await summaries.records()
    let isFull = Locked(true)
    async let saved = device.moods.save(device.mood(5))
    // The first write fails as the system reports a full disk.
    try await device.store.keeper.write { _ throws(Problem) in
      let isFirst = isFull.withLock { isFull in
        defer { isFull = false }
        return isFull
      }
      if isFirst { throw .full }
    }
    _ = try await saved
    await device.until { $0.reductions == 1 && $0.unsent == 1 }
    let after = try await summaries.records()
    #expect(after == Array(before.prefix(after.count)) && after.count < before.count * 6 / 10 && !after.isEmpty)
    #expect(try await device.moods.count() == 1)
    let said = "This device has no room left, so cached data was cleared to make some. What you entered is safe."
    #expect(device.toasts.filter { $0 == said }.count == 1)
  }

  @Test(
    "Clear Cache asks for confirmation, then clears all cached data and nothing else",
    .covers("yh-S04.5.4-AC7", "yh-S04.5.4-B10"))
  func clear() async throws {
    let device = try await Journey(isUp: true)
    let summaries = try await summaries(device)
    for number in 0..<3 { try await summaries.save(summary(device, "Day \(number)")) }
    try await device.moods.save(device.mood(5))
    await device.press("Clear Cache", at: storage)
    #expect(device.cleared == 0 && device.nodes(storage).contains { $0.label == "Clear Cache?" })
    #expect(try await summaries.count() == 3)
    await device.press("Clear Cache", at: storage)
    #expect(device.cleared == 1 && device.toasts.contains("Cache cleared. It is fetched again when you are online."))
    #expect(try await summaries.count() == 0)
    #expect(try await device.moods.count() == 1)
  }
}

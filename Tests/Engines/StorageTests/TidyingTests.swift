import CSQLite
import Covers
import Foundation
import Kernel
import Testing

@testable import Storage

@Suite("Tidying caches, and a full disk")
struct TidyingTests {
  private static let week = Duration.seconds(7 * 86_400)
  private static let holding = Holding.cached(Budget("insights", bytes: 1 << 20), window: week)

  @Test(
    "without any write, tidying removes records older than the window; newer, own and unsent records stay",
    arguments: Ground.allCases)
  func window(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let store = sample.store
    let insights = try await store.collection(Insight.self, TidyingTests.holding)
    let moods = try await store.collection(Mood.self, .owned(.entered))
    let notes = try await store.collection(Note.self, .local)
    let (old, new) = ((0..<5).map { Insight($0) }, Insight(5 * 24 * 60))
    for insight in old + [new] { try await insights.save(insight) }
    try await moods.save(Mood(0))
    let sent = try #require(try await store.outbox.claim().first)
    try await store.outbox.acknowledge(sent.op, rev: "1")
    try await moods.save(Mood(1))
    try await notes.save(Note(id: ID(UUID()), at: Mood.start, words: "w"))
    #expect(try await store.tidy() == Tidied())
    #expect(try await insights.count() == 6)

    await sample.time.advance(by: TidyingTests.week + .seconds(3600), settling: Settling())
    let seen = insights.revision.value
    let tidied = try await store.tidy()
    #expect(tidied.records == 5 && tidied.bytes > 0)
    #expect(try await insights.records() == [new])
    #expect(try await insights.changes(since: seen) == .anew(from: insights.revision.value))
    #expect(try await moods.count() == 2)
    #expect(try await notes.count() == 1)
    #expect(try await store.outbox.counts().waiting == 1)
    #expect(try await store.tidy() == Tidied())
  }

  @Test("the window is exact to the second", arguments: Ground.allCases)
  func edge(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let insights = try await sample.store.collection(Insight.self, TidyingTests.holding)
    try await insights.save(Insight(0))
    await sample.time.advance(by: TidyingTests.week, settling: Settling())
    #expect(try await sample.store.tidy().records == 0)
    await sample.time.advance(by: .seconds(1), settling: Settling())
    #expect(try await sample.store.tidy().records == 1)
  }

  @Test("tidying reduces a cache to its budget, the oldest records first", arguments: Ground.allCases)
  func budget(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let store = sample.store
    let insights = try await store.collection(Insight.self, .cached(Budget("shared", bytes: 1 << 20)))
    let all = (0..<1200).map { Insight($0, words: "some words") }
    try await store.write { batch throws(Problem) in for one in all { try batch.save(one, in: insights) } }
    // Another collection that shares the budget lowers its limit.
    _ = try await store.collection(Meal.self, .cached(Budget("shared", bytes: 20_000)))
    let used = try #require(try await store.usage().first { $0.budget.name == "shared" }?.bytes)
    let tidied = try await store.tidy()
    let left = try await insights.records()
    #expect(tidied.records == all.count - left.count && tidied.bytes > used - 20_000 && tidied.bytes < used - 19_000)
    #expect(left == Array(all.suffix(left.count).reversed()) && left.count > 100)
  }

  @Test(
    "each cache keeps to its budget and evicts the oldest first; the queue is counted",
    .covers("yh-S04.5.1-AC4", "yh-S04.5.1-B23"))
  func parts() async throws {
    let sample = try await Sample(.memory)
    let store = sample.store
    let words = String(repeating: "x", count: 950_000)
    func fill<Record: Kept & Equatable>(_ budget: Budget, _ make: (Int) -> Record) async throws {
      let collection = try await store.collection(Record.self, .cached(budget))
      let all = (0..<(budget.bytes / words.utf8.count + 4)).map(make)
      for record in all { try await collection.save(record) }
      let used = try #require(try await store.usage().first { $0.budget.name == budget.name }?.bytes)
      #expect(used <= budget.bytes && used > budget.bytes - 2 * words.utf8.count)
      let kept = try await collection.records()
      #expect(kept == Array(all.suffix(kept.count).reversed()) && kept.count < all.count)
    }
    try await fill(.dashboard) { Meal(id: ID(UUID()), at: Mood.start.addingTimeInterval(Double($0)), words: words) }
    try await fill(.insights) { Insight($0, words: words) }
    #expect(Budget.queue.bytes == 20 << 20)
    let moods = try await store.collection(Mood.self, .owned(.entered))
    for number in 0..<3 { try await moods.save(Mood(number, note: words)) }
    let queue = try #require(try await store.usage().first { $0.budget == .queue }?.bytes)
    #expect(queue > 3 * words.utf8.count)
    #expect(try await store.usage().reduce(0) { $0 + $1.bytes } <= 100 << 20)
  }

  @Test("a store in memory is cleared and reduced like one on disk, and leaves no file")
  func memory() async throws {
    let sample = try await Sample(.memory)
    let insights = try await sample.store.collection(Insight.self, TidyingTests.holding)
    for number in 0..<4 { try await insights.save(Insight(number)) }
    try await sample.store.clearCached()
    #expect(try await insights.count() == 0)
    await sample.store.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.currentDirectoryPath)
    #expect(!names.contains { $0.hasPrefix(":memory:") })
  }

  @Test("a collection opened only by an earlier process is tidied too")
  func earlier() async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let insights = try await sample.store.collection(Insight.self, TidyingTests.holding)
    for number in 0..<4 { try await insights.save(Insight(number)) }
    await sample.store.close()
    let later = ManualTime(Moment(Mood.start.addingTimeInterval(8 * 86_400)))
    let store = try await Store.open(
      in: FolderLock(folder.path), key: sample.key, context: FeatureContext(time: later.time))
    #expect(try await store.tidy().records == 4)
    #expect(try await store.collection(Insight.self, TidyingTests.holding).count() == 0)
  }

  // MARK: A full disk

  private func filled(_ store: Store) async throws -> Collection<Insight> {
    let insights = try await store.collection(Insight.self, .cached(Budget("insights", bytes: 40_000)))
    let words = String(repeating: "x", count: 700)
    for number in 0..<50 { try await insights.save(Insight(number, words: words)) }
    return insights
  }

  @Test(
    "when the disk is full, caches shrink to half of their budgets, and the user's record is saved", arguments: 1...4)
  func full(_ at: Int64) async throws {
    let disk = try FaultyDisk()
    let store = try await disk.open()
    let moods = try await store.collection(Mood.self, .owned(.entered))
    let insights = try await filled(store)
    let newest = try #require(try await insights.records().first)
    let count = try await insights.count()
    disk.fail(from: disk.count + at, times: 1, code: SQLITE_FULL)
    let mood = Mood(1, note: String(repeating: "n", count: 20_000))
    try await moods.save(mood)
    #expect(try await moods.records() == [mood])
    #expect(try await store.outbox.counts().waiting == 1)
    #expect(store.reductions.value == 1)
    let usage = try #require(try await store.usage().first { $0.budget.name == "insights" })
    #expect(usage.bytes <= 20_000 && usage.bytes > 15_000)
    #expect(try await insights.records().first == newest)
    #expect(try await insights.count() < count)
    // The budget is unchanged: later records fit again.
    disk.heal()
    for number in 100..<110 { try await insights.save(Insight(number, words: "later")) }
    #expect(store.reductions.value == 1)
  }

  @Test("a reserve is created with the first cache, is accessible to its owner only, and is spent on a full disk")
  func reserve() async throws {
    let disk = try FaultyDisk()
    let path = disk.folder.file + "-reserve"
    let store = try await disk.open()
    let moods = try await store.collection(Mood.self, .owned(.entered))
    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try await filled(store)
    let about = try FileManager.default.attributesOfItem(atPath: path)
    #expect(about[.size] as? Int == 5 << 20 && about[.posixPermissions] as? Int == 0o600)
    disk.fail(from: disk.count + 1, times: 1, code: SQLITE_FULL)
    try await moods.save(Mood(1))
    #expect(!FileManager.default.fileExists(atPath: path) && store.reductions.value == 1)
    await store.close()
    let again = try await disk.open()
    _ = try await again.collection(Insight.self, .cached(Budget("insights", bytes: 40_000)))
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("of concurrent writes to a full disk only the invalid one is refused")
  func together() async throws {
    let disk = try FaultyDisk()
    let store = try await disk.open()
    let moods = try await store.collection(Mood.self, .owned(.entered))
    _ = try await filled(store)
    let known = Mood(0)
    try await moods.save(known)
    disk.fail(from: disk.count + 1, times: 1, code: SQLITE_FULL)
    let codes = await withTaskGroup(of: String?.self) { group in
      for number in 1...10 { group.addTask { await problem { try await moods.save(Mood(number)) } } }
      group.addTask { await problem { try await moods.save(known) } }
      return await group.reduce(into: [String?]()) { $0.append($1) }
    }
    #expect(codes.compactMap { $0 } == ["exists"])
    #expect(try await moods.count() == 11)
    #expect(try await store.outbox.counts().waiting == 11)
    #expect(store.reductions.value == 1)
  }

  @Test("when shrinking does not help, or there is no cache, the full disk is reported and nothing changes")
  func fuller() async throws {
    let disk = try FaultyDisk()
    let store = try await disk.open()
    let moods = try await store.collection(Mood.self, .owned(.entered))
    disk.fail(from: disk.count + 1, times: 1, code: SQLITE_FULL)
    #expect(await problem { try await moods.save(Mood(1)) } == "disk-full")
    disk.heal()
    let insights = try await filled(store)
    let before = try await insights.records()
    disk.fail(from: disk.count + 1, code: SQLITE_FULL)
    #expect(await problem { try await moods.save(Mood(2)) } == "disk-full")
    #expect(try await insights.records() == before)
    #expect(try await moods.count() == 0)
    #expect(store.reductions.value == 0)
    disk.heal()
    try await moods.save(Mood(3))
    #expect(try await moods.count() == 1)
    #expect(try await store.outbox.counts().waiting == 1)
  }
}

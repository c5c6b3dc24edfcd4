import Chance
import Foundation
import Kernel
import Testing

@testable import Storage

@Suite("Collections, on disk and in memory")
struct CollectionTests {
  @Test("saved records are read newest first, by range and by limit", arguments: Ground.allCases)
  func ranges(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    let all = (0..<20).map { Mood($0, note: "Nummer \($0)") }
    var random = try FuzzPlan.generator(for: "CollectionTests.ranges")
    for mood in all.shuffled(using: &random) { try await moods.save(mood) }
    #expect(try await moods.records() == all.reversed())
    #expect(try await moods.records(newest: 3) == Array(all.reversed().prefix(3)))
    #expect(try await moods.records(in: all[5].at..<all[8].at) == [all[7], all[6], all[5]])
    #expect(try await moods.record(all[4].id) == all[4])
    #expect(try await moods.record(ID(UUID())) == nil)
    #expect(try await moods.count() == 20)
  }

  @Test("a long read, opened in parallel, keeps its order", arguments: Ground.allCases)
  func long(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let moods = try await sample.store.collection(Mood.self, .local)
    let all = (0..<1501).map { Mood($0, note: "Nummer \($0)") }
    try await sample.store.write { batch throws(Problem) in for mood in all { try batch.save(mood, in: moods) } }
    #expect(try await moods.records() == all.reversed())
    #expect(try await moods.records(newest: 513) == Array(all.reversed().prefix(513)))
    #expect(try await moods.opened().map(\.record) == all.reversed())
  }

  @Test("a write over a stale version is refused and overwrites nothing", arguments: Ground.allCases)
  func stale(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    var mood = Mood(1)
    let first = try await moods.save(mood)
    #expect(await problem { try await moods.save(mood) } == "exists")
    mood.score = 7
    let second = try await moods.save(mood, over: .version(first))
    mood.score = 9
    #expect(await problem { try await moods.save(mood, over: .version(first)) } == "stale")
    #expect(await problem { try await moods.delete(mood.id, over: .version(first)) } == "stale")
    let opened = try #require(try await moods.opened(mood.id))
    #expect(opened.score == 7)
    #expect(opened.version == second)
    try await moods.save(mood, over: .anything)
    try await moods.delete(mood.id)
    #expect(await problem { try await moods.save(mood, over: .version(second)) } == "gone")
    try await moods.save(mood)
    #expect(try await moods.record(mood.id)?.score == 9)
  }

  @Test("a batch of writes across collections is atomic", arguments: Ground.allCases)
  func together(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    let meals = try await sample.store.collection(Meal.self, .local)
    let mood = Mood(1)
    let meal = Meal(id: ID(UUID()), at: Mood.start, words: "Brot")
    let versions = try await sample.store.write { batch throws(Problem) in
      try batch.save(mood, in: moods)
      try batch.save(meal, in: meals)
    }
    #expect(versions.count == 2)
    var other = mood
    other.score = 1
    let refused = await problem {
      try await sample.store.write { batch throws(Problem) in
        try batch.save(other, over: .anything, in: moods)
        try batch.delete(meal.id, in: meals)
        try batch.save(mood, in: moods)
      }
    }
    #expect(refused == "exists")
    #expect(try await moods.record(mood.id) == mood)
    #expect(try await meals.record(meal.id) == meal)
  }

  @Test("listeners are told of changes, and a slow listener catches up in pages", arguments: Ground.allCases)
  func changes(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    let meals = try await sample.store.collection(Meal.self, .local)
    let start = moods.revision.value
    let (one, two) = (Mood(1), Mood(2))
    try await moods.save(one)
    try await moods.save(two)
    let between = moods.revision.value
    try await moods.save(Mood(1, score: 2, id: one.id), over: .anything)
    try await moods.delete(two.id)
    try await meals.save(Meal(id: ID(UUID()), at: Mood.start, words: "Suppe"))
    let end = moods.revision.value
    #expect(start < between && between < end)
    guard case .since(let saved, let deleted, _, let more) = try await moods.changes(since: start) else {
      Issue.record("the changes are no longer known")
      return
    }
    #expect((saved, deleted, more) == ([one.id], [two.id], false))
    guard case .since(let first, _, let to, true) = try await moods.changes(since: start, limit: 1) else {
      Issue.record("the changes are not reported in parts")
      return
    }
    #expect(first == [one.id])
    guard case .since(_, let rest, _, _) = try await moods.changes(since: to) else {
      Issue.record("the remaining changes are not reported")
      return
    }
    #expect(rest == [two.id])
    if case .since = try await moods.changes(since: Revision(1 << 40)) {
      Issue.record("a future revision was accepted")
    }
  }

  @Test("of concurrent writes only the invalid ones are refused", arguments: Ground.allCases)
  func groups(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    let taken = Mood(0)
    try await moods.save(taken)
    let refused = await withTaskGroup(of: Bool.self) { group in
      for number in 1...200 {
        group.addTask {
          let mood = number.isMultiple(of: 10) ? taken : Mood(number)
          return await problem { try await moods.save(mood) } == "exists"
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(refused == 20)
    #expect(try await moods.count() == 181)
  }

  @Test("an unchanged record is not written again", arguments: Ground.allCases)
  func unchanged(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    let mood = Mood(3)
    let version = try await moods.save(mood)
    #expect(try await moods.save(mood, over: .version(version)) == version)
  }

  @Test(
    "a cached collection keeps to its window and budget, and evicts the oldest records first",
    arguments: Ground.allCases)
  func eviction(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let meals = try await sample.store.collection(
      Meal.self, .cached(Budget("small", bytes: 20_000), window: .seconds(7 * 86_400)))
    let words = String(repeating: "x", count: 500)
    let old = Meal(id: ID(UUID()), at: Mood.start.addingTimeInterval(-8 * 86_400), words: words)
    let start = meals.revision.value
    try await meals.save(old)
    #expect(try await meals.record(old.id) == nil)
    for number in 0..<100 {
      try await meals.save(Meal(id: ID(UUID()), at: Mood.start.addingTimeInterval(Double(number)), words: words))
    }
    let kept = try await meals.records()
    #expect(kept.count > 20 && kept.count < 40)
    #expect(kept.first?.at == Mood.start.addingTimeInterval(99))
    if case .since = try await meals.changes(since: start) {
      Issue.record("evicted records are reported as single changes")
    }
  }

  @Test(
    "invalid dates, oversized records, a second holding and writes to a closed store are refused",
    arguments: Ground.allCases)
  func bounds(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    var mood = Mood(1)
    mood.at = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(await problem { try await moods.save(mood) } == "not-coded")
    mood = Mood(1, note: String(repeating: "x", count: Bounds.record))
    #expect(await problem { try await moods.save(mood) } == "not-coded")
    #expect(await problem { _ = try await sample.store.collection(Mood.self, .local) } == "two-holdings")
    await sample.store.close()
    #expect(await problem { try await moods.save(Mood(2)) } == "store-closed")
  }
}

import CFaultVFS
import CSQLite
import Chance
import Foundation
import Kernel
import Testing

@testable import Storage

/// A seed generates a session; the machine crashes at each of its writes in turn.
@Suite("Crashes and disk faults")
struct CrashTests {
  /// The writes that the store has confirmed to the session.
  struct Said {
    var moods: [ID<Mood>: Mood] = [:]
    /// Pairs written in one transaction: both are present, or neither.
    var pairs: [(Mood, Meal)] = []
    /// Records whose last change may have reached the disk without being confirmed.
    var unsure: Set<ID<Mood>> = []
  }

  static func session(_ store: Store, _ seed: UInt64, _ said: inout Said) async throws {
    let moods = try await store.collection(Mood.self, .owned(.entered))
    let meals = try await store.collection(Meal.self, .local)
    var random = Seeded(seed)
    for step in 0..<25 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let mood = Mood(step, note: String(repeating: "n", count: Int.random(in: 0..<3000, using: &random)))
        said.unsure = [mood.id]
        try await moods.save(mood)
        said.moods[mood.id] = mood
      case 5..<7:
        guard var mood = said.moods.values.min(by: { $0.at < $1.at }) else { continue }
        mood.score += 1
        said.unsure = [mood.id]
        try await moods.save(mood, over: .anything)
        said.moods[mood.id] = mood
      case 7:
        guard let mood = said.moods.values.max(by: { $0.at < $1.at }) else { continue }
        said.unsure = [mood.id]
        try await moods.delete(mood.id)
        said.moods[mood.id] = nil
      default:
        let mood = Mood(step)
        let meal = Meal(id: ID(mood.id.uuid), at: mood.at, words: "w\(step)")
        said.unsure = [mood.id]
        try await store.write { batch throws(Problem) in
          try batch.save(mood, in: moods)
          try batch.save(meal, in: meals)
        }
        said.moods[mood.id] = mood
        said.pairs.append((mood, meal))
      }
      said.unsure = []
    }
  }

  static func check(_ store: Store, _ said: Said, _ place: Comment) async throws {
    let moods = try await store.collection(Mood.self, .owned(.entered))
    let meals = try await store.collection(Meal.self, .local)
    let found = Dictionary(uniqueKeysWithValues: try await moods.records().map { ($0.id, $0) })
    for (id, mood) in said.moods where !said.unsure.contains(id) { #expect(found[id] == mood, place) }
    for id in found.keys where said.moods[id] == nil { #expect(said.unsure.contains(id), place) }
    let meal = Dictionary(uniqueKeysWithValues: try await meals.records().map { ($0.id.uuid, $0) })
    for (_, pair) in said.pairs { #expect(meal[pair.id.uuid] == pair, place) }
    for id in said.unsure where !said.pairs.contains(where: { $0.0.id == id }) {
      // Unconfirmed: both or neither.
      if meal[id.uuid] != nil { #expect(found[id] != nil, "a transaction is partial: \(place)") }
    }
    // Every record is unsent and therefore has its change in the outbox.
    let queued = Set(try await store.outbox.changes().map(\.id))
    for mood in found.values { #expect(queued.contains(mood.id.uuid), place) }
    #expect(try await store.problems().isEmpty, place)
  }

  @Test(
    "a crash at any write keeps every confirmed record readable and leaves no transaction half done",
    arguments: [FAULT_KEEP_ALL, FAULT_KEEP_SYNCED, FAULT_KEEP_SOME].map(\.rawValue))
  func anywhere(_ loss: UInt32) async throws {
    let whole = try FaultyDisk()
    var said = Said()
    let store = try await whole.open()
    try await CrashTests.session(store, 11, &said)
    await store.close()
    let steps = whole.count
    #expect(steps > 50)
    // At each commit after one write of three, other ones for each kind of loss.
    for step in 1...steps where RotatingShare.current.takes(Int(step) + Int(loss), ofEvery: 3) {
      let disk = try FaultyDisk()
      disk.fail(from: step, torn: step.isMultiple(of: 2))
      var said = Said()
      var store = try? await disk.open()
      if let store { try? await CrashTests.session(store, 11, &said) }
      await store?.close()
      store = nil
      disk.crash(fault_loss(loss), seed: UInt64(step))
      let again = try await disk.open()
      try await CrashTests.check(again, said, "stopped at \(step) of \(steps)")
      await again.close()
    }
  }

  @Test("a single failed write or sync fails that change alone; the next one succeeds")
  func once() async throws {
    let disk = try FaultyDisk()
    let store = try await disk.open()
    let moods = try await store.collection(Mood.self, .owned(.entered))
    var kept: [Mood] = []
    for number in 0..<60 {
      let isFaulty = number % 3 == 1
      if isFaulty {
        disk.fail(
          from: disk.count + Int64(1 + number % 4), times: 1,
          code: number % 2 == 0 ? DiskError.sync : DiskError.write, torn: number % 5 == 0)
      }
      let mood = Mood(number)
      let code = await problem { try await moods.save(mood) }
      if code == nil { kept.append(mood) }
      disk.heal()
      #expect(code == nil || (isFaulty && code == "disk-failed"))
      #expect(try await moods.records() == kept.reversed())
    }
    #expect(kept.count < 60)
    await store.close()
    disk.crash(FAULT_KEEP_SYNCED)
    let again = try await disk.open()
    let found = Set(try await again.collection(Mood.self, .owned(.entered)).records().map(\.id))
    #expect(found.isSuperset(of: kept.map(\.id)))
  }

  @Test("a full disk is reported, existing records stay, and saving works again once there is room")
  func full() async throws {
    let disk = try FaultyDisk()
    let store = try await disk.open()
    let moods = try await store.collection(Mood.self, .owned(.entered))
    let mood = Mood(1)
    try await moods.save(mood)
    disk.fail(from: disk.count + 1, code: SQLITE_FULL)
    #expect(await problem { try await moods.save(Mood(2)) } == "disk-full")
    #expect(try await moods.records() == [mood])
    disk.heal()
    try await moods.save(Mood(3))
    #expect(try await moods.count() == 2)
  }

  @Test("a damaged page is reported or loses the records on it, and never crashes the process")
  func pages() async throws {
    let disk = try FaultyDisk()
    let store = try await disk.open()
    let moods = try await store.collection(Mood.self, .owned(.entered))
    for number in 0..<200 { try await moods.save(Mood(number, note: "wichtig")) }
    await store.close()
    let size = fault_world_size(disk.world, Store.file)
    #expect(size > 40_000)
    var random = Seeded(3)
    for _ in 0..<150 {
      let at = Int64.random(in: 0..<size, using: &random)
      #expect(fault_world_flip(disk.world, Store.file, at) == 1)
      do {
        let store = try await disk.open()
        let moods = try await store.collection(Mood.self, .owned(.entered))
        for mood in try await moods.records() { #expect(mood.note == "wichtig") }
        await store.close()
      } catch let problem as Problem {
        #expect(problem.safe != nil && !problem.remedy.isEmpty)
      }
      // Flipping the byte again restores it, except where the store has written in the meantime.
      _ = fault_world_flip(disk.world, Store.file, at)
    }
  }

  @Test("a file that is not a store, a missing folder and a read-only disk are reported and change nothing")
  func folders() async throws {
    let folder = try TestFolder()
    try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: folder.file))
    let code = await problem { _ = try await Store.open(in: FolderLock(folder.path), key: .random()) }
    #expect(code == "damaged-file")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == Data(repeating: 7, count: 8192))

    let missing = await problem { _ = try FolderLock(folder.path + "/missing") }
    #expect(missing == "no-lock")

    let disk = try FaultyDisk()
    let store = try await disk.open()
    let moods = try await store.collection(Mood.self, .owned(.entered))
    let mood = Mood(1)
    try await moods.save(mood)
    disk.fail(from: disk.count + 1, code: SQLITE_READONLY)
    #expect(await problem { try await moods.save(Mood(2)) } == "read-only")
    #expect(try await moods.records() == [mood])
  }
}

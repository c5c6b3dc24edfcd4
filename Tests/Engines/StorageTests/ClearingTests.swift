import Covers
import Foundation
import Kernel
import Testing

@testable import Storage

/// A record that references a blob.
struct Photo: Kept {
  static let collection = "photos"
  var id: ID<Photo>
  var at: Date
  var blob: Blob
  var when: Date { at }
}

/// A local record, never sent to a server.
struct Note: Kept {
  static let collection = "notes"
  var id: ID<Note>
  var at: Date
  var words: String
  var pictures: [Blob] = []
  var when: Date { at }
}

/// A cached record, which can be fetched again.
struct Insight: Kept {
  static let collection = "insights"
  var id: ID<Insight>
  var at: Date
  var words: String
  var when: Date { at }

  init(_ number: Int, words: String = "an insight") {
    id = ID(UUID())
    at = Mood.start.addingTimeInterval(Double(number) * 60)
    self.words = words
  }
}

@Suite("Clearing, on disk and in memory")
struct ClearingTests {
  private static let budget = Budget("insights", bytes: 1 << 20)

  /// Creates records in every state: sent, unsent, in conflict, lost, deleted, damaged, pulled, cached and local.
  private func fill(_ store: Store) async throws -> Note {
    let moods = try await store.collection(Mood.self, .owned(.entered))
    for number in 0..<6 { try await moods.save(Mood(number, note: "unsent")) }
    for change in try await store.outbox.claim(3) { try await store.outbox.acknowledge(change.op, rev: "1") }
    let refused = try #require(try await store.outbox.claim(1).first)
    try await store.outbox.setAside(refused.op, reason: "no", wasRefused: true)
    for resolution in [Resolution.theirs, .mine] {
      let one = try #require(try await store.outbox.claim(1).first)
      try await store.outbox.conflict(one.op, theirs: one.fields.merging(["score": .int(9)]) { $1 }, rev: "2")
      if resolution == .theirs { try await store.outbox.resolve(one.op, .theirs) }
    }
    try await moods.delete(try #require(try await moods.records().last).id)
    try await moods.take([], cursor: Cursor(cursor: "c", epoch: "e"))
    let first = try #require(try await moods.records().first)
    let number = moods.registered.number
    try await store.keeper.write { ledger throws(Problem) in
      try ledger.tables.addAside(
        AsideRow(number: 0, place: 1, collection: number, id: first.id.uuid, at: 0, bytes: [1]))
      try ledger.tables.put(HeldRow(collection: number, id: first.id.uuid, rev: "5", sealed: [1]))
      try ledger.tables.beginSweep(number, SweepRow(isAnew: false))
      try ledger.tables.see(number, first.id.uuid)
    }
    let insights = try await store.collection(Insight.self, .cached(ClearingTests.budget))
    for number in 0..<3 { try await insights.save(Insight(number)) }
    let note = Note(id: ID(UUID()), at: Mood.start, words: "mine alone")
    try await store.collection(Note.self, .local).save(note)
    return note
  }

  private func expectNothing(of name: String, in store: Store) async throws {
    let left = try await store.keeper.read { ledger throws(Problem) in
      let tables = ledger.tables
      let number = try tables.number(of: name)
      var left: [String] = []
      if try tables.usage(number).count > 0 { left.append("records") }
      if try !tables.known(number).isEmpty { left.append("known") }
      if try tables.outbox(in: nil, limit: 100).contains(where: { $0.collection == number }) { left.append("outbox") }
      if try tables.conflicts(limit: 100).contains(where: { $0.collection == number }) { left.append("conflicts") }
      if try tables.aside(limit: 100).contains(where: { $0.collection == number }) { left.append("aside") }
      if try tables.cursor(number) != nil { left.append("cursor") }
      if try !tables.held(in: number).isEmpty { left.append("held") }
      if try tables.sweep(number) != nil { left.append("sweep") }
      return left
    }
    #expect(left == [], "\(name)")
  }

  @Test(
    "clearing synced data removes account records, sent or not, with all their state; local records stay",
    arguments: Ground.allCases)
  func synced(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let store = sample.store
    let note = try await fill(store)
    let moods = try await store.collection(Mood.self, .owned(.entered))
    let ids = try await moods.known().map(\.id)
    #expect(try await store.outbox.counts().unsent > 0)
    #expect(try await store.outbox.conflicts().count == 1)

    try await store.clearSynced()
    for name in ["moods", "insights"] { try await expectNothing(of: name, in: store) }
    for id in ids { #expect(try await moods.losers(ID(id)).isEmpty) }
    #expect(try await store.outbox.counts() == QueueCounts())
    #expect(try await store.collection(Note.self, .local).records() == [note])
    #expect(try await store.problems().isEmpty)
    // The store stays usable.
    try await moods.save(Mood(1))
    #expect(try await store.outbox.claim().count == 1)
  }

  @Test("local collections that are named are cleared too", arguments: Ground.allCases)
  func named(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    _ = try await fill(sample.store)
    try await sample.store.clearSynced(also: ["notes"])
    #expect(try await sample.store.collection(Note.self, .local).records() == [])
  }

  @Test("clearing tells listeners to read everything again, and later changes are reported", arguments: Ground.allCases)
  func told(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let store = sample.store
    _ = try await fill(store)
    let moods = try await store.collection(Mood.self, .owned(.entered))
    let (seen, queued) = (moods.revision.value, store.outbox.changed.value)
    try await store.clearSynced()
    #expect(moods.revision.value > seen && store.outbox.changed.value > queued)
    guard case .anew(let from) = try await moods.changes(since: seen) else {
      Issue.record("clearing was reported as single changes")
      return
    }
    let mood = Mood(8)
    try await moods.save(mood)
    guard case .since(let saved, _, _, _) = try await moods.changes(since: from) else {
      Issue.record("later changes are not reported")
      return
    }
    #expect(saved == [mood.id])
  }

  @Test("collections not opened in this process are cleared or kept by their holding", arguments: [true, false])
  func earlier(_ isKnown: Bool) async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let note = try await fill(sample.store)
    await sample.store.close()
    // Earlier versions did not store the holding of a collection.
    if !isKnown {
      try SealingTests.sql(folder.file, "DELETE FROM meta WHERE name LIKE 'holding.%' AND name <> 'holding.3'")
    }
    let store = try await Store.open(in: FolderLock(folder.path), key: sample.key)
    try await store.clearSynced()
    for name in ["moods", "insights"] { try await expectNothing(of: name, in: store) }
    #expect(try await store.collection(Note.self, .local).records() == [note])
  }

  @Test("a holding survives a round trip through text; invalid text is rejected")
  func holdings() {
    let all: [Holding] = [
      .owned(.entered), .owned(.rest), .local, .cached(.insights),
      .cached(Budget("two words", bytes: 0), window: .seconds(0.5)),
      .cached(.dashboard, window: .seconds(7 * 86_400)),
    ]
    for holding in all { #expect(Holding(kept: holding.kept) == holding) }
    for text in [
      "", "owned", "owned 9", "owned x", "local 1", "cached", "cached 1 -", "cached x - a", "cached 1 x a",
      "cached 1 nan a", "cached 1 1e99 a",
    ] {
      #expect(Holding(kept: text) == nil, "\(text)")
    }
  }

  @Test(
    "only blobs that local records reference survive clearing", arguments: Ground.allCases
  )
  func blobs(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let store = sample.store
    let (theirs, mine, nobodys) = (
      try await store.blobs.add([1, 2, 3]), try await store.blobs.add([4, 5]), try await store.blobs.add([6])
    )
    let photos = try await store.collection(Photo.self, .owned(.entered))
    try await photos.save(Photo(id: ID(UUID()), at: Mood.start, blob: theirs))
    let notes = try await store.collection(Note.self, .local)
    try await notes.save(Note(id: ID(UUID()), at: Mood.start, words: "w", pictures: [mine]))
    try await store.clearSynced()
    #expect(try await store.blobs.bytes(mine) == [4, 5])
    for blob in [theirs, nobodys] { #expect(await problem { _ = try await store.blobs.bytes(blob) } == "no-blob") }
    #expect(try await store.blobs.used() == 2)
    if let folder = sample.folder {
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/blobs") == [mine.hex])
    }
  }

  @Test(
    "clearing leaves no byte of a sealed row in the file or its log, including rows changed or deleted before",
    .covers("yh-S04.5.1-L7"))
  func overwritten() async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let store = sample.store
    let note = try await fill(store)
    let moods = try await store.collection(Mood.self, .owned(.entered))
    var sealed: [[UInt8]] = []
    func gather() async throws {
      sealed += try await store.keeper.read { ledger throws(Problem) in
        var found: [[UInt8]] = []
        for number in [try ledger.tables.number(of: "moods"), try ledger.tables.number(of: "insights")] {
          try ledger.tables.scan(number, from: nil, to: nil, newest: 1000) { found.append(Array($4)) }
        }
        return found + (try ledger.tables.outbox(in: nil, limit: 1000).map(\.sealed))
      }
    }
    for length in [0, 100, 5000, 40_000] {
      let mood = Mood(length, note: String(repeating: "n", count: length))
      try await moods.save(mood)
      try await gather()
      try await moods.save(Mood(length, score: 1, id: mood.id), over: .anything)
      if length == 100 { try await moods.delete(mood.id) }
    }
    try await gather()
    func left() throws -> Int {
      let files = try [folder.file, folder.file + "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      // Rows may span pages, so several short windows of each row are searched for.
      return sealed.filter { row in
        stride(from: 0, through: row.count - 32, by: 512).contains { at in
          files.contains { $0.range(of: Data(row[at..<at + 32])) != nil }
        }
      }.count
    }
    #expect(sealed.count > 20)
    #expect(try left() == sealed.count)
    try await store.clearSynced()
    #expect(try left() == 0)
    #expect(try await store.collection(Note.self, .local).records() == [note])
    try await moods.save(Mood(1))
    #expect(try await moods.count() == 1)
  }

  @Test("a disk failure never leaves clearing half done, success is never reported falsely, and a retry succeeds")
  func failing() async throws {
    for step in 1...12 {
      let disk = try FaultyDisk()
      let store = try await disk.open()
      let note = try await fill(store)
      let count = try await store.outbox.counts()
      disk.fail(from: disk.count + Int64(step), times: 1)
      let code = await problem { try await store.clearSynced() }
      disk.heal()
      let after = try await store.outbox.counts()
      #expect(after == count || after == QueueCounts(), "the clearing was partial at step \(step)")
      if code == nil { #expect(after == QueueCounts()) }
      try await store.clearSynced()
      for name in ["moods", "insights"] { try await expectNothing(of: name, in: store) }
      #expect(try await store.collection(Note.self, .local).records() == [note])
    }
  }

  @Test("clearing the cache removes cached records and nothing else", arguments: Ground.allCases)
  func cached(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let store = sample.store
    let note = try await fill(store)
    let moods = try await store.collection(Mood.self, .owned(.entered))
    let insights = try await store.collection(Insight.self, .cached(ClearingTests.budget))
    try await insights.take([], cursor: Cursor(cursor: "c", epoch: "e"))
    let (before, queue, seen) = (
      try await moods.records(), try await store.outbox.counts(), insights.revision.value
    )
    try await store.clearCached()
    #expect(try await insights.count() == 0)
    #expect(try await insights.cursor() == nil)
    #expect(try await insights.changes(since: seen) == .anew(from: insights.revision.value))
    #expect(try await moods.records() == before)
    #expect(try await store.outbox.counts() == queue)
    #expect(try await moods.cursor() != nil)
    #expect(try await store.collection(Note.self, .local).records() == [note])
    #expect(try await store.usage().first { $0.budget.name == "insights" }?.bytes == 0)
  }
}

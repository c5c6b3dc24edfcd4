import CSQLite
import Covers
import Foundation
import Kernel
import Testing

@testable import Storage

@Suite("Sealed data on disk")
struct SealingTests {
  static func sql(_ file: String, _ sql: String) throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open(file, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
  }

  @Test(
    "no file contains plaintext or field names of entered, fetched or local records, and only the owner has access",
    .covers(
      "yh-S04.5.1-B11", "yh-S04.5.1-B22", "yh-S04.5.1-L2", "yh-S04.5.2-B11", "yh-S04.5.2-L2", "yh-S04.5.2-L7",
      "yh-S04.5.3-L3"))
  func sealed() async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    var mood = Mood(1, note: "ein Geheimnis")
    try await moods.save(mood)
    mood.note = "noch ein Geheimnis"
    try await moods.save(mood, over: .anything)
    try await moods.delete(mood.id)
    // One waiting to be sent, one fetched, one local to this device.
    try await moods.save(Mood(2, note: "ein Geheimnis, das wartet"))
    let insights = try await sample.store.collection(Insight.self, .cached(.insights))
    try await insights.save(Insight(1, words: "ein fremdes Geheimnis"))
    let notes = try await sample.store.collection(Note.self, .local)
    try await notes.save(Note(id: ID(UUID()), at: Mood.start, words: "ein eigenes Geheimnis"))
    await sample.store.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.contains { $0.hasSuffix(".sqlite") }, "\(names)")
    for name in names {
      let path = "\(folder.path)/\(name)"
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(bytes.range(of: Data("Geheimnis".utf8)) == nil)
      #expect(bytes.range(of: Data("\"note\"".utf8)) == nil && bytes.range(of: Data("words".utf8)) == nil)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test(
    "both versions of a conflict, and a losing version, are sealed on disk",
    .covers("yh-S04.5.4-L2"))
  func sealedConflict() async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    for number in 1...2 {
      let mood = Mood(number, note: "mein Geheimnis \(number)")
      try await moods.save(mood)
      let op = try #require(try await sample.store.outbox.claim(1).first).op
      var theirs = try Row(mood, form: 1).fields()
      theirs["note"] = .text("ihr Geheimnis \(number)")
      try await sample.store.outbox.conflict(op, theirs: theirs, rev: "r1")
      if number == 2 { try await sample.store.outbox.resolve(op, .theirs) }
    }
    #expect(try await sample.store.outbox.conflicts().map(\.theirs?["note"]) == [.text("ihr Geheimnis 1")])
    await sample.store.close()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
      #expect(bytes.range(of: Data("Geheimnis".utf8)) == nil)
    }
  }

  @Test("a reopened store keeps its records, its revision and its list of deletions")
  func reopened() async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    try await moods.save(Mood(1))
    let last = Mood(2)
    try await moods.save(last)
    try await moods.delete(last.id)
    let revision = moods.revision.value
    await sample.store.close()
    let store = try await Store.open(in: FolderLock(folder.path), key: sample.key)
    let again = try await store.collection(Mood.self, .owned(.entered))
    #expect(try await again.count() == 1)
    #expect(again.revision.value == revision)
    guard case .since(_, let deleted, _, _) = try await again.changes(since: Revision(0)) else {
      Issue.record("the deletion is not reported")
      return
    }
    #expect(deleted == [last.id])
  }

  @Test("a wrong key is refused and changes nothing")
  func wrongKey() async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    let mood = Mood(1)
    try await moods.save(mood)
    await sample.store.close()
    let code = await problem { _ = try await Store.open(in: FolderLock(folder.path), key: .random()) }
    #expect(code == "wrong-key")
    let store = try await Store.open(in: FolderLock(folder.path), key: sample.key)
    #expect(try await store.collection(Mood.self, .owned(.entered)).record(mood.id) == mood)
  }

  @Test(
    "a row with a changed byte, another id or the content of another row is set aside; all others are kept",
    .covers("yh-S04.5.4-B12", "yh-S04.5.4-B13"),
    arguments: [
      """
      UPDATE records SET sealed = CAST(substr(sealed, 1, 60) || iif(substr(sealed, 61, 1) = x'00', x'01', x'00')
        || substr(sealed, 62) AS BLOB) WHERE version = 1
      """,
      "UPDATE records SET id = randomblob(16) WHERE version = 1",
      "UPDATE records SET sealed = (SELECT sealed FROM records WHERE version = 2) WHERE version = 1",
      "UPDATE records SET moment = moment + 1 WHERE version = 1",
      "UPDATE records SET version = 77 WHERE version = 1",
      "UPDATE records SET sealed = x'' WHERE version = 1",
    ], [Holding.owned(.entered), .cached(.dashboard)])
  func damagedRow(_ damage: String, _ holding: Holding) async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let all = (0..<5).map { Mood($0) }
    let moods = try await sample.store.collection(Mood.self, holding)
    for mood in all { try await moods.save(mood) }
    await sample.store.close()
    try SealingTests.sql(folder.file, damage)
    let store = try await Store.open(in: FolderLock(folder.path), key: sample.key)
    let again = try await store.collection(Mood.self, holding)
    #expect(try await again.records() == all.dropFirst().reversed())
    #expect(try await again.records().count == 4)
    #expect(try await again.count() == 4)
    try await again.save(all[0], over: .anything)
    #expect(try await again.records() == all.reversed())
  }

  @Test(
    "a damaged record does not fail opening; it is listed, its collection is pulled again, and a page restores it",
    .covers("yh-S04.5.4-AC6", "yh-S04.5.4-B11", "yh-S04.5.4-B14", "yh-S04.5.4-E4"))
  func fetchedAgain() async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    let all = (0..<3).map { Mood($0) }
    let page = try all.enumerated().map { number, mood in
      Pulled(id: mood.id.uuid, rev: "r\(number)", fields: try Row(mood, form: 1).fields())
    }
    _ = try await moods.take(page, cursor: Cursor(cursor: "here", epoch: "one"))
    await sample.store.close()
    try SealingTests.sql(
      folder.file, "UPDATE records SET sealed = x'00' WHERE id = x'\(SealingTests.hex(all[1].id.uuid))'")
    let store = try await Store.open(in: FolderLock(folder.path), key: sample.key)
    #expect(try await store.problems().map(\.id) == [all[1].id.uuid])
    #expect(try await store.awaited() == ["moods"])
    let again = try await store.collection(Mood.self, .owned(.entered))
    #expect(try await again.count() == 2)
    #expect(try await again.cursor()?.cursor == nil)
    _ = try await again.take(page, cursor: Cursor(cursor: "here", epoch: "one"))
    #expect(try await again.records() == all.reversed())
    #expect(try await again.cursor()?.cursor == "here")
    #expect(try await store.awaited().isEmpty)
  }

  private static func hex(_ id: UUID) -> String { id.uuidString.filter { $0 != "-" } }

  @Test("one damaged row in a long read loses no other row")
  func damagedInLong() async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let moods = try await sample.store.collection(Mood.self, .local)
    let all = (0..<1200).map { Mood($0) }
    try await sample.store.write { batch throws(Problem) in for mood in all { try batch.save(mood, in: moods) } }
    await sample.store.close()
    try SealingTests.sql(folder.file, "UPDATE records SET id = randomblob(16) WHERE version = 77")
    let store = try await Store.open(in: FolderLock(folder.path), key: sample.key)
    let again = try await store.collection(Mood.self, .local)
    #expect(try await again.records() == all.filter { $0.id != all[76].id }.reversed())
    #expect(try await store.problems().map(\.collection) == ["moods"])
  }

  @Test("a second lock on a folder is refused with the owner's process id; releasing the first frees the folder")
  func lock() throws {
    let folder = try TestFolder()
    var first: FolderLock? = try FolderLock(folder.path)
    do {
      _ = try FolderLock(folder.path)
      Issue.record("two locks hold the folder")
    } catch {
      #expect(error.code == "profile-in-use")
      #expect(error.what.contains("\(getpid())"))
    }
    withExtendedLifetime(first) {}
    first = nil
    _ = try FolderLock(folder.path)
  }
}

import CSQLite
import Foundation
import Kernel
import Testing

@testable import Storage

@Suite("What lies on the disk")
struct SealingTests {
  static func sql(_ file: String, _ sql: String) throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open(file, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
  }

  @Test("nothing that was written is readable in any file")
  func sealed() async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    var mood = Mood(1, note: "ein Geheimnis")
    try await moods.save(mood)
    mood.note = "noch ein Geheimnis"
    try await moods.save(mood, over: .anything)
    try await moods.delete(mood.id)
    await sample.store.close()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
      #expect(bytes.range(of: Data("Geheimnis".utf8)) == nil)
      #expect(bytes.range(of: Data("note".utf8)) == nil)
    }
  }

  @Test("reopened, everything is there and the revision goes on")
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
    guard case .since(_, let deleted, _, _) = try await again.changes(since: Revision(0)) else { return }
    #expect(deleted == [last.id])
  }

  @Test("a wrong key is refused, and nothing is touched")
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
    "a flipped bit, a row under another id, an older text: set aside, nothing else lost",
    arguments: [
      "UPDATE records SET sealed = CAST(substr(sealed, 1, 60) || x'00' || substr(sealed, 62) AS BLOB) WHERE version = 1",
      "UPDATE records SET id = randomblob(16) WHERE version = 1",
      "UPDATE records SET sealed = (SELECT sealed FROM records WHERE version = 2) WHERE version = 1",
      "UPDATE records SET moment = moment + 1 WHERE version = 1",
      "UPDATE records SET version = 77 WHERE version = 1",
      "UPDATE records SET sealed = x'' WHERE version = 1",
    ])
  func damagedRow(_ damage: String) async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder)
    let all = (0..<5).map { Mood($0) }
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    for mood in all { try await moods.save(mood) }
    await sample.store.close()
    try SealingTests.sql(folder.file, damage)
    let store = try await Store.open(in: FolderLock(folder.path), key: sample.key)
    let again = try await store.collection(Mood.self, .owned(.entered))
    #expect(try await again.records() == all.dropFirst().reversed())
    #expect(try await again.records().count == 4)
    #expect(try await again.count() == 4)
    try await again.save(all[0], over: .anything)
    #expect(try await again.records() == all.reversed())
  }

  @Test("one damaged row in a long read costs itself alone")
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

  @Test("a second holder of the folder is refused with the owner's name; a closed one lets go")
  func lock() throws {
    let folder = try TestFolder()
    var first: FolderLock? = try FolderLock(folder.path)
    do {
      _ = try FolderLock(folder.path)
      Issue.record("two hold it")
    } catch {
      #expect(error.code == "profile-in-use")
      #expect(error.what.contains("\(getpid())"))
    }
    withExtendedLifetime(first) {}
    first = nil
    _ = try FolderLock(folder.path)
  }
}

import Foundation
import JSON
import Kernel
import Relational
import RelationalContract
import Testing
import Tokens

@testable import SQLiteStore

@Suite struct KeepingTests {
  static let ada = Caller.person("00000000-0000-7000-8000-00000000000a")
  static let notes = Table.owned("notes", [.text("title").required])
  static let schema = Schema([notes])

  func add(_ titles: [String], to store: SQLiteStore) async throws {
    _ = try await store.insert(
      Insert(Self.notes, columns: ["title"], rows: titles.map { [.text($0)] }), as: Self.ada)
  }

  func titles(_ store: SQLiteStore) async throws -> [String?] {
    var select = Select(Self.notes, shown: [Shown("title")])
    select.order = [Order("rev")]
    let json = try JSON(bytes: try await store.select(select, as: Self.ada).json)
    return json.array?.map { $0["title"]?.string } ?? []
  }

  @Test("A reopened store has the same rows and the same epoch")
  func opensAgain() async throws {
    let folder = Folder()
    let first = try SQLiteStore.open(folder.path, schema: Self.schema)
    try await add(["a", "b"], to: first)
    let epoch = try await first.epoch
    await first.close()
    let second = try SQLiteStore.open(folder.path, schema: Self.schema)
    #expect(try await titles(second) == ["a", "b"])
    #expect(try await second.epoch == epoch)
    try await add(["c"], to: second)
    #expect(try await titles(second) == ["a", "b", "c"])
    await second.close()
  }

  @Test("An acknowledged write is in the files at once, as a killed process would leave them")
  func survivesAKill() async throws {
    let folder = Folder()
    let store = try SQLiteStore.open(folder.path, schema: Self.schema)
    for number in 0..<20 {
      try await add(["\(number)"], to: store)
      let copy = Folder()
      try FileManager.default.createDirectory(atPath: copy.path, withIntermediateDirectories: true)
      for file in ["troupe.sqlite", "troupe.sqlite-wal"] {
        try FileManager.default.copyItem(atPath: "\(folder.path)/\(file)", toPath: "\(copy.path)/\(file)")
      }
      let other = try SQLiteStore.open(copy.path, schema: Self.schema)
      #expect(try await titles(other).count == number + 1)
      await other.close()
    }
    await store.close()
  }

  @Test("Only its owner may read the folder, and a second open is refused")
  func keepsOthersOut() async throws {
    let folder = Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let store = try SQLiteStore.open(folder.path, schema: Self.schema)
    try await add(["a"], to: store)
    func rights(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try rights(folder.path) == 0o700)
    for file in ["troupe.sqlite", "troupe.sqlite-wal", "troupe.sqlite-shm", "troupe.lock"] {
      #expect(try rights("\(folder.path)/\(file)") == 0o600)
    }
    #expect { try SQLiteStore.open(folder.path, schema: Self.schema) } throws: { error in
      (error as? Problem)?.code == "store-in-use"
    }
    await store.close()
    await #expect(throws: Failure.closed) { try await store.check() }
    let again = try SQLiteStore.open(folder.path, schema: Self.schema)
    await again.close()
  }

  @Test("An unusable folder and a file that is not a database are refused with their codes")
  func refusesWhatIsNoStore() async throws {
    func code(_ path: String) -> String? {
      do throws(Problem) {
        _ = try SQLiteStore.open(path, schema: Self.schema)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code("/dev/null/nothing") == "no-folder")
    let folder = Folder()
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try Data(repeating: 0x41, count: 9000).write(to: URL(filePath: "\(folder.path)/troupe.sqlite"))
    #expect(code(folder.path) == "damaged-file")
  }

  @Test("A backup during writes is consistent; restored, it has another epoch, and the previous file is kept")
  func backsUpAndRestores() async throws {
    let folder = Folder()
    let store = try SQLiteStore.open(folder.path, schema: Self.schema)
    try await add((0..<500).map { "\($0)" }, to: store)
    let backup = folder.path + "/backup.sqlite"
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await store.backup(to: backup) }
      for number in 0..<20 { group.addTask { try await add(["late \(number)"], to: store) } }
      try await group.waitForAll()
    }
    await #expect(throws: Problem.self) { try await store.backup(to: backup) }
    #expect(throws: Problem.self) { try SQLiteStore.restore(from: backup, into: folder.path, replacing: true) }
    try await add(["after"], to: store)
    let epoch = try await store.epoch
    let count = try await titles(store).count
    await store.close()
    #expect(count == 521)

    // Nothing that is there is replaced unasked.
    #expect(throws: Problem.self) { try SQLiteStore.restore(from: backup, into: folder.path) }
    let former = try SQLiteStore.restore(from: backup, into: folder.path, replacing: true)
    #expect(former == "\(folder.path)/troupe.sqlite.before")
    let restored = try SQLiteStore.open(folder.path, schema: Self.schema)
    #expect(try await restored.epoch != epoch)
    let kept = try await titles(restored)
    #expect((500...520).contains(kept.count))
    #expect(!kept.contains("after"))
    try await add(["again"], to: restored)
    await restored.close()

    let other = Folder()
    try SQLiteStore.restore(from: "\(folder.path)/troupe.sqlite.before", into: other.path)
    let before = try SQLiteStore.open(other.path, schema: Self.schema)
    #expect(try await titles(before).count == 521)
    await before.close()

    // The former database of an earlier restore stays too.
    let second = try SQLiteStore.restore(from: backup, into: folder.path, replacing: true)
    #expect(second == "\(folder.path)/troupe.sqlite.before-2")
    let (third, fourth) = (Folder(), Folder())
    try SQLiteStore.restore(from: "\(folder.path)/troupe.sqlite.before", into: third.path)
    let first = try SQLiteStore.open(third.path, schema: Self.schema)
    #expect(try await titles(first).count == 521)
    await first.close()
    try SQLiteStore.restore(from: "\(folder.path)/troupe.sqlite.before-2", into: fourth.path)
    let again = try SQLiteStore.open(fourth.path, schema: Self.schema)
    #expect(try await titles(again).contains("again"))
    await again.close()
  }

  @Test("A store copied with its write-ahead log is restored with the rows that only the log holds")
  func restoresLog() async throws {
    let (folder, copied, other) = (Folder(), Folder(), Folder())
    let store = try SQLiteStore.open(folder.path, schema: Self.schema)
    try await add(["in the log"], to: store)
    try FileManager.default.createDirectory(atPath: copied.path, withIntermediateDirectories: true)
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: "\(folder.path)/troupe.sqlite\(ending)", toPath: "\(copied.path)/copy\(ending)")
    }
    await store.close()
    try SQLiteStore.restore(from: "\(copied.path)/copy", into: other.path)
    let restored = try SQLiteStore.open(other.path, schema: Self.schema)
    #expect(try await titles(restored) == ["in the log"])
    await restored.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path).allSatisfy { !$0.contains("incoming") })
  }

  @Test("A file that is not a backup is not restored, and the existing rows stay")
  func refusesRubbish() async throws {
    let folder = Folder()
    let store = try SQLiteStore.open(folder.path, schema: Self.schema)
    try await add(["a"], to: store)
    await store.close()
    let rubbish = folder.path + "/rubbish"
    try Data(repeating: 0x41, count: 9000).write(to: URL(filePath: rubbish))
    for path in [rubbish, folder.path + "/nothing"] {
      #expect(throws: Problem.self) { try SQLiteStore.restore(from: path, into: folder.path, replacing: true) }
    }
    let again = try SQLiteStore.open(folder.path, schema: Self.schema)
    #expect(try await titles(again) == ["a"])
    await again.close()
  }

  @Test("Deletions are purged after their retention time, and a device that is behind them resyncs")
  func purges() async throws {
    let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_800_000_000)))
    let folder = Folder()
    let store = try SQLiteStore.open(folder.path, schema: Self.schema, time: clock.time)
    func pull(_ cursor: String?) async throws -> JSON {
      let epoch = try await store.epoch
      let cursor = cursor.map { "\"\($0)\"" } ?? "null"
      let message = "{\"epoch\":\"\(epoch)\",\"cursors\":{\"notes\":\(cursor)},\"limit\":2}"
      return try JSON(
        bytes: try await store.call("sync_pull", Array(message.utf8), mayWrite: false, as: Self.ada) ?? [])
    }
    try await add(["a", "b", "c", "d", "e"], to: store)
    let behind = try #require(try await pull(nil)["cursors"]?["notes"]?.string)
    _ = try await store.delete(
      Delete(Self.notes, filter: .compare("title", .equal, .text("a"))), as: Self.ada)
    try await store.purge()
    #expect(try await pull(behind)["resync"] == [])
    await clock.advance(by: .seconds(91 * 86_400), settling: Settling())
    try await store.purge()
    let page = try await pull(behind)
    #expect(page["resync"] == ["notes"])
    // All further pages, without another resync.
    var cursor = page["cursors"]?["notes"]?.string
    var seen = page["changes"]?.array?.count ?? 0
    while true {
      let next = try await pull(cursor)
      #expect(next["resync"] == [])
      seen += next["changes"]?.array?.count ?? 0
      cursor = next["cursors"]?["notes"]?.string
      if next["more"] == false { break }
    }
    #expect(seen == 4)
    await store.close()
  }
}

import CSQLite
import Foundation
import JSON
import Kernel
import Relational
import Testing
import Tokens

import struct Storage.KeyStore
import struct Storage.MasterKey

@testable import SQLiteStore

@Suite("A sealed store")
struct SealedStoreTests {
  static let ada = Caller.person("00000000-0000-7000-8000-00000000000a")
  static let marked = "a planted sentence that nobody else writes"
  /// Titles are found by their name, bodies by nothing.
  static let notes: Table = {
    var notes = Table.owned(
      "notes", [.text("title").required, .text("body").required, .integer("rank"), .boolean("done").usually("false")],
      checks: [.length("body", 1...100_000), .range("rank", 0...9)])
    notes.uniques = [["owner", "title"]]
    notes.transitions = [
      Transition("kept", "new.rank >= old.rank or old.rank is null", refusal: "The rank only goes up.")
    ]
    return notes
  }()
  static let schema = Schema([notes])

  let folder = Folder()
  let key = MasterKey.random()

  func open(_ table: Table = notes, key: MasterKey?) throws(Problem) -> SQLiteStore {
    try SQLiteStore.open(folder.path, schema: Schema([table]), key: key)
  }

  func add(_ title: String, _ body: String, to store: SQLiteStore) async throws {
    let insert = Insert(Self.notes, columns: ["title", "body"], rows: [[.text(title), .text(body)]])
    _ = try await store.insert(insert, as: Self.ada)
  }

  func rows(_ store: SQLiteStore, _ table: Table = notes, _ filter: Filter = .everything) async throws -> [JSON] {
    var select = Select(table)
    select.filter = filter
    select.order = [Order("rev")]
    return try JSON(bytes: try await store.select(select, as: Self.ada).json).array ?? []
  }

  func refusal(_ key: MasterKey?, in folder: Folder? = nil) -> Problem? {
    do throws(Problem) {
      _ = try SQLiteStore.open((folder ?? self.folder).path, schema: Self.schema, key: key)
      return nil
    } catch {
      return error
    }
  }

  @Test("what is written is in no file, while it is open, after updates and deletions, and when it is closed")
  func hides() async throws {
    let store = try open(key: key)
    #expect(store.sealedColumns(of: Self.notes) == ["body", "rank", "done"])
    try await add("a title", Self.marked, to: store)
    #expect(try folder.files(with: Self.marked).isEmpty)
    #expect(try !folder.files(with: "a title").isEmpty, "a column of a unique constraint stays readable")
    _ = try await store.update(
      Update(Self.notes, values: ["body": .text(Self.marked + " again")], filter: .everything), as: Self.ada)
    #expect(try await rows(store).map { $0["body"]?.string } == [Self.marked + " again"])
    #expect(try await rows(store, Self.notes, .like("body", pattern: "%again", ignoringCase: false)).count == 1)
    _ = try await store.delete(Delete(Self.notes, filter: .everything), as: Self.ada)
    #expect(try folder.files(with: Self.marked).isEmpty)
    await store.close()
    #expect(try folder.files(with: Self.marked).isEmpty)
  }

  @Test("checks, requirements, transitions and defaults hold for sealed columns")
  func rules() async throws {
    let store = try open(key: key)
    try await add("a", "b", to: store)
    #expect(try await rows(store).map { $0["done"] } == [.bool(false)])
    func refused(_ values: [String: Value]) async -> Failure? {
      await #expect(throws: Failure.self) {
        try await store.update(Update(Self.notes, values: values, filter: .everything), as: Self.ada)
      }
    }
    #expect(await refused(["rank": .int(12)])?.message.contains("rank_range") == true)
    let missing = await refused(["body": .null])
    #expect(missing?.code == "23502" && missing?.message.contains("\"body\"") == true)
    _ = try await store.update(Update(Self.notes, values: ["rank": .int(5)], filter: .everything), as: Self.ada)
    #expect(await refused(["rank": .int(4)])?.message == "The rank only goes up.")
    await store.close()
  }

  @Test("a row keeps its values under another key, and when it is merged into one of another key")
  func moves() async throws {
    let store = try open(key: key)
    try await add("a", "first", to: store)
    let id = "00000000-0000-4000-8000-000000000077"
    _ = try await store.update(Update(Self.notes, values: ["id": .text(id)], filter: .everything), as: Self.ada)
    #expect(try await rows(store).map { $0["body"]?.string } == ["first"])
    var merge = Insert(Self.notes, columns: ["title", "body"], rows: [[.text("a"), .text("second")]])
    merge.collision = .merge(on: ["owner", "title"])
    _ = try await store.insert(merge, as: Self.ada)
    #expect(try await rows(store).map { $0["body"]?.string } == ["second"])
    #expect(try await rows(store).map { $0["id"]?.string } == [id])
    await store.close()
  }

  @Test("another key, or none, is refused with a sentence, and changes nothing; a lost key is not replaced")
  func otherKey() async throws {
    let store = try open(key: key)
    try await add("a", "b", to: store)
    await store.close()
    let before = try Data(contentsOf: URL(filePath: "\(folder.path)/troupe.sqlite"))
    #expect(refusal(nil)?.code == "sealed-database")
    #expect(refusal(.random())?.code == "wrong-key")
    let kept = Locked<MasterKey?>(nil)
    let lost = KeyStore(load: { () in kept.withLock { $0 } }, keep: { key in kept.withLock { $0 = key } })
    let gone = await #expect(throws: Problem.self) {
      _ = try await SQLiteStore.open(folder.path, schema: Self.schema, keys: lost)
    }
    #expect(gone?.code == "no-key" && kept.withLock { $0 == nil })
    #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/troupe.sqlite")) == before)
    let again = try open(key: key)
    #expect(try await rows(again).count == 1)
    await again.close()
  }

  @Test("a row whose sealed text was exchanged is refused with its key, and others are not")
  func exchanged() async throws {
    let store = try open(key: key)
    for title in ["a", "b", "c"] { try await add(title, "body of \(title)", to: store) }
    await store.close()
    let connection = try SQLiteConnection("\(folder.path)/troupe.sqlite", .writing, time: .live, key: key)
    connection.circumstances.begin(within: .seconds(60))
    try connection.run("pragma ignore_check_constraints = on")
    try connection.run("drop trigger troupe_notes_allows_kept")
    try connection.run(
      "update notes set troupe_sealed = (select troupe_sealed from notes where title = 'b') where title = 'a'")
    connection.close()
    let again = try open(key: key)
    let refused = await #expect(throws: Failure.self) { try await rows(again) }
    #expect(refused?.code == "XX001" && refused?.details?.contains("Its key is") == true)
    let others = try await rows(again, Self.notes, .compare("title", .unequal, .text("a")))
    #expect(others.map { $0["body"]?.string } == ["body of b", "body of c"])
    await again.close()
  }

  // MARK: Conversion

  /// A readable store with deleted and changed rows, large enough for its conversion to leave memory.
  private func readable() async throws -> [JSON] {
    let store = try open(key: nil)
    let filling = String(repeating: "\(Self.marked) ", count: 400)
    for number in 0..<400 { try await add("\(number)", "\(number) \(filling)", to: store) }
    _ = try await store.delete(
      Delete(Self.notes, filter: .like("title", pattern: "%7", ignoringCase: false)), as: Self.ada)
    let all = try await rows(store)
    await store.close()
    #expect(try !folder.files(with: Self.marked).isEmpty)
    return all
  }

  @Test("a readable store is sealed when it is opened with a key, and nothing readable is left")
  func converts() async throws {
    let before = try await readable()
    let store = try open(key: key)
    #expect(try await rows(store) == before)
    #expect(try folder.files(with: Self.marked).isEmpty)
    await store.close()
    #expect(refusal(nil)?.code == "sealed-database")
  }

  /// The statements before which a conversion is killed, and the copies that are left.
  private final class Kills {
    let folder: Folder
    var copies: [(statement: String, folder: Folder)] = []
    init(_ folder: Folder) { self.folder = folder }
  }

  @Test("a conversion that is killed at any step is completed by the next start, without a loss")
  func killed() async throws {
    let before = try await readable()
    let kills = Kills(folder)
    let writing = try SQLiteConnection("\(folder.path)/troupe.sqlite", .writing, time: .live, key: key)
    writing.circumstances.begin(within: .seconds(600))
    sqlite3_trace_v2(
      writing.handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        let kills = Unmanaged<Kills>.fromOpaque(context).takeUnretainedValue()
        let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
        let steps = ["commit", "vacuum", "pragma wal_checkpoint", "delete from troupe_meta", "drop table"]
        if steps.contains(where: sql.hasPrefix), let copy = try? kills.folder.copied() {
          kills.copies.append((String(sql.prefix(24)), copy))
        }
        return 0
      }, Unmanaged.passUnretained(kills).toOpaque())
    try Making(connection: writing, path: folder.path, key: key).make(Self.schema, [], epoch: "one")
    sqlite3_trace_v2(writing.handle, 0, nil, nil)
    writing.close()
    #expect(kills.copies.count >= 5, "\(kills.copies.map(\.statement))")
    for (statement, copy) in kills.copies {
      let store = try SQLiteStore.open(copy.path, schema: Self.schema, key: key)
      #expect(try await rows(store) == before, "killed before \(statement)")
      #expect(try copy.files(with: Self.marked).isEmpty, "killed before \(statement)")
      await store.close()
    }
  }

  @Test("declarations change: columns are added, become readable and become sealed")
  func redeclares() async throws {
    let store = try open(key: key)
    try await add("a", Self.marked, to: store)
    await store.close()
    // The title is sealed now, the rank is found by an index, and there is a new column.
    var other = Table.owned(
      "notes",
      [
        .text("title").required, .text("body").required, .integer("rank"), .boolean("done").usually("false"),
        .text("mood").usually("'calm'").required,
      ])
    other.indexes.append(["rank"])
    let again = try open(other, key: key)
    #expect(again.sealedColumns(of: other) == ["title", "body", "done", "mood"])
    let found = try #require(try await rows(again, other).first)
    #expect(found["title"] == "a" && found["body"]?.string == Self.marked && found["mood"] == "calm")
    #expect(try folder.files(with: "unique").isEmpty || folder.files(with: Self.marked).isEmpty)
    await again.close()
    let wrong = Table.owned(
      "notes",
      [.text("title").required, .integer("body"), .integer("rank"), .boolean("done"), .text("mood")])
    let refused = #expect(throws: Problem.self) { try open(wrong, key: key) }
    #expect(refused?.code == "table-refused" && refused?.what.contains("body") == true)
    let lossy = Table.owned("notes", [.text("title").required, .text("body").required])
    #expect(throws: Problem.self) { try open(lossy, key: key) }
  }

  @Test("a backup is sealed with the same key, and is restored without it")
  func backsUp() async throws {
    let store = try open(key: key)
    try await add("a", Self.marked, to: store)
    let backup = folder.path + "/backup.sqlite"
    try await store.backup(to: backup)
    await store.close()
    #expect(try folder.files(with: Self.marked).isEmpty)
    let other = Folder()
    try SQLiteStore.restore(from: backup, into: other.path)
    #expect(refusal(.random(), in: other)?.code == "wrong-key")
    let restored = try SQLiteStore.open(other.path, schema: Self.schema, key: key)
    #expect(try await rows(restored).map { $0["body"]?.string } == [Self.marked])
    await restored.close()
  }
}

@Suite("Conditions on sealed columns")
struct TableSealingTests {
  @Test("a sealed column is opened wherever it is named, and nothing else is touched")
  func rewrites() throws {
    let table = Table("notes", [.uuid("id").required, .text("body"), .integer("length")], policies: .owner)
    let sealing = try #require(TableSealing(table, in: Schema([table])))
    #expect(sealing.columns == ["body", "length"])
    let (body, length) = (sealing.opened("body"), sealing.opened("length"))
    let cases = [
      "length(body) between 1 and 2": "length(\(body)) between 1 and 2",
      "body = 'body ''length''' and id <> body": "\(body) = 'body ''length''' and id <> \(body)",
      "length > 3 and length (body) = length": "\(length) > 3 and length (\(body)) = \(length)",
      "old.body = new.body": "\(sealing.opened("body", in: "old.")) = \(sealing.opened("body", in: "new."))",
      "\"body\" is null": "\(body) is null",
      "exists (select 1 from other as o where o.body = old.body)":
        "exists (select 1 from other as o where o.body = \(sealing.opened("body", in: "old.")))",
      "bodyless = 1 and _body = 2": "bodyless = 1 and _body = 2",
    ]
    for (sql, wanted) in cases { #expect(sealing.rewritten(sql) == wanted) }
  }
}

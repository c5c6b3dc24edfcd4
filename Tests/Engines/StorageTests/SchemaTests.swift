import Foundation
import Kernel
import Testing

@testable import Storage

@Suite("Schema migrations")
struct SchemaTests {
  /// Every version of the schema. A new version also needs its way back in `goBack`.
  static let versions = Array(1...StoreSchema.newest)

  @Test("a database of every schema version opens with all its data", arguments: versions)
  func older(_ version: Int) async throws {
    let folder = try TestFolder()
    let key = MasterKey.random()
    let mood = Mood(1, note: "alt")
    let old = try await Store.open(in: FolderLock(folder.path), key: key)
    try await old.collection(Mood.self, .owned(.entered)).save(mood)
    await old.close()
    try SchemaTests.goBack(to: version, folder.file)
    let store = try await Store.open(in: FolderLock(folder.path), key: key)
    #expect(try await store.collection(Mood.self, .owned(.entered)).records() == [mood])
    #expect(try await store.outbox.counts().waiting == 1)
  }

  /// Removes what the version did not have yet.
  static func goBack(to version: Int, _ file: String) throws {
    let database = try StoreFile(file)
    if version < 3 {
      try database.execute(
        "DROP INDEX records_grouping; ALTER TABLE records DROP COLUMN grouping; PRAGMA user_version = 2;")
    }
    if version < 2 {
      try database.execute(
        """
        DROP TABLE held; DROP TABLE sweeps; DROP TABLE seen; ALTER TABLE tombstones DROP COLUMN base;
        PRAGMA user_version = 1;
        """)
    }
  }

  @Test("a failed migration is rolled back, the corrected one applies, and an older program refuses the newer store")
  func next() async throws {
    let folder = try TestFolder()
    let key = MasterKey.random()
    func open(_ migrations: [SchemaMigration]) async throws -> Store {
      try await Store.open(
        in: FolderLock(folder.path), key: key, context: FeatureContext(), vfs: nil, migrations: migrations)
    }
    let first = try await open(StoreSchema.migrations)
    let mood = Mood(1)
    try await first.collection(Mood.self, .owned(.entered)).save(mood)
    await first.close()

    let number = 4
    #expect(StoreSchema.newest + 1 == number)
    let broken = SchemaMigration(to: number) { database throws(Problem) in
      try database.execute("CREATE TABLE extra(number INTEGER)")
      try database.execute("INSERT INTO nowhere VALUES (1)")
    }
    #expect(await problem { _ = try await open(StoreSchema.migrations + [broken]) } == "store-failed")
    let added = SchemaMigration(to: number) { database throws(Problem) in
      try database.execute("CREATE TABLE extra(number INTEGER); PRAGMA user_version = 4;")
    }
    let second = try await open(StoreSchema.migrations + [added])
    #expect(try await second.collection(Mood.self, .owned(.entered)).records() == [mood])
    await second.close()

    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file))
    #expect(await problem { _ = try await open(StoreSchema.migrations) } == "newer-store")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == before)
  }

  @Test("usage lists the bytes of each budget and whether it is nearly full")
  func usage() async throws {
    let sample = try await Sample(.memory)
    let meals = try await sample.store.collection(Meal.self, .cached(Budget("small", bytes: 1000)))
    for number in 0..<9 {
      try await meals.save(
        Meal(
          id: ID(UUID()), at: Mood.start.addingTimeInterval(Double(number)), words: String(repeating: "x", count: 300)))
    }
    let usage = try #require(try await sample.store.usage().first { $0.budget.name == "small" })
    #expect(usage.bytes <= 1000 && usage.bytes > 0)
    #expect(try await sample.store.usage().map(\.budget.name) == ["queue", "blobs", "small"])
    #expect(Usage(budget: .dashboard, bytes: 45 << 20).isNearFull)
    #expect(!Usage(budget: .dashboard, bytes: 44 << 20).isNearFull)
  }
}

import Relational
import RelationalContract
import Testing
import Tokens

@testable import SQLiteStore

@Suite("The compiled selects of the last requests")
struct SelectCacheTests {
  private static let ada = Caller.person("00000000-0000-7000-8000-00000000000a")
  private static let bob = Caller.person("00000000-0000-7000-8000-00000000000b")

  private func select(_ limit: Int, _ filter: Filter = .everything) throws -> Select {
    var select = Select(try #require(RelationalContract.schema.tables["notes"]))
    select.order = [Order("created_at", isDescending: true)]
    select.limit = limit
    select.filter = filter
    return select
  }

  @Test("an equal select is compiled once for all people, another one anew, and each has its own statement")
  func kept() async throws {
    let folder = Folder()
    let store = try SQLiteStore.contract(in: folder)
    let cache = SelectCache()
    for caller in [Self.ada, .service] {
      for select in [
        try select(5), try select(6), try select(5, .compare("title", .equal, .text("a"))),
        try select(5, .compare("title", .equal, .text("b"))), Select(try select(5).table, shown: [Shown("id")]),
      ] {
        let fresh = try CompiledSelect(select, store.layouts, as: caller)
        for _ in 0..<2 {
          let made = try cache.compiled(select, store.layouts, as: caller)
          #expect(made.rows?.sql == fresh.rows?.sql && made.rows?.values == fresh.rows?.values)
        }
      }
    }
    #expect(cache.count == 10)
    _ = try cache.compiled(try select(5), store.layouts, as: Self.bob)
    #expect(cache.count == 10)
    await store.close()
  }

  @Test("refused, anonymous and long selects are not kept, and it never grows beyond its bound")
  func bounded() async throws {
    let folder = Folder()
    let store = try SQLiteStore.contract(in: folder)
    let cache = SelectCache()
    let long = try select(5, .compare("title", .equal, .text(String(repeating: "a", count: 1000))))
    _ = try cache.compiled(long, store.layouts, as: Self.ada)
    #expect(throws: Failure.self) {
      try cache.compiled(try select(5, .compare("nothing", .equal, .text("a"))), store.layouts, as: Self.ada)
    }
    #expect(throws: Failure.self) { try cache.compiled(try select(5), store.layouts, as: .anonymous) }
    #expect(cache.count == 0)
    for limit in 0...SelectCache.most { _ = try cache.compiled(try select(limit), store.layouts, as: Self.ada) }
    #expect(cache.count == 1)
    await store.close()
  }
}

import Relational
import Testing

@testable import Rest

@Suite("The queries of the last reads")
struct QueryCacheTests {
  private func query(_ cache: QueryCache, _ text: String, _ method: String = "GET") throws -> Query {
    try cache.query(of: try request("\(method) \(text)"), AskedDatabase.todos, in: AskedDatabase.tables)
  }

  @Test("an equal query string is parsed once, and another one anew")
  func kept() throws {
    let cache = QueryCache()
    for _ in 0..<3 {
      #expect(try query(cache, "/todos?order=at.desc&limit=100").limit == 100)
      #expect(try query(cache, "/todos?order=at.desc&limit=7").limit == 7)
    }
    #expect(cache.count == 2)
    let other = try cache.query(of: request("GET /steps?limit=7"), AskedDatabase.steps, in: AskedDatabase.tables)
    #expect(other.shown.count == 8)
    #expect(cache.count == 3)
  }

  @Test("refused, long and keyed query strings and those of writes are not kept, and it never grows beyond its bound")
  func bounded() throws {
    let cache = QueryCache()
    #expect(throws: Failure.self) { try query(cache, "/todos?limit=x") }
    #expect(try query(cache, "/todos?title=eq.\(String(repeating: "a", count: QueryCache.longest))").limit == nil)
    #expect(try query(cache, "/todos?apikey=secret&limit=1").limit == 1)
    #expect(try query(cache, "/todos?id=eq.1", "PATCH").limit == nil)
    #expect(cache.count == 0)
    for limit in 0...QueryCache.most { #expect(try query(cache, "/todos?limit=\(limit)").limit == limit) }
    #expect(cache.count == 1)
  }
}

internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Shell
internal import Storage

/// What tests and makers of shells ask beside what a person does.
enum Inspection {
  static let methods = ["collections", "query", "stats", "sync", "rpc.discover"]

  /// What `query` hands over when nothing else is said, and at most.
  static let usual = 100
  static let most = 10_000
  /// Bytes of one answer to `query`; what goes beyond is left out.
  static let largest = 8 << 20

  /// Nil when no such question is known.
  static func answer(_ request: Request, _ window: Window, of products: [Product]) async throws(Problem) -> JSON? {
    let store = window.person.store
    switch request.method {
    case "collections": return .array(try await store.collections().map(JSON.string))
    case "query": return try await query(request.params, store)
    case "stats":
      let cached = try await store.usage().filter { $0.budget != .queue }
      return [
        "queue": .number(Double(try await store.outbox.counts().unsent)),
        "last_sync": (try? await window.person.sync(.status))?["last_sync"] ?? .null,
        "cache_bytes": .number(Double(cached.reduce(0) { $0 + $1.bytes })),
        "resident_memory": .number(Double(OwnProcess.residentMemory)),
      ]
    case "sync":
      guard let ask = request.params["what"]?.string.flatMap(SyncAsk.init(rawValue:)) else {
        throw Problem(
          "bad-params", "`sync` takes what it is asked for.",
          remedy: "Say one of \(SyncAsk.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      return try await window.person.sync(ask)
    case "rpc.discover": return OpenRPC.document(of: products)
    default: return nil
    }
  }

  /// The newest first, each with its identifier among its fields.
  private static func query(_ params: JSON, _ store: Store) async throws(Problem) -> JSON {
    guard let name = params["collection"]?.string else {
      throw Problem("bad-params", "`query` takes the name of a collection.", remedy: "`collections` lists them.")
    }
    var left = largest
    var found: [JSON] = []
    for record in try await store.records(of: name, newest: try limit(params["limit"])) {
      let id: JSON = .string(record.id.uuidString.lowercased())
      let object = JSON.object(record.fields.mapValues(\.json).merging(["id": id]) { own, _ in own })
      left -= (try? JSON.data(object))?.count ?? 0
      guard left >= 0 else { break }
      found.append(object)
    }
    return .array(found)
  }

  private static func limit(_ given: JSON?) throws(Problem) -> Int {
    guard let given, given != .null else { return usual }
    guard let number = given.number, let limit = Int(exactly: number), (0...most).contains(limit) else {
      throw Problem("bad-params", "`limit` is a whole number from 0 to \(most).", remedy: "Leave it out for \(usual).")
    }
    return limit
  }
}

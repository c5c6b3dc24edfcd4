internal import JSON
internal import Kernel
internal import Platform
internal import Shell
internal import Storage

/// The requests for tests and shell developers that are not user actions.
enum Inspection {
  static let methods = ["collections", "query", "stats", "sync", "rpc.discover"]

  /// The default and the largest number of records that `query` returns.
  static let usual = 100
  static let most = 10_000
  /// The largest answer to `query` in bytes; further records are left out.
  static let largest = 8 << 20

  /// Answers a request; nil for an unknown method.
  static func answer(_ request: RPCRequest, _ window: Window, of products: [Product]) async throws(Problem) -> JSON? {
    // The description of the interface names no person.
    guard !window.person.isLocked || !methods.contains(request.method) || request.method == "rpc.discover" else {
      throw .locked
    }
    let params = request.params ?? [:]
    let store = window.person.store
    switch request.method {
    case "collections": return .array(try await store.collections().map(JSON.string))
    case "query": return try await query(params, store)
    case "stats":
      let cached = try await store.usage().filter { $0.budget != .queue }
      return [
        "queue": .number(Double(try await store.outbox.counts().unsent)),
        "last_sync": (try? await window.person.sync(.status))?["last_sync"] ?? .null,
        "cache_bytes": .number(Double(cached.reduce(0) { $0 + $1.bytes })),
        "page_bytes": .number(Double(try await store.cachedBytes())),
        "resident_memory": .number(Double(OwnProcess.residentMemory)),
      ]
    case "sync":
      guard let ask = params["what"]?.string.flatMap(SyncAsk.init(rawValue:)) else {
        throw Problem(
          "bad-params", "`sync` needs a subject.",
          remedy: "Use one of \(SyncAsk.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      return try await window.person.sync(ask, within: try limit(of: ask, params))
    case "rpc.discover": return OpenRPC.document(of: products)
    default: return nil
    }
  }

  /// The time that a shell has for a sync, as the system gives it to an app that is not in front.
  private static func limit(of ask: SyncAsk, _ params: JSON) throws(Problem) -> Duration? {
    guard let given = params["seconds"], given != .null else { return nil }
    guard ask == .now, let seconds = given.number, (0...Command.longestWait).contains(seconds) else {
      throw Problem(
        "bad-params", "`seconds` is a number from 0 to \(Int(Command.longestWait)), and belongs to `now`.",
        remedy: "Leave it out, or send {\"what\": \"now\", \"seconds\": 25}.")
    }
    return .seconds(seconds)
  }

  /// Returns the newest records first, each with its identifier as the field `id`.
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

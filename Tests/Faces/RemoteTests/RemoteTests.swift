import Catalog
import Foundation
import Interface
import JSON
import Kernel
import Storage
import Testing

@testable import Remote
@testable import Shell

@Suite("JSON-RPC") struct RemoteTests {
  /// A window of yHealth, with every line that it sent.
  final class Line {
    let window: Window
    let remote: Remote
    let said = Locked<[String]>([])

    init() async throws {
      window = try await Person.open(
        #require(Product.named("yhealth")), home: .memory,
        clock: ManualTime(Moment(Date(timeIntervalSince1970: 1_772_438_400)))
      ).window()
      let said = said
      remote = Remote(window, of: Product.all) { text in said.withLock { $0.append(text) } }
    }

    /// The answers to one line.
    func ask(_ line: String) async throws -> [JSON] {
      await remote.take(Array(line.utf8))
      let lines = said.withLock { lines in
        defer { lines = [] }
        return lines
      }
      return try lines.map { try JSONDecoder().decode(JSON.self, from: Data($0.utf8)) }
    }

    func call(_ method: String, _ params: JSON = [:]) async throws -> JSON {
      let request: JSON = ["jsonrpc": "2.0", "id": 7, "method": .string(method), "params": params]
      let answer = try #require(try await ask(JSON.text(request)).first)
      #expect(answer["id"] == 7 && answer["jsonrpc"] == "2.0")
      return answer
    }
  }

  @Test("answers a command with the frame after it")
  func frames() async throws {
    let line = try await Line()
    #expect(try await line.call("screen")["result"]?["route"] == "/dashboard")
    let frame = try await line.call("tap", ["label": "Insights"])["result"]
    #expect(frame?["route"] == "/insights" && frame?["title"] == "Insights" && frame?["settled"] == true)
    #expect(try await line.call("open", ["route": "/pillars/fitness"])["result"]?["title"] == "Fitness")
    #expect(try await line.call("back")["result"]?["route"] == "/insights")
    #expect(try await line.call("refresh")["result"]?["route"] == "/insights")
  }

  @Test("leads a new person to onboarding, once")
  func arrival() async throws {
    let line = try await Line()
    #expect(try await line.call("arrive")["result"]?["route"] == "/onboarding")
    #expect(try await line.call("open", ["route": "/dashboard"])["result"]?["route"] == "/dashboard")
    #expect(try await line.call("arrive")["result"]?["route"] == "/dashboard")
  }

  @Test("types, waits, scrolls, and sets the clock and the network")
  func others() async throws {
    let line = try await Line()
    _ = try await line.call("open", ["route": "/search"])
    let found = try await line.call("type", ["label": "Find a screen", "text": "meals"])["result"]
    #expect(try JSON.text(#require(found)).contains("2 screens"))
    #expect(try await line.call("wait", ["label": "Nutrition", "timeout": 1])["result"]?["route"] == "/search")
    #expect(try await line.call("clock", ["advance": 3600])["result"] != nil)
    #expect(try await line.call("clock", ["set": "2026-05-01T00:00:00Z", "zone": "Europe/Rome"])["result"] != nil)
    #expect(try await line.call("network", ["state": "online"])["result"] != nil)
    #expect(try await line.call("act", ["id": "screen", "action": "scroll", "value": 120])["result"]?["scroll"] == 120)
  }

  @Test("lists the collections, and returns their records decrypted, newest first")
  func queries() async throws {
    let line = try await Line()
    _ = try await line.call("open", ["route": "/settings/display"])
    _ = try await line.call("choose", ["label": "Theme", "value": "Dark"])
    _ = try await line.call("clock", ["advance": 60])
    _ = try await line.call("choose", ["label": "Text size", "value": "Large"])
    let collections = try #require(try await line.call("collections")["result"]?.array)
    #expect(collections.contains("settings") && collections.contains("drawer"))
    let settings = try #require(try await line.call("query", ["collection": "settings"])["result"]?.array)
    #expect(settings.compactMap { $0["name"]?.string } == ["text-size", "theme"])
    #expect(settings.last?["value"] == "dark" && settings.last?["id"]?.string?.count == 36)
    #expect(try await line.call("query", ["collection": "settings", "limit": 1])["result"]?.array?.count == 1)
    #expect(try await line.call("query", ["collection": "settings", "limit": 0])["result"] == [])
  }

  @Test("reports the length of the queue, the size of the cache and the resident memory")
  func stats() async throws {
    let line = try await Line()
    let before = try #require(try await line.call("stats")["result"])
    #expect(before["queue"] == 0 && before["last_sync"] == .null)
    let cachedBefore = try #require(before["cache_bytes"]?.number)
    #expect(try #require(before["resident_memory"]?.number) > 1_000_000)
    let store = line.window.person.store
    let sent = try await store.collection(Sent.self, .owned(.entered))
    for _ in 0..<3 { try await sent.save(Sent()) }
    let cached = try await store.collection(Fetched.self, .cached(Budget("fetched", bytes: 1 << 20)))
    try await cached.save(Fetched())
    let after = try #require(try await line.call("stats")["result"])
    #expect(after["queue"] == 3)
    #expect(try #require(after["cache_bytes"]?.number) > cachedBefore)
  }

  struct Sent: Kept {
    static let collection = "sent"
    var id = ID<Sent>(UUID())
    var when = Date(timeIntervalSince1970: 0)
  }

  struct Fetched: Kept {
    static let collection = "fetched"
    var id = ID<Fetched>(UUID())
    var when = Date(timeIntervalSince1970: 0)
  }

  @Test(
    "answers an invalid request with a specific error code and a message",
    arguments: [
      (#"{"jsonrpc":"2.0","id":7,"method":"dance"}"#, -32601, "There is no method"),
      (#"{"jsonrpc":"2.0","id":7,"method":"tap"}"#, -32602, "which node"),
      (#"{"jsonrpc":"2.0","id":7,"method":"tap","params":{"label":"Nowhere"}}"#, -32001, "There is:"),
      (#"{"jsonrpc":"2.0","id":7,"method":"type","params":{"label":"Insights","text":"x"}}"#, -32004, "does not take"),
      (#"{"jsonrpc":"2.0","id":7,"method":"open","params":{"route":"/../x"}}"#, -32602, "not a route"),
      (#"{"jsonrpc":"2.0","id":7,"method":"query","params":{"collection":"moods"}}"#, -32008, "There are: "),
      (#"{"jsonrpc":"2.0","id":7,"method":"query"}"#, -32602, "name of a collection"),
      (#"{"jsonrpc":"2.0","id":7,"method":"query","params":{"collection":7}}"#, -32602, "name of a collection"),
      (#"{"jsonrpc":"2.0","id":7,"method":"query","params":{"collection":"drawer","limit":-1}}"#, -32602, "whole"),
      (#"{"jsonrpc":"2.0","id":7,"method":"query","params":{"collection":"drawer","limit":1e9}}"#, -32602, "10000"),
      (#"{"jsonrpc":"2.0","id":7,"method":"query","params":{"collection":"drawer","limit":0.5}}"#, -32602, "whole"),
      (#"{"jsonrpc":"2.0","id":7,"method":"network","params":{"state":"fine"}}"#, -32602, "offline"),
    ])
  func faults(request: String, number: Int, words: String) async throws {
    let answer = try #require(try await Line().ask(request).first)
    #expect(answer["error"]?["code"] == .number(Double(number)))
    #expect(answer["error"]?["message"]?.string?.contains(words) == true)
    #expect(answer["id"] == 7)
  }

  @Test(
    "distinguishes parse errors from invalid requests, and stays usable after both",
    arguments: [
      ("rubbish", -32700), ("{\"jsonrpc\":", -32700), ("[]", -32600), ("42", -32600), ("{}", -32600),
      (#"{"jsonrpc":"1.0","id":1,"method":"screen"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":[1],"method":"screen"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"screen","params":[1]}"#, -32602),
    ])
  func rubbish(line: String, number: Int) async throws {
    let remote = try await Line()
    let answers = try await remote.ask(line)
    #expect(answers.count == 1)
    #expect(answers.first?["error"]?["code"] == .number(Double(number)))
    #expect(try await remote.call("screen")["result"] != nil)
  }

  @Test("answers a line that is too long with an error, ignores blank lines, and stays usable")
  func long() async throws {
    let line = try await Line()
    await line.remote.take(nil)
    #expect(line.said.withLock { $0.first?.contains("-32007") } == true)
    line.said.withLock { $0 = [] }
    #expect(try await line.ask("  \t").isEmpty)
    #expect(try await line.call("screen")["result"] != nil)
  }

  @Test("answers no notification, answers a batch in one line, and refuses a batch above the limit")
  func notifications() async throws {
    let line = try await Line()
    #expect(try await line.ask(#"{"jsonrpc":"2.0","method":"tap","params":{"label":"Insights"}}"#).isEmpty)
    let one = #"{"jsonrpc":"2.0","id":1,"method":"screen"}"#
    let silent = #"{"jsonrpc":"2.0","method":"back"}"#
    let batch = try await line.ask("[\(one),\(silent),7]")
    #expect(batch.count == 1 && batch.first?.array?.count == 2)
    #expect(batch.first?.array?.first?["result"]?["route"] == "/insights")
    let many = "[" + Array(repeating: one, count: 101).joined(separator: ",") + "]"
    #expect(try await line.ask(many).first?["error"]?["code"] == -32600)
  }

  @Test("describes its methods, routes, themes and the frame's schema")
  func describes() async throws {
    let document = OpenRPC.document(of: Product.all)
    let names = Set(document["methods"]?.array?.compactMap { $0["name"]?.string } ?? [])
    #expect(names == Set(Remote.methods))
    #expect(document["components"]?["schemas"]?["Frame"]?["required"] != nil)
    #expect(document["x-routes"]?["products"]?.object?.count == 5)
    #expect(document["x-themes"]?["cadence"]?["light"]?["accent"]?.string == "#B43E0A")
    #expect(try await Line().call("rpc.discover")["result"] == document)
  }

  @Test(
    "sends frames and toasts of the window, and what leaves the list of notifications, as notifications",
    .timeLimit(.minutes(10)))
  func tells() async throws {
    let line = try await Line()
    let (lines, feed) = AsyncStream.makeStream(of: LineReader.Line.self)
    let (told, teller) = AsyncStream.makeStream(of: String.self)
    let remote = Remote(line.window, of: Product.all) { teller.yield($0) }
    let serving = Task { await remote.serve(lines) }
    // Listening has begun once the first frame is sent.
    var iterator = told.makeAsyncIterator()
    #expect(await iterator.next()?.contains(#""method":"frame""#) == true)
    await line.window.toast(Toast("Saved", tone: .success))
    await line.window.withdraw(["meal 2026-03-02"])
    var seen: [String: JSON] = [:]
    while seen.count < 3, let text = await iterator.next() {
      let message = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
      if let method = message["method"]?.string { seen[method] = message["params"] }
    }
    #expect(Set(seen.keys) == ["frame", "toast", "notification_withdrawn"])
    #expect(seen["notification_withdrawn"] == ["names": ["meal 2026-03-02"]])
    feed.finish()
    await serving.value
  }
}

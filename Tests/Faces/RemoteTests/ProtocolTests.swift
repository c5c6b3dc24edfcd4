import Catalog
import Foundation
import Interface
import JSON
import Kernel
import Shell
import Testing

@testable import Remote

@Suite("Protocol") struct ProtocolTests {
  typealias Line = RemoteTests.Line

  @Test(
    "echoes an identifier byte for byte",
    arguments: ["9007199254740993", "1.50", "-0", "1e2", #""a\u0041\/""#, "null", "123456789012345678901234567890"])
  func identifiers(id: String) async throws {
    let line = try await Line()
    for method in ["stats", "screen", "nowhere", "tap"] {
      await line.remote.take(Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"}"#.utf8))
      #expect(line.said.withLock { $0.last?.contains(#""id":\#(id),"jsonrpc""#) } == true)
    }
  }

  @Test("answers positional parameters with “invalid params”, and an unknown method with its own error first")
  func positional() async throws {
    let line = try await Line()
    for method in ["open", "hello", "query", "file"] {
      #expect(try await line.call(method, ["/insights"])["error"]?["code"] == -32602)
    }
    #expect(try await line.call("dance", [1])["error"]?["code"] == -32601)
  }

  @Test(
    "answers no notification, whatever is wrong with it",
    arguments: [
      #"{"jsonrpc":"2.0","method":"screen","params":[1]}"#, #"{"jsonrpc":"2.0","method":"dance"}"#,
      #"{"jsonrpc":"2.0","method":"open","params":{"route":"/nowhere"}}"#,
      #"{"jsonrpc":"2.0","method":"wait","params":{"label":"Nobody","timeout":0}}"#,
      #"{"jsonrpc":"2.0","method":"wait","params":{"label":"Nobody","timeout":-1}}"#,
    ])
  func notifications(text: String) async throws {
    let line = try await Line()
    #expect(try await line.ask(text).isEmpty)
    #expect(try await line.ask("[\(text),\(text)]").isEmpty)
  }

  @Test(
    "calls a message that is nested too deeply so, with its identifier, and not invalid JSON",
    arguments: [129, 200, 400])
  func deep(depth: Int) async throws {
    let line = try await Line()
    let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let answer = try #require(
      try await line.ask(#"{"jsonrpc":"2.0","id":3,"method":"screen","params":{"x":\#(nested)}}"#).first)
    #expect(answer["error"]?["code"] == -32012)
    #expect(answer["error"]?["message"]?.string?.contains("128") == true)
    #expect(answer["id"] == (depth < 250 ? 3 : .null))
  }

  @Test("refuses to open a place that the product does not have, suggests another, and stays where it is")
  func nowhere() async throws {
    let line = try await Line()
    _ = try await line.call("open", ["route": "/insights"])
    let answer = try await line.call("open", ["route": "/dashbord"])
    #expect(answer["error"]?["code"] == -32011)
    #expect(answer["error"]?["message"]?.string?.contains("Did you mean /dashboard?") == true)
    #expect(try await line.call("screen")["result"]?["route"] == "/insights")
  }

  @Test("takes a time to wait from 0 to 600 seconds", arguments: [-1, 600.5, 1e9])
  func bounds(seconds: Double) async throws {
    let answer = try await Line().call("wait", ["label": "Insights", "timeout": .number(seconds)])
    #expect(answer["error"]?["code"] == -32602)
  }

  @Test(
    "answers what comes after a wait before it, and the wait as soon as its node is shown", .timeLimit(.minutes(10)))
  func waiting() async throws {
    let line = try await Line()
    let wait = #"{"jsonrpc":"2.0","id":"w","method":"wait","params":{"label":"Find a screen","timeout":600}}"#
    let work = try #require(await line.remote.begin(Array(wait.utf8)))
    let waiting = Task { await work() }
    #expect(try await line.call("screen")["result"]?["route"] == "/dashboard")
    await line.remote.take(Array(#"{"jsonrpc":"2.0","id":8,"method":"open","params":{"route":"/search"}}"#.utf8))
    await waiting.value
    let answer = try #require(line.said.withLock { $0.first { $0.contains(#""id":"w""#) } })
    #expect(answer.contains(#""route":"/search""#))
  }

  @Test("answers a batch with a wait in one line, after the calls behind the wait", .timeLimit(.minutes(10)))
  func waitingInABatch() async throws {
    let line = try await Line()
    let wait = #"{"jsonrpc":"2.0","id":1,"method":"wait","params":{"label":"Find a screen","timeout":600}}"#
    let open = #"{"jsonrpc":"2.0","id":2,"method":"open","params":{"route":"/search"}}"#
    let answers = try #require(try await line.ask("[\(wait),\(open)]").first?.array)
    #expect(answers.map { $0["id"] } == [1, 2])
    #expect(answers.allSatisfy { $0["result"]?["route"] == "/search" })
  }

  @Test("refuses a wait above the limit", .timeLimit(.minutes(10)))
  func mostWaits() async throws {
    let line = try await Line()
    let wait = #"{"jsonrpc":"2.0","id":1,"method":"wait","params":{"label":"Nobody","timeout":600}}"#
    for _ in 0..<Remote.mostWaits { #expect(await line.remote.begin(Array(wait.utf8)) != nil) }
    #expect(try await line.ask(wait).first?["error"]?["code"] == -32014)
  }

  @Test("says hello with its version, capabilities and limits, and refuses another protocol")
  func hello() async throws {
    let line = try await Line()
    let hello = try #require(try await line.call("hello", ["protocol": 1])["result"])
    #expect(hello["protocol"] == 1 && hello["version"] == .string(Troupe.version) && hello["frames"] == "whole")
    #expect(hello["product"] == "yhealth" && hello["clock"] == "manual")
    #expect(hello["capabilities"]?.array?.contains("differences") == true)
    #expect(hello["limits"]?["line_bytes"] == 1_048_576 && hello["limits"]?["wait_seconds"] == 600)
    #expect(try await line.call("hello", ["protocol": 2])["error"]?["code"] == -32013)
    #expect(try await line.call("hello", ["protocol": "1"])["error"]?["code"] == -32602)
    #expect(try await line.call("hello", ["frames": "half"])["error"]?["code"] == -32602)
  }

  @Test("sends differences on request, each of which leads to the frame that is shown")
  func differences() async throws {
    let line = try await Line()
    #expect(try await line.call("hello", ["frames": "differences"])["result"]?["frames"] == "differences")
    var client: Frame?
    var largest = 0
    let requests: [(String, JSON)] = [
      ("screen", [:]), ("open", ["route": "/search"]), ("type", ["label": "Find a screen", "text": "meals"]),
      ("tap", ["label": "Clear"]), ("open", ["route": "/settings/display"]),
      ("choose", ["label": "Theme", "value": "Dark"]),
      ("tap", ["label": "Voice"]), ("back", [:]), ("screen", [:]),
    ]
    for (index, (method, params)) in requests.enumerated() {
      let answer = try await line.call(method, params)
      guard let result = answer["result"] else { continue }
      let data = try JSON.data(result)
      if let frame = client {
        #expect(result["frame"] == nil)
        let patch = try JSONDecoder().decode(FramePatch.self, from: data)
        let next: Frame = try #require(frame.applying(patch))
        client = next
        if index == requests.count - 1 {
          #expect(patch.changes.isEmpty)
          largest = data.count
        }
      } else {
        let whole = try JSON.data(try #require(result["frame"]))
        client = try JSONDecoder().decode(Frame.self, from: whole)
      }
      #expect(client == line.window.frames.value)
    }
    // A screen that did not change takes no more than the numbers of its revisions.
    #expect(largest > 0 && largest < 100)
    _ = try await line.call("hello", ["frames": "whole"])
    #expect(try await line.call("screen")["result"]?["nodes"] != nil)
  }

  @Test("every reference of the description leads to a part of it, and every method names its own errors and result")
  func references() throws {
    let document = OpenRPC.document(of: Product.all)
    func references(_ json: JSON) -> [String] {
      switch json {
      case .object(let members):
        members.flatMap { $0.key == "$ref" ? [$0.value.string ?? ""] : references($0.value) }
      case .array(let items): items.flatMap(references)
      default: []
      }
    }
    let all = references(document)
    #expect(all.contains("#/components/schemas/Node"))
    for reference in Set(all) {
      let path = reference.split(separator: "/")
      #expect(path.first == "#")
      #expect(path.dropFirst().reduce(document as JSON?) { $0?[String($1)] } != nil, "\(reference)")
    }
    let methods = try #require(document["methods"]?.array)
    func errors(_ name: String) -> [String] {
      methods.first { $0["name"]?.string == name }?["errors"]?.array?.compactMap { $0["$ref"]?.string } ?? []
    }
    #expect(errors("open").contains("#/components/errors/no-such-route"))
    #expect(!errors("open").contains("#/components/errors/no-clock"))
    #expect(errors("clock").contains("#/components/errors/no-clock"))
    let results = Set(methods.compactMap { $0["result"]?["name"]?.string })
    #expect(results.isSuperset(of: ["frame", "records", "figures", "piece", "names", "greeting"]))
  }

  @Test(
    "a schema becomes the TypeScript type of its values",
    arguments: [
      (["type": "integer"], "number"), (["type": ["string", "null"]], "string | null"),
      (["enum": ["on", "off"]], #""on" | "off""#), (["$ref": "#/components/schemas/Node"], "Node"),
      (["type": "array", "items": ["type": "boolean"]], "Array<boolean>"),
      (["type": "object"], "{ [name: string]: unknown }"),
      (
        ["type": "object", "required": ["a"], "properties": ["a": ["type": "string"], "b-c": ["type": "number"]]],
        #"{ "a": string; "b-c"?: number }"#
      ),
    ] as [(JSON, String)])
  func types(schema: JSON, type: String) { #expect(TypeScriptClient.type(of: schema) == type) }
}

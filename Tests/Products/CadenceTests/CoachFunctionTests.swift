import Conversation
import Covers
import Fetch
import Foundation
import JSON
import Kernel
import Loopback
import ProductKit
import ServerFunctions
import Testing
import Tokens

@testable import Cadence

@Suite("The server's function of the coach", .timeLimit(.minutes(10))) struct CoachFunctionTests {
  private static let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
  private static let question: JSON = ["messages": [["role": "user", "content": "Say it."]], "tools": [["x": 1]]]
  private static let person = Caller(.authenticated, user: "7b0e8f2c-0000-4000-8000-000000000001")

  private enum Heard: Equatable {
    case refused(String)
    case reply([ReplyPiece], code: String?)
  }

  /// Asks a function as a client does, and reads its answer strictly.
  private func hear(
    _ function: ServerFunction, _ body: JSON = question, method: String = "POST", as caller: Caller = person
  ) async throws -> Heard {
    let fetch = try Fetch()
    let context = FunctionContext(
      file: { _, _ in nil }, send: { request throws(Problem) in try await fetch.send(request) },
      stream: { request throws(Problem) in try fetch.stream(request) }, log: .silent)
    let call = FunctionCall(method: method, body: Array(try JSON.data(body)), caller: caller)
    let answer = await function.stream?(call, context)
    let heard: Heard
    switch answer {
    case .refusal(let refusal): heard = .refused(refusal.body["code"]?.string ?? "")
    case .events(let events):
      var (reader, pieces, code) = (ReplyReader(), [ReplyPiece](), String?.none)
      do throws(Problem) {
        for await bytes in events { pieces += try reader.take(bytes) }
        pieces += try reader.finish()
      } catch { code = error.code }
      heard = .reply(pieces, code: code)
    case nil: heard = .refused("none")
    }
    await fetch.close()
    return heard
  }

  private func model(
    quota: ModelQuota = ModelQuota(), _ serve: @escaping @Sendable (Talk) throws -> Void
  ) throws -> (ServerFunction, Listener) {
    let server = try Listener(serve)
    let function = try CoachFunction.function(
      model: "http://127.0.0.1:\(server.port)/v1/chat/completions", called: "small", key: Redacted("server-key"),
      quota: quota)
    return (function, server)
  }

  private static func chunk(_ delta: String, finish: String? = nil) -> String {
    "data: {\"choices\":[{\"delta\":\(delta)\(finish.map { ",\"finish_reason\":\"\($0)\"" } ?? "")}]}\n\n"
  }

  @Test("the model's text is handed on, the key and the name of the model stay here, and tools are left out")
  func whole() async throws {
    let asked = Locked<([String], JSON)?>(nil)
    let (function, server) = try model { talk in
      guard let (head, body) = talk.request() else { return }
      asked.withLock { $0 = (head, (try? JSON(bytes: body)) ?? .null) }
      talk.send(Self.head + Self.chunk("{\"content\":\"Well \"}"))
      talk.send(
        Self.chunk(
          "{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"deleteEverything\",\"arguments\":\"{}\"}}]}"
        ))
      talk.send(Self.chunk("{\"content\":\"done.\"}", finish: "stop") + "data: [DONE]\n\n")
    }
    #expect(try await hear(function) == .reply([.text("Well "), .text("done.")], code: nil))
    let (head, body) = try #require(asked.withLock { $0 })
    #expect(head.contains { $0.lowercased() == "authorization: bearer server-key" })
    #expect(body["model"] == "small" && body["stream"] == true && body["tools"] == nil)
    #expect(body["messages"] == [["role": "user", "content": "Say it."]])
    withExtendedLifetime(server) {}
  }

  @Test(
    "a cut stream, rubbish and an error in the middle are a problem for the client, never half an answer that looks whole"
  )
  func broken() async throws {
    let endings = [
      Self.chunk("{\"content\":\"Hel\"}"), Self.chunk("{\"content\":\"Hel\"}") + "data: {not json\n\n",
      Self.chunk("{\"content\":\"Hel\"}") + "data: {\"error\":{\"message\":\"x\"}}\n\n",
    ]
    for text in endings {
      let (function, server) = try model { talk in
        guard talk.request() != nil else { return }
        talk.send(Self.head + text)
      }
      guard case .reply(let pieces, let code) = try await hear(function) else {
        Issue.record("It was refused.")
        return
      }
      // What arrives together with the fault may be left out with it.
      #expect(pieces.isEmpty || pieces == [.text("Hel")], "\(text)")
      #expect(code == "model-failed", "\(text)")
      withExtendedLifetime(server) {}
    }
  }

  @Test("only a signed-in person is answered, with a question of bounded form")
  func refused() async throws {
    let (function, server) = try model { _ in Issue.record("The model was asked.") }
    #expect(function.bodyLimit == 65_536)
    #expect(try await hear(function, as: Caller(.anonymous)) == .refused("FORBIDDEN"))
    #expect(try await hear(function, method: "GET") == .refused("METHOD"))
    let long = JSON.string(String(repeating: "x", count: 8_001))
    let many = JSON.array(Array(repeating: ["role": "user", "content": "x"], count: 21))
    for body: JSON in [
      [:], ["messages": []], ["messages": many], ["messages": [["role": "tool", "content": "x"]]],
      ["messages": [["role": "user", "content": long]]], ["messages": [["role": "user", "content": ""]]], "text",
    ] { #expect(try await hear(function, body) == .refused("MALFORMED")) }
    #expect(try await hear(try CoachFunction.function(model: nil)) == .refused("NO_MODEL"))
    #expect { try CoachFunction.function(model: "model.example.org") } throws: {
      ($0 as? Problem)?.code == "coach-model"
    }
    withExtendedLifetime(server) {}
  }

  @Test("each account has its own number of questions an hour and at once")
  func counted() async throws {
    let quota = ModelQuota(atOnce: 1, anHour: 2)
    let now = Date(timeIntervalSince1970: 1_000_000)
    #expect(await quota.begin("a", at: now))
    #expect(await !quota.begin("a", at: now))
    #expect(await quota.begin("b", at: now))
    await quota.end("a")
    #expect(await quota.begin("a", at: now))
    await quota.end("a")
    #expect(await !quota.begin("a", at: now))
    #expect(await quota.begin("a", at: now.addingTimeInterval(3600)))
    let (function, server) = try model(quota: ModelQuota(atOnce: 2, anHour: 1)) { talk in
      guard talk.request() != nil else { return }
      talk.send(Self.head + Self.chunk("{\"content\":\"Yes.\"}", finish: "stop"))
    }
    #expect(try await hear(function) == .reply([.text("Yes.")], code: nil))
    #expect(try await hear(function) == .refused("TOO_MANY"))
    withExtendedLifetime(server) {}
  }
}

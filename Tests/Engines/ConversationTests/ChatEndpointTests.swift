import Fetch
import Foundation
import JSON
import Kernel
import Loopback
import Testing

@testable import Conversation

@Suite("A chat endpoint", .timeLimit(.minutes(10))) struct ChatEndpointTests {
  static let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"

  static func ask(
    _ total: Duration = .seconds(60), _ serve: @escaping @Sendable (Talk) throws -> Void
  ) async throws -> (pieces: [ReplyPiece], code: String?) {
    let server = try Listener(serve)
    let fetch = try Fetch()
    var endpoint = ChatEndpoint("http://127.0.0.1:\(server.port)/v1/chat/completions", model: "m", key: Redacted("k"))
    endpoint.total = total
    let pieces = Locked<[ReplyPiece]>([])
    var code: String?
    do throws(Problem) {
      let request = ModelRequest(
        [.init(.user, "Hi")],
        tools: ScreenTool.allCases.map { ToolDeclaration($0.rawValue, $0.about, $0.schema) })
      try await endpoint.port(fetch.client.stream).reply(request) { piece in pieces.withLock { $0.append(piece) } }
    } catch { code = error.code }
    await fetch.close()
    return (pieces.withLock { $0 }, code)
  }

  @Test("the question is sent with key, tools and stream; the reply comes piece by piece")
  func whole() async throws {
    let asked = Locked<([String], JSON)?>(nil)
    let reply = try await Self.ask { talk in
      guard let (head, body) = talk.request() else { return }
      asked.withLock { $0 = (head, (try? JSON(bytes: body)) ?? .null) }
      let text =
        ReplyReaderTests.chunk("{\"content\":\"Grü\"}")
        + ReplyReaderTests.chunk("{\"content\":\"ezi\"}", finish: "stop")
        + "data: [DONE]\n\n"
      talk.send(Self.head)
      for byte in text.utf8 { talk.send([byte]) }
    }
    #expect(reply.pieces == [.text("Grü"), .text("ezi")] && reply.code == nil)
    let (head, body) = try #require(asked.withLock { $0 })
    #expect(head.first == "POST /v1/chat/completions HTTP/1.1")
    #expect(head.contains { $0.lowercased() == "authorization: bearer k" })
    #expect(body["stream"] == true && body["model"] == "m" && body["tools"]?.array?.count == 13)
    #expect(body["messages"] == [["role": "user", "content": "Hi"]])
  }

  @Test("what came before the connection breaks is handed out, and the break is a problem")
  func broken() async throws {
    let reply = try await Self.ask { talk in
      guard talk.request() != nil else { return }
      talk.send(Self.head + ReplyReaderTests.chunk("{\"content\":\"Hel\"}"))
    }
    #expect(reply.pieces == [.text("Hel")] && reply.code == "stream-cut")
  }

  @Test("a refusal is a problem with its status, and its body is not read as a reply")
  func refused() async throws {
    let reply = try await Self.ask { talk in
      guard talk.request() != nil else { return }
      talk.answer(Array(ReplyReaderTests.chunk("{\"content\":\"No\"}").utf8), status: "429 Too Many Requests")
    }
    #expect(reply.pieces == [] && reply.code == "model-status")
  }

  @Test("a model that falls silent in the middle of its reply is given up in time")
  func silent() async throws {
    let reply = try await Self.ask(.milliseconds(300)) { talk in
      guard talk.request() != nil else { return }
      talk.send(Self.head + ReplyReaderTests.chunk("{\"content\":\"Hel\"}"))
      talk.untilGone()
    }
    #expect(reply.pieces == [.text("Hel")] && reply.code == "fetch-timed-out")
  }
}

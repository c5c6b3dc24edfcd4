import Conversation
import Covers
import Fetch
import Foundation
import JSON
import Kernel
import Loopback
import ServerFunctions
import Testing
import Tokens

@testable import Cadence

@Suite("The stream of the server's coach", .timeLimit(.minutes(10))) struct CoachStreamTests {
  private static let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"

  private static func chunk(_ delta: String, finish: String? = nil) -> String {
    "data: {\"choices\":[{\"delta\":\(delta)\(finish.map { ",\"finish_reason\":\"\($0)\"" } ?? "")}]}\n\n"
  }

  /// A model's server that sends its second part when the first has reached the client, and what it was asked.
  private final class Model: Sendable {
    let asked = Locked<[JSON]>([])
    let hasArrived = Locked(false)
    private let gate = DispatchSemaphore(value: 0)

    func serve(_ first: String, _ rest: String) throws -> Listener {
      try Listener { [self] talk in
        guard let (_, body) = talk.request() else { return }
        asked.withLock { $0.append((try? JSON(bytes: body)) ?? .null) }
        talk.send(CoachStreamTests.head + first)
        gate.wait()
        talk.send(rest)
      }
    }

    func arrived() { if hasArrived.withLock({ !$0.exchange(true) }) { gate.signal() } }
  }

  /// Asks the function as a signed-in person, and hands out the pieces of its events as they come.
  private func ask(
    _ model: Listener, _ lines: [ModelRequest.Line], _ tools: [ToolDeclaration], _ take: (ReplyPiece) -> Void
  ) async throws {
    let fetch = try Fetch()
    let function = try CoachFunction.function(
      model: "http://127.0.0.1:\(model.port)/v1/chat/completions", called: "small")
    let context = FunctionContext(
      file: { _, _ in nil }, send: { request throws(Problem) in try await fetch.send(request) },
      stream: { request throws(Problem) in try fetch.stream(request) }, log: .silent)
    let body: JSON = [
      "messages": .array(lines.map { ["role": .string($0.role.rawValue), "content": .string($0.text)] }),
      "tools": .array(tools.map(\.json)),
    ]
    let person = Caller(.authenticated, user: "7b0e8f2c-0000-4000-8000-000000000001")
    let call = FunctionCall(method: "POST", body: Array(try JSON.data(body)), caller: person)
    guard case .events(let events)? = await function.stream?(call, context) else {
      Issue.record("no stream")
      return
    }
    var reader = ReplyReader()
    for await bytes in events { for piece in try reader.take(bytes) { take(piece) } }
    for piece in try reader.finish() { take(piece) }
    await fetch.close()
  }

  @Test(
    "the server's endpoint asks an OpenAI-compatible model and streams by server-sent events; declared tools come back as calls",
    .covers("cd-2.1-AC1"))
  func tools() async throws {
    let model = Model()
    let first = Self.chunk("{\"content\":\"Let me ask. \"}")
    let arguments =
      #"{\"question\":\"How often?\",\"options\":[{\"id\":\"2\",\"label\":\"2 days\"},{\"id\":\"3\",\"label\":\"3 days\"}]}"#
    func call(_ number: Int, _ name: String, _ arguments: String) -> String {
      Self.chunk(
        "{\"tool_calls\":[{\"index\":\(number),\"id\":\"c\(number)\",\"function\":{\"name\":\"\(name)\",\"arguments\":\"\(arguments)\"}}]}"
      )
    }
    let listener = try model.serve(
      first,
      call(0, "renderMultipleChoice", arguments) + call(1, "renderRadarChart", "{}") + call(2, "deleteEverything", "{}")
        + call(3, "renderDaySelector", #"{\"question\":\"Which days?\"}"#)
        + Self.chunk("{}", finish: "tool_calls") + "data: [DONE]\n\n")
    let pieces = Locked<[ReplyPiece]>([])
    let names = [ScreenTool.multipleChoice, .radarChart, .daySelector]
    try await ask(
      listener, [.init(.system, "You are a coach."), .init(.user, "Ask how often I run.")],
      names.map { ToolDeclaration($0.rawValue, "words of the client", $0.schema) }
        + [ToolDeclaration("deleteEverything", "x", .object([]))]
    ) { piece in
      pieces.withLock { $0.append(piece) }
      model.arrived()
    }
    let all = pieces.withLock { $0 }
    #expect(all.first == .text("Let me ask. "))
    let calls = all.compactMap { piece in if case .call(let call) = piece { call } else { nil } }
    #expect(calls.map(\.name) == ["renderMultipleChoice", "renderDaySelector"])
    let choice = try #require(calls.first.flatMap { ScreenCall($0) })
    #expect(choice.question == "How often?" && choice.options.map(\.label) == ["2 days", "3 days"])
    let asked = try #require(model.asked.withLock { $0.first })
    #expect(asked["model"] == "small" && asked["stream"] == true)
    let declared = asked["tools"]?.array ?? []
    #expect(Set(declared.compactMap { $0["function"]?["name"]?.string }) == Set(names.map(\.rawValue)))
    // In the server's words.
    #expect(declared.allSatisfy { $0["function"]?["description"] != "words of the client" })
  }

  @Test(
    "text reaches the client while the model still writes, calls come whole, and each question has the conversation before it",
    .covers("cd-2.1-AC2"))
  func streaming() async throws {
    let model = Model()
    let listener = try model.serve(
      Self.chunk("{\"content\":\"Well \"}"),
      Self.chunk("{\"content\":\"done.\"}")
        + Self.chunk(
          #"{"tool_calls":[{"index":0,"id":"c","function":{"name":"renderNumericInput","arguments":"{\"question\":"}}]}"#
        )
        + Self.chunk(#"{"tool_calls":[{"index":0,"function":{"arguments":"\"How far?\",\"max\":50}"}}]}"#)
        + Self.chunk("{}", finish: "tool_calls") + "data: [DONE]\n\n")
    let history: [ModelRequest.Line] = [
      .init(.system, "You are a coach."), .init(.user, "I run three days."), .init(.assistant, "Noted."),
      .init(.user, "And now?"),
    ]
    let pieces = Locked<[ReplyPiece]>([])
    let tool = ScreenTool.numericInput
    try await ask(listener, history, [ToolDeclaration(tool.rawValue, tool.about, tool.schema)]) { piece in
      // The model waits for this: a server that held the text back until the end would never get here.
      if pieces.withLock({ $0.isEmpty }) { #expect(piece == .text("Well ")) }
      pieces.withLock { $0.append(piece) }
      model.arrived()
    }
    #expect(model.hasArrived.withLock { $0 })
    let all = pieces.withLock { $0 }
    guard case .call(let call)? = all.last else {
      Issue.record("no call: \(all)")
      return
    }
    #expect(call.name == "renderNumericInput" && call.arguments == ["question": "How far?", "max": 50])
    #expect(all.prefix(2) == [.text("Well "), .text("done.")] && all.count == 3)
    let asked = try #require(model.asked.withLock { $0.first })
    #expect(asked["messages"]?.array?.compactMap { $0["content"]?.string } == history.map(\.text))
    #expect(asked["messages"]?.array?.compactMap { $0["role"]?.string } == ["system", "user", "assistant", "user"])
  }
}

extension Bool {
  /// Sets the value and returns the one before.
  fileprivate mutating func exchange(_ new: Bool) -> Bool {
    defer { self = new }
    return self
  }
}

import Kernel
import Testing
import Transport
import WebSocketCodec

@testable import Bench

@Suite("A blocking WebSocket", .timeLimit(.minutes(5)))
struct BlockingSocketTests {
  @Test("sends and receives texts of every length, and fails when the server has closed it")
  func echo() async throws {
    let handler = Handler { request in
      .webSocket(for: request) { socket in
        for await message in socket.messages {
          if message == .text("end") { return }
          try? await socket.send(.binary([1]))
          try? await socket.send(message)
        }
      }
    }
    let server = try await Server.start(ServerConfiguration(), handler: handler)
    let port = server.port
    let texts = ["", "hällo", String(repeating: "a", count: 200), String(repeating: "b", count: 70_000)]
    let heard = await Benchmark.onThread { () throws(Problem) in
      let socket = try BlockingSocket(at: port, "/")
      var heard: [String] = []
      for text in texts {
        try socket.say(text)
        heard.append(try socket.next())
      }
      try socket.say("end")
      do throws(Problem) { heard.append(try socket.next()) } catch {}
      return heard
    }
    await server.stop(within: .zero)
    #expect(try heard.get() == texts)
  }
}

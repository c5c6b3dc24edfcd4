import Foundation
import Kernel
import Testing

@testable import Transport

/// Runs `body` on its own thread: a test that blocks must not occupy one of the few threads that all others share.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result(catching: body)) }
    thread.stackSize = 1 << 20
    thread.start()
  }
}

/// Runs a server for one test and stops it at the end in any case. Each suite that uses it has a time limit below that
/// of a whole run, so that a hanging test is named: all waits here are for streams, which end with the test.
func serving(
  _ limits: ServerLimits = ServerLimits(), tls: TLSFiles? = nil, bodyLimit: Int = 1000,
  proxies: TrustedProxies = TrustedProxies(), admit: (@Sendable (RequestHead, Peer) -> Admission)? = nil,
  answer: @escaping Handler.Answer = Sample.answer, test: (Server) async throws -> Void
) async throws {
  let handler = Handler(admit: admit ?? { _, _ in .body(upTo: bodyLimit) }, answer: answer)
  let server = try await Server.start(ServerConfiguration(tls: tls, limits: limits, proxies: proxies), handler: handler)
  do {
    try await test(server)
    await server.stop(within: .seconds(2))
  } catch {
    await server.stop(within: .zero)
    throw error
  }
  #expect(server.connections.value == 0)
}

extension Server {
  /// Returns once so many connections are open.
  func waitForConnections(_ wanted: Int) async {
    for await count in connections.listen() where count == wanted { return }
  }

  /// Runs `body`, which uses blocking sockets, on its own thread.
  nonisolated func asked<Value: Sendable>(_ body: @escaping @Sendable (UInt16) throws -> Value) async throws -> Value {
    try await onThread { [port] in try body(port) }
  }
}

/// A counter that several tasks increment and wait for.
final class Tally: Sendable {
  private let source = Current<Int>.Source(0)
  private let count = Locked(0)

  func add(_ number: Int = 1) {
    count.withLock {
      $0 += number
      source.publish($0)
    }
  }

  var value: Int { count.withLock { $0 } }

  func reaches(_ wanted: Int) async {
    for await value in source.current.listen() where value >= wanted { return }
  }
}

/// Increments a tally when it is released.
final class Ending: Sendable {
  private let tally: Tally

  init(of tally: Tally) { self.tally = tally }

  deinit { tally.add() }
}

enum Sample {
  /// The handler that most tests use.
  static let answer: Handler.Answer = { request in
    switch (request.method, request.target.path) {
    case (_, "/hello"): return .text("hello")
    case (.post, "/echo"): return .bytes(request.body, type: "application/octet-stream")
    case (_, "/count"): return chunks(["1", "", "22", "333"])
    case (_, "/empty"): return Response(.noContent)
    case (_, "/split"): return Response(.ok, headers: ["x": "a\r\nset-cookie: b=c"], content: .bytes([]))
    case (_, "/who"): return .text("\(request.peer.address) \(request.peer.isSecure) \(request.authority)")
    case (_, "/socket"):
      return .webSocket(for: request, limits: WebSocketLimits(message: 100_000)) { socket in
        for await message in socket.messages { try? await socket.send(message) }
      }
    default: return .text("not here", status: .notFound)
    }
  }

  static func chunks(_ parts: [String]) -> Response {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    for part in parts { continuation.yield(Array(part.utf8)) }
    continuation.finish()
    return .chunks(stream, type: "text/plain")
  }
}

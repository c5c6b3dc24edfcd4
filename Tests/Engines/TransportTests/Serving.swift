import Foundation
import Kernel
import Testing

@testable import Transport

/// Runs that on a thread of its own: a test that blocks must not hold one of the few threads on which all others run.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result(catching: body)) }
    thread.stackSize = 1 << 20
    thread.start()
  }
}

/// A server for one test, stopped at its end whatever comes. Each suite that uses one has a time limit below the budget of
/// a whole run, so that what hangs is named: whoever waits here waits in a stream, which ends with the test.
func serving(
  _ limits: ServerLimits = ServerLimits(), tls: TLSFiles? = nil, bodyLimit: Int = 1000,
  answer: @escaping Handler.Answer = Sample.answer, test: (Server) async throws -> Void
) async throws {
  let handler = Handler(admit: { _, _ in .body(upTo: bodyLimit) }, answer: answer)
  let server = try await Server.start(ServerConfiguration(tls: tls, limits: limits), handler: handler)
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
  /// When so many are connected.
  func waitForConnections(_ wanted: Int) async {
    for await count in connections.listen() where count == wanted { return }
  }

  /// Does that with blocking sockets, beside the server.
  nonisolated func asked<Value: Sendable>(_ body: @escaping @Sendable (UInt16) throws -> Value) async throws -> Value {
    try await onThread { [port] in try body(port) }
  }
}

/// Something that several sides count, and wait for.
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

/// Counts when nobody holds it any more.
final class Ending: Sendable {
  private let tally: Tally

  init(of tally: Tally) { self.tally = tally }

  deinit { tally.add() }
}

enum Sample {
  /// What the tests ask for.
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

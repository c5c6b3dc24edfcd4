import Foundation
import Kernel
import Relational
import Testing
import Tokens
import Transport

@testable import Realtime

let anna = "0190a000-0000-7000-8000-00000000000a"
let ben = "0190b000-0000-7000-8000-00000000000b"
let noon = Moment(Date(timeIntervalSince1970: 1_800_000_000))

/// Runs the closure on a thread of its own: a blocking test must not occupy one of the few threads that all others use.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result(catching: body)) }
    thread.stackSize = 1 << 20
    thread.start()
  }
}

/// A server with channels, for one test.
struct Place: Sendable {
  let database: FakeDatabase
  let realtime: Realtime
  let server: Server
  let clock: ManualTime
  let settling = Settling()

  var port: UInt16 { server.port }

  /// Tokens of the tests: `anon`, `service`, `anna`, `ben`, and `anna:1800000060` for one that expires then; `anna~2`
  /// is another token of the same user.
  static func judge(_ token: String, at now: Date) -> Credential {
    let parts = token.split(separator: ":")
    let expires = parts.count > 1 ? Int(parts[1]) : nil
    if let expires, Double(expires) <= now.timeIntervalSince1970 { return .refused(.expired) }
    return switch parts.first?.split(separator: "~").first {
    case "anon": .caller(.anonymous, expires: nil)
    case "service": .caller(.service, expires: nil)
    case "anna": .caller(.person(anna), expires: expires)
    case "ben": .caller(.person(ben), expires: expires)
    case nil: .none
    default: .refused(.wrongSignature)
    }
  }

  func asked<Value: Sendable>(_ body: @escaping @Sendable (Place) throws -> Value) async throws -> Value {
    try await onThread { try body(self) }
  }

  /// Advances the clock and waits for what it triggers.
  func pass(_ duration: Duration) async { await clock.advance(by: duration, settling: settling) }
}

/// Limits that allow all clients of a test to connect from one address.
private func roomy() -> ServerLimits {
  var limits = ServerLimits()
  limits.connectionsPerPeer = 10_000
  return limits
}

func serving(
  _ limits: RealtimeLimits = RealtimeLimits(), database: FakeDatabase = FakeDatabase(), bus: (any Bus)? = nil,
  store: (any Database)? = nil, policy: TopicPolicy = .own, server serverLimits: ServerLimits? = nil,
  test: (Place) async throws -> Void
) async throws {
  let clock = ManualTime(noon)
  var needs = Realtime.Needs(database: store ?? database) { token in Place.judge(token, at: clock.now.date) }
  needs.bus = bus
  needs.policy = policy
  needs.time = clock.time
  let loop = try EventLoop.start()
  let realtime = await Realtime.start(needs, on: loop, limits: limits)
  let handler = Handler(
    admit: { head, _ in .body(upTo: realtime.bodyLimit(for: head, at: head.target.segments[...])) },
    answer: { request in
      let key = request.target.query["apikey"] ?? request.head.headers["apikey"] ?? ""
      return await realtime.answer(
        request, at: request.target.segments[...], from: Place.judge(key, at: clock.now.date))
    })
  let server = try await Server.start(
    ServerConfiguration(limits: serverLimits ?? roomy()), on: loop, handler: handler)
  let place = Place(database: database, realtime: realtime, server: server, clock: clock)
  do {
    try await test(place)
  } catch {
    await realtime.close()
    await server.stop(within: .zero)
    throw error
  }
  await realtime.close()
  await server.stop(within: .seconds(2))
  #expect(server.connections.value == 0)
}

extension Server {
  /// Returns when this number of clients is connected.
  func waitForConnections(_ wanted: Int) async {
    for await count in connections.listen() where count == wanted { return }
  }
}

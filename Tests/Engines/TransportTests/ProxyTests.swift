import Kernel
import Testing

@testable import Transport

@Suite("Trusted proxies", .timeLimit(.minutes(10)))
struct ProxyTests {
  @Test(
    "are networks of either family, and rubbish is refused with a sentence",
    arguments: [
      "10.0.0.0/33", "10.0.0", "example.org", "::1/129", "10.0.0.0/", "10.0.0.0/-1", "", "1.2.3.4,,::1", "1.2.3.4/ 8",
    ])
  func rubbish(text: String) {
    #expect(throws: Problem.self) { try TrustedProxies(text) }
  }

  @Test("are recognised by the leading bits of their network")
  func networks() throws {
    let proxies = try TrustedProxies("127.0.0.1, 10.1.128.0/17,fd00::/8")
    func trusts(_ text: String) throws -> Bool { proxies.trusts(try #require(ConnectionOrigin(text: text))) }
    for inside in ["127.0.0.1", "10.1.128.0", "10.1.255.255", "fd12::1", "::ffff:10.1.200.1"] {
      #expect(try trusts(inside), "\(inside)")
    }
    for outside in ["127.0.0.2", "10.1.127.255", "10.2.128.0", "fc00::1", "::1"] {
      #expect(try !trusts(outside), "\(outside)")
    }
    let all = try TrustedProxies("0.0.0.0/0")
    #expect(all.trusts(try #require(ConnectionOrigin(text: "203.0.113.9"))))
  }

  /// Answers with the client that a request is taken to come from.
  private static let answer: Handler.Answer = { .text("\($0.peer.address) \($0.peer.isSecure)") }

  private func told(_ proxies: String, _ fields: String) async throws -> String {
    let told = Locked("")
    try await serving(proxies: try TrustedProxies(proxies), answer: ProxyTests.answer) { server in
      let body = try await server.asked { port in try Client(port).get("/", fields: fields).body }
      told.withLock { $0 = body }
    }
    return told.withLock { $0 }
  }

  @Test("name the client, and what the client wrote itself is not believed")
  func named() async throws {
    #expect(try await told("127.0.0.1", "X-Forwarded-For: 203.0.113.9\r\n") == "203.0.113.9 false")
    #expect(
      try await told("127.0.0.1,10.0.0.0/8", "X-Forwarded-For: 1.1.1.1, 203.0.113.9, 10.0.0.3\r\n")
        == "203.0.113.9 false")
    #expect(
      try await told("127.0.0.1", "X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: [2001:db8::7]:4711\r\n")
        == "2001:db8::7 false")
    #expect(
      try await told("127.0.0.1", "X-Forwarded-For: 203.0.113.9:4711\r\nX-Forwarded-Proto: https\r\n")
        == "203.0.113.9 true")
    // Where every hop is trusted, the first one is the client.
    #expect(try await told("127.0.0.1,10.0.0.0/8", "X-Forwarded-For: 10.9.9.9, 10.0.0.3\r\n") == "10.9.9.9 false")
  }

  @Test("are not believed when what they name cannot be read, and nobody else is ever believed")
  func notBelieved() async throws {
    #expect(try await told("127.0.0.1", "X-Forwarded-For: 203.0.113.9, unknown\r\n") == "127.0.0.1 false")
    #expect(try await told("127.0.0.1", "X-Forwarded-For: 203.0.113.9,\r\n") == "127.0.0.1 false")
    #expect(
      try await told("10.0.0.0/8", "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n") == "127.0.0.1 false")
    let long = String(repeating: "127.0.0.1,", count: 200)
    #expect(try await told("127.0.0.1", "X-Forwarded-For: 203.0.113.9,\(long)127.0.0.1\r\n") == "127.0.0.1 false")
  }

  @Test("carry many clients over one connection, each judged by its own address")
  func manyClients() async throws {
    try await serving(proxies: try TrustedProxies("127.0.0.1"), answer: ProxyTests.answer) { server in
      try await server.asked { port in
        let proxy = try Client(port)
        for client in ["203.0.113.9", "203.0.113.10", "2001:db8::7"] {
          #expect(try proxy.get("/", fields: "X-Forwarded-For: \(client)\r\n").body == "\(client) false")
        }
        #expect(try proxy.get("/").body == "127.0.0.1 false")
      }
    }
  }

  @Test("are not limited in connections, and each of their clients is in memory for bodies")
  func limits() async throws {
    var limits = ServerLimits()
    limits.connectionsPerPeer = 2
    limits.limitsLoopback = true
    limits.bodyMemory = 100_000
    limits.bodyShares.small = 0
    let part = [UInt8](repeating: 120, count: 40_000)
    try await serving(limits, bodyLimit: 200_000, proxies: try TrustedProxies("127.0.0.1")) { server in
      try await server.asked { port in
        func send(from client: String) throws -> Client {
          let connection = try Client(port)
          connection.send(
            Array("POST /echo HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(client)\r\nContent-Length: 60000\r\n\r\n".utf8)
              + part)
          return connection
        }
        let first = try send(from: "203.0.113.9")
        // More than half of the memory for one client.
        let second = try send(from: "203.0.113.9")
        #expect(try second.answer().status == 503)
        let other = try send(from: "203.0.113.10")
        first.send(Array(part.prefix(20_000)))
        #expect(try first.answer().status == 503)
        other.send(Array(part.prefix(9_000)))
        // The server still answers a fifth and sixth connection of the proxy.
        for _ in 0..<4 { #expect(try Client(port).get("/hello").status == 200) }
        other.reset()
      }
    }
  }
}

import Foundation
import Glibc
import Kernel
import Testing

@testable import Transport

@Suite("A server's capacity", .timeLimit(.minutes(10)))
struct RoomTests {
  private static func post(_ count: Int) -> String {
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n"
  }

  /// Waits until so many of the clients have something to read, and returns these.
  private static func answered(of clients: [Client], atLeast least: Int) -> [Client] {
    var polled = clients.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
    var found: [Client] = []
    while found.count < least, poll(&polled, nfds_t(polled.count), Int32(Client.patience * 1000)) > 0 {
      for index in polled.indices where polled[index].revents != 0 {
        found.append(clients[index])
        // A negative descriptor is passed over from now on.
        polled[index].fd = -1
      }
    }
    #expect(found.count >= least)
    return found
  }

  @Test("for bodies is shared: a body larger than what is left gets 503 with Retry-After")
  func bodies() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let waiting = Tally()
    var limits = ServerLimits()
    limits.bodyMemory = 100_000
    limits.bodyShares.small = 0
    let answer: Handler.Answer = { request in
      if request.target.path == "/slow" {
        waiting.add()
        for await _ in gate { break }
      }
      return .text("\(request.body.count)")
    }
    let body = [UInt8](repeating: 120, count: 80_000)
    try await serving(limits, bodyLimit: 200_000, answer: answer) { server in
      let slow = try await server.asked { port in
        let client = try Client(port)
        client.send(Array(RoomTests.post(80_000).replacing("/echo", with: "/slow").utf8) + body)
        return Box(client)
      }
      await waiting.reaches(1)
      try await server.asked { port in
        let other = try Client(port)
        other.send(Array(RoomTests.post(80_000).utf8) + body)
        let refused = try other.answer()
        #expect(refused.status == 503 && refused.fields["retry-after"] == "1")
        #expect(refused.fields["connection"] == "close")
        // A smaller body, an announced length and a request without a body fit.
        #expect(try Client(port).get("/hello").status == 200)
        let announced = try Client(port)
        announced.send(RoomTests.post(200_000))
        let small = try Client(port)
        small.send(Array(RoomTests.post(20_000).utf8) + body.prefix(20_000))
        #expect(try small.answer().body == "20000")
        opener.yield()
        #expect(try slow.value.answer().body == "80000")
        // A request holds no memory once it is answered.
        try slow.value.send(Array(RoomTests.post(80_000).utf8) + body)
        #expect(try slow.value.answer().body == "80000")
      }
      slow.drop()
    }
  }

  @Test("for bodies counts received bytes, and is released when the client disconnects or is refused")
  func halfBodies() async throws {
    var limits = ServerLimits()
    limits.bodyMemory = 100_000
    limits.bodyShares.small = 0
    let part = [UInt8](repeating: 120, count: 90_000)
    try await serving(limits, bodyLimit: 200_000) { server in
      for _ in 0..<3 {
        try await server.asked { port in
          let tooMuch = try Client(port)
          tooMuch.send(Array(RoomTests.post(200_000).utf8) + part + part)
          #expect(try tooMuch.answer().status == 503)
          let chunked = try Client(port)
          chunked.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
          for _ in 0..<2 { chunked.send(Array("15F90\r\n".utf8) + part + Array("\r\n".utf8)) }
          #expect(try chunked.answer().status == 503)
          let leaving = try Client(port)
          leaving.send(Array(RoomTests.post(200_000).utf8) + part)
          leaving.reset()
        }
        await server.waitForConnections(0)
      }
      try await server.asked { port in
        let client = try Client(port)
        client.send(Array(RoomTests.post(90_000).utf8) + part)
        #expect(try client.answer().body.utf8.count == 90_000)
      }
    }
  }

  @Test("for bodies grows and shrinks by the difference, and refuses a change past the limit")
  func bodyRoom() {
    var limits = ServerLimits()
    limits.bodyMemory = 100
    limits.bodyShares.small = 0
    var room = BodyRoom(limits)
    #expect(room.change(from: 0, to: 60) && room.held == 60)
    #expect(!room.change(from: 0, to: 41) && room.held == 60)
    #expect(room.change(from: 0, to: 40) && room.held == 100)
    #expect(!room.change(from: 40, to: 41) && room.held == 100)
    #expect(room.change(from: 60, to: 10) && room.held == 50)
    #expect(room.change(from: 40, to: 90) && room.held == 100)
    #expect(room.change(from: 90, to: 0) && room.change(from: 10, to: 0) && room.held == 0)
  }

  @Test("for bodies leaves its last quarter to small ones, and bounds each peer, each account and all others together")
  func shares() {
    var limits = ServerLimits()
    limits.bodyMemory = 100
    var room = BodyRoom(limits)
    let (large, small) = (BodyClaim(), BodyClaim(isSmall: true))
    #expect(room.change(from: 0, to: 75, for: large) && !room.change(from: 75, to: 76, for: large))
    #expect(room.change(from: 0, to: 25, for: small) && !room.change(from: 25, to: 26, for: small))
    #expect(room.change(from: 75, to: 0, for: large) && room.change(from: 25, to: 0, for: small))

    let peer = { (last: UInt8) in BodyClaim(machine: [10, 0, 0, last], isSmall: true) }
    #expect(room.change(from: 0, to: 50, for: peer(1)) && !room.change(from: 50, to: 51, for: peer(1)))
    #expect(room.change(from: 0, to: 50, for: peer(2)) && room.held == 100)
    #expect(room.change(from: 50, to: 0, for: peer(1)) && room.change(from: 50, to: 0, for: peer(2)))

    let owner = { (owner: BodyOwner) in BodyClaim(owner: owner, isSmall: true) }
    #expect(
      room.change(from: 0, to: 25, for: owner(.account("a")))
        && !room.change(from: 25, to: 26, for: owner(.account("a"))))
    #expect(
      room.change(from: 0, to: 25, for: owner(.account("b"))) && room.change(from: 0, to: 25, for: owner(.anonymous)))
    #expect(!room.change(from: 0, to: 1, for: owner(.anonymous)) && room.held == 75)
    for one in [BodyOwner.account("a"), .account("b"), .anonymous] {
      #expect(room.change(from: 25, to: 0, for: owner(one)) && room.held < 75)
    }
    // A peer or an owner that holds nothing is forgotten.
    #expect(room.held == 0 && room.holders == 0)
  }

  @Test("for small bodies is left over when stalled large ones hold all that they may")
  func smallBodies() async throws {
    var limits = ServerLimits()
    limits.bodyMemory = 400_000
    try await serving(limits, bodyLimit: 200_000) { server in
      try await server.asked { port in
        let part = [UInt8](repeating: 120, count: 100_000)
        let stalled = try (0..<8).map { _ in try Client(port) }
        for client in stalled { client.send(Array(RoomTests.post(150_000).utf8) + part) }
        // Those past the limit are refused. The others hold all that large bodies may: they are not waited for, since their
        // time would end, and their room with it.
        for client in RoomTests.answered(of: stalled, atLeast: 5) { #expect(try client.answer().status == 503) }
        for _ in 0..<20 {
          let small = try Client(port)
          small.send(Array(RoomTests.post(50_000).utf8) + part.prefix(50_000))
          #expect(try small.answer().status == 200)
        }
      }
    }
  }

  @Test("for connections is limited per peer, except on loopback, and in total")
  func crowd() {
    var limits = ServerLimits()
    (limits.connections, limits.connectionsPerPeer) = (6, 2)
    var crowd = Crowd(limits)
    let (one, two) = (ConnectionOrigin(four: [10, 0, 0, 1]), ConnectionOrigin(four: [10, 0, 0, 2]))
    #expect([crowd.admit(one), crowd.admit(one), crowd.admit(one)] == [.welcome, .welcome, .tooMany])
    #expect(crowd.admit(two) == .welcome)
    crowd.leave(one)
    #expect([crowd.admit(one), crowd.admit(one)] == [.welcome, .tooMany])
    let loopback = [
      ConnectionOrigin(four: [127, 0, 0, 1]), ConnectionOrigin(six: Array(repeating: 0, count: 15) + [1]),
    ]
    #expect(loopback.map(\.isLoopback) == [true, true])
    #expect((0..<3).map { _ in crowd.admit(loopback[0]) } == [.welcome, .welcome, .welcome])
    #expect([crowd.admit(two), crowd.admit(loopback[1])] == [.full, .full])
    #expect(crowd.count == 6)
  }

  @Test("for connections over IPv6 is counted per network, since one machine has all addresses of it")
  func networks() {
    var limits = ServerLimits()
    limits.connectionsPerPeer = 1
    var crowd = Crowd(limits)
    let address = { (network: UInt8, last: UInt8) in
      ConnectionOrigin(six: [0x20, 1, 0x0D, 0xB8, 0, 0, 0, network] + Array(repeating: 0, count: 7) + [last])
    }
    #expect(address(1, 2).text == "2001:db8:0:1::2" && !address(0, 1).isLoopback)
    #expect([crowd.admit(address(1, 1)), crowd.admit(address(1, 2))] == [.welcome, .tooMany])
    #expect(crowd.admit(address(2, 1)) == .welcome)
  }

  @Test("for connections answers 429 to a peer past its limit, and admits it again when one ends")
  func tooMany() async throws {
    var limits = ServerLimits()
    (limits.connectionsPerPeer, limits.limitsLoopback) = (2, true)
    try await serving(limits) { server in
      let one = try await server.asked { port in
        let (one, two) = (try Client(port), try Client(port))
        #expect(try one.get("/hello").status == 200)
        #expect(try two.get("/hello").status == 200)
        #expect(try Client(port).readToEnd().hasPrefix("HTTP/1.1 429 Too Many Requests\r\n"))
        return Box(one)
      }
      // The other one is closed by now.
      await server.waitForConnections(1)
      #expect(try await server.asked { try Client($0).get("/hello").status } == 200)
      one.drop()
    }
  }
}

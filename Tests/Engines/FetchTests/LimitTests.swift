import Fetch
import Foundation
import Kernel
import Loopback
import Testing

@Suite("Limits of a request", .timeLimit(.minutes(10)))
struct LimitTests {
  @Test("a closed port and an unknown host are reported as unreachable, without the query")
  func unreachable() async throws {
    // A port that was released a moment ago.
    let port = try Listener { _ in }.port
    try await fetching { fetch in
      let gone = await problem { () throws(Problem) in
        _ = try await fetch.send(Outgoing("GET", "http://127.0.0.1:\(port)/x?secret=1"))
      }
      #expect(gone?.code == "fetch-unreachable")
      #expect(gone?.sentence.contains("127.0.0.1") == true && gone?.sentence.contains("secret") == false)
      let nobody = await problem { () throws(Problem) in
        _ = try await fetch.send(Outgoing("GET", "https://nobody.invalid/"))
      }
      #expect(nobody?.code == "fetch-unreachable")
    }
  }

  @Test("a silent or stalled server times out at the total limit")
  func slow() async throws {
    let silent = try Listener { talk in talk.untilGone() }
    let dripping = try Listener { talk in
      _ = talk.request()
      talk.send("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc")
      talk.untilGone()
    }
    try await fetching { fetch in
      for server in [silent, dripping] {
        var request = Outgoing("GET", server.address)
        request.limits.total = .milliseconds(200)
        let given = request
        #expect(await problem { () throws(Problem) in _ = try await fetch.send(given) }?.code == "fetch-timed-out")
      }
    }
  }

  @Test("a waiting request times out at its limit, and a full queue refuses further requests")
  func turns() async throws {
    let silent = try Listener { talk in talk.untilGone() }
    var settings = FetchSettings()
    settings.atOnce = 1
    try await fetching(settings) { fetch in
      let first = Task {
        await problem { () throws(Problem) in _ = try await fetch.send(Outgoing("GET", silent.address)) }
      }
      var request = Outgoing("GET", silent.address)
      request.limits.total = .milliseconds(100)
      let given = request
      #expect(await problem { () throws(Problem) in _ = try await fetch.send(given) }?.code == "fetch-timed-out")
      first.cancel()
      #expect(await first.value?.code == "fetch-cancelled")
    }
    settings.waiting = 2
    let arrived = Gate()
    let busy = try Listener { talk in
      _ = talk.request()
      arrived.open()
      talk.untilGone()
    }
    try await fetching(settings) { fetch in
      let codes = await withTaskGroup(of: String?.self) { group in
        let ask = { @Sendable () async -> String? in
          await problem { () throws(Problem) in _ = try await fetch.send(Outgoing("GET", busy.address)) }?.code
        }
        group.addTask { await ask() }
        await arrived.passed()
        for _ in 0..<6 { group.addTask { await ask() } }
        var codes: [String?] = []
        for _ in 0..<4 { codes.append(await group.next() ?? nil) }
        group.cancelAll()
        for await code in group { codes.append(code) }
        return codes
      }
      #expect(codes.prefix(4).allSatisfy { $0 == "fetch-crowded" })
      #expect(codes.suffix(3).allSatisfy { $0 == "fetch-cancelled" })
    }
  }

  @Test("an oversized response is refused: of declared or unknown length, compressed or plain, in head or body")
  func large() async throws {
    let bodies: [@Sendable (Talk) -> Void] = [
      { $0.answer([UInt8](repeating: 65, count: 5_000)) },
      { talk in
        talk.send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
        while talk.send(Array("3e8\r\n".utf8) + [UInt8](repeating: 65, count: 1_000) + Array("\r\n".utf8)) {}
      },
      { talk in
        talk.send("HTTP/1.1 200 OK\r\n")
        while talk.send(Array("x-more: \(String(repeating: "a", count: 1_000))\r\n".utf8)) {}
      },
      // A hundred thousand zeros compressed with gzip: 133 bytes.
      { $0.answer(LimitTests.bomb, headers: ["content-encoding: gzip"]) },
    ]
    for body in bodies {
      let server = try Listener { talk in
        if talk.request() != nil { body(talk) }
      }
      try await fetching { fetch in
        var request = Outgoing("GET", server.address)
        (request.limits.answer, request.limits.head) = (4_000, 20_000)
        let given = request
        #expect(await problem { () throws(Problem) in _ = try await fetch.send(given) }?.code == "fetch-too-large")
      }
    }
  }

  /// 100,000 zero bytes compressed with gzip, assembled by hand: fixed codes, a literal zero, then the longest match
  /// repeatedly.
  static let bomb: [UInt8] = {
    var bits: [Bool] = [true, true, false]  // the last block, fixed codes
    func put(_ value: Int, _ count: Int, highFirst: Bool) {
      for bit in 0..<count { bits.append(value >> (highFirst ? count - 1 - bit : bit) & 1 == 1) }
    }
    put(0x30, 8, highFirst: true)
    for _ in 0..<387 {
      put(0b1100_0101, 8, highFirst: true)  // length 258
      put(0, 5, highFirst: true)  // from one byte before
    }
    put(0, 7, highFirst: true)
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    for start in stride(from: 0, to: bits.count, by: 8) {
      bytes.append(
        bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $1.element ? $0 | 1 << $1.offset : $0 })
    }
    return bytes
  }()

  @Test("a truncated response is reported as broken, and garbage as unreadable")
  func broken() async throws {
    for (said, code) in [
      ("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc", "fetch-broken"), ("", "fetch-broken"),
      ("SSH-2.0-OpenSSH_9.2\r\n", "fetch-unreadable"),
    ] {
      let server = try Listener { talk in
        if talk.request() != nil { talk.send(said) }
      }
      try await fetching { fetch in
        let given = await problem { () throws(Problem) in _ = try await fetch.send(Outgoing("GET", server.address)) }
        #expect(given?.code == code, "\(said)")
      }
    }
  }

  @Test("a malformed or ambiguous request is not sent")
  func malformed() async throws {
    let requests = [
      Outgoing("GET", "ftp://127.0.0.1/"), Outgoing("GET", "file:///etc/passwd"), Outgoing("GET", "127.0.0.1"),
      Outgoing("GET", "http://"), Outgoing("GET", "http://a@127.0.0.1/"), Outgoing("GET", "http://a b/"),
      Outgoing("GET", "http://127.0.0.1:0/"), Outgoing("GET", "http://127.0.0.1:99999/"),
      Outgoing("GET", "http://[::1/"),
      Outgoing("GET", "http://a\r\nb/"), Outgoing("GET", "http://ä/"), Outgoing("G T", "http://127.0.0.1/"),
      Outgoing("", "http://127.0.0.1/"), Outgoing("GET", "http://127.0.0.1\\@b/"),
      Outgoing("GET", "http://a/", headers: [.init("a", "b\r\nc: d")]),
      Outgoing("GET", "http://a/", headers: [.init("a\n", "b")]),
      Outgoing("GET", "http://a/", headers: [.init("Content-Length", "5")]),
      Outgoing("GET", "http://a/", headers: [.init("Host", "b")]),
      Outgoing("GET", "http://a/" + String(repeating: "a", count: 10_000)),
    ]
    try await fetching { fetch in
      for request in requests {
        let given = await problem { () throws(Problem) in _ = try await fetch.send(request) }
        #expect(given?.code == "fetch-malformed", "\(request.method) \(request.address)")
      }
    }
  }
}

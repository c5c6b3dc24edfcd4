import Covers
import Fetch
import Foundation
import Kernel
import Loopback
import Testing
import Transport

@testable import Fetch

@Suite("Trusted certificates and reachable addresses", .timeLimit(.minutes(10)))
struct TrustTests {
  @Test("a certificate is checked for its issuer and its host name")
  func certificates() async throws {
    try await withFolder { folder in
      let openssl = OpenSSL(in: folder)
      let (certificate, key) = try openssl.certificate("good")
      let (other, otherKey) = try openssl.certificate("other", for: "DNS:example.org")
      let handler = Handler { _ in .text("hello") }
      let server = try await Server.start(
        ServerConfiguration(tls: TLSFiles(certificate: certificate, key: key)), handler: handler)
      let misnamed = try await Server.start(
        ServerConfiguration(tls: TLSFiles(certificate: other, key: otherKey)), handler: handler)
      func ask(_ port: UInt16, _ authorities: String?) async throws -> Result<Int, Problem> {
        var settings = FetchSettings()
        settings.authorities = authorities
        let fetch = try Fetch(settings)
        var result = Result<Int, Problem>.success(0)
        do throws(Problem) {
          result = .success(try await fetch.send(Outgoing("GET", "https://localhost:\(port)/")).status)
        } catch {
          result = .failure(error)
        }
        await fetch.close()
        return result
      }
      #expect(try await ask(server.port, certificate) == .success(200))
      for (port, authorities) in [
        (server.port, nil), (server.port, other), (misnamed.port, other), (server.port, "/nowhere.pem"),
      ] {
        guard case .failure(let problem) = try await ask(port, authorities) else {
          Issue.record("the certificate was trusted")
          continue
        }
        #expect(problem.code == "fetch-untrusted")
      }
      await server.stop(within: .zero)
      await misnamed.stop(within: .zero)
    }
  }

  /// The first flight of a server that chose a version of TLS, without anything after it.
  private static func hello(_ version: UInt8) -> [UInt8] {
    // ECDHE-RSA-AES128-SHA, which every version has.
    let hello: [UInt8] = [3, version] + Array(repeating: 7, count: 32) + [0, 0xC0, 0x13, 0]
    let handshake: [UInt8] = [2, 0, 0, UInt8(hello.count)] + hello
    return [22, 3, version, 0, UInt8(handshake.count)] + handshake
  }

  @Test(
    "a server that speaks no newer TLS than 1.1 is refused before anything is sent to it; 1.2 is taken",
    .covers("cd-NFR-S1"))
  func oldVersions() async throws {
    for (version, isRefused) in [(UInt8(1), true), (2, true), (3, false)] {
      let heard = Locked<[UInt8]>([])
      let server = try Listener { talk in
        guard let head = talk.bytes(5), let body = talk.bytes(Int(head[3]) << 8 | Int(head[4])) else { return }
        // Neither 1.0 nor 1.1 is offered: no two bytes of the extension for versions are theirs.
        let offers = body.firstRange(of: [0, 43]).map { Array(body[$0.upperBound...].prefix(12)) } ?? []
        for old in [[UInt8(3), 1], [3, 2]] where offers.firstRange(of: old) != nil {
          Issue.record("TLS \(old) is offered: \(offers)")
        }
        talk.send(TrustTests.hello(version))
        if isRefused, let alert = talk.bytes(7) { heard.withLock { $0 = alert } }
      }
      try await fetching { fetch in
        let problem = await problem { () throws(Problem) in
          _ = try await fetch.send(Outgoing("GET", "https://127.0.0.1:\(server.port)/"))
        }
        #expect(problem != nil)
        if isRefused { #expect(problem?.code == "fetch-untrusted") }
      }
      let alert = heard.withLock { $0 }
      // A fatal alert, `protocol_version`.
      if isRefused { #expect(Array(alert.suffix(2)) == [2, 70] && alert.first == 21, "\(version): \(alert)") }
    }
  }

  @Test("without TLS a request goes to this machine alone", .covers("cd-NFR-S1"))
  func plain() async throws {
    let server = try SendTests.echo()
    try await fetching { fetch in
      let answer = try await fetch.send(Outgoing("GET", server.address))
      #expect(answer.status == 200)
      for host in ["example.org", "2130706433", "127.1", "0.0.0.0", "[::ffff:127.0.0.1]", "192.168.1.1", "127.0.0.256"]
      {
        let request = Outgoing("GET", "http://\(host):\(server.port)/")
        #expect(
          await problem { () throws(Problem) in _ = try await fetch.send(request) }?.code == "fetch-plain", "\(host)")
        #expect(!Outgoing.isEncrypted(request.address))
      }
    }
    #expect(server.visits == 1)
  }

  @Test("a public-only request does not reach a private address, however it is written")
  func refused() async throws {
    let server = try SendTests.echo()
    try await fetching { fetch in
      // An existing connection does not bypass the check.
      let answer = try await fetch.send(Outgoing("GET", server.address))
      #expect(answer.status == 200)
      for host in [
        "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]",
        "10.0.0.1", "192.168.1.1", "169.254.169.254", "[fe80::1]", "[fd00::1]",
      ] {
        var request = Outgoing("GET", "https://\(host):\(server.port)/")
        request.reach = .publicOnly
        request.limits.total = .seconds(5)
        let given = request
        let refusal = await problem { () throws(Problem) in _ = try await fetch.send(given) }
        #expect(refusal?.code == "fetch-address-refused", "\(host) \(String(describing: refusal))")
      }
      var request = Outgoing("GET", server.address)
      (request.reach, request.redirects) = (.publicOnly, 1)
      let given = request
      #expect(await problem { () throws(Problem) in _ = try await fetch.send(given) }?.code == "fetch-malformed")
    }
    #expect(server.visits == 1)
  }

  @Test("addresses are classified as public or not public")
  func registry() {
    let open: [[UInt8]] = [
      [8, 8, 8, 8], [1, 1, 1, 1], [172, 15, 0, 1], [172, 32, 0, 1], [100, 128, 0, 1], [223, 1, 1, 1],
    ]
    let shut: [[UInt8]] = [
      [0, 0, 0, 0], [10, 1, 2, 3], [100, 64, 0, 1], [127, 255, 0, 1], [169, 254, 169, 254], [172, 16, 0, 1],
      [172, 31, 255, 255], [192, 168, 0, 1], [198, 18, 0, 1], [224, 0, 0, 1], [255, 255, 255, 255],
    ]
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
    for (list, isPublic) in [(open, true), (shut, false)] {
      for bytes in list {
        #expect(PublicAddress.four(bytes[...]) == isPublic, "\(bytes)")
        #expect(PublicAddress.six((mapped + bytes)[...]) == isPublic, "\(bytes)")
        #expect(PublicAddress.six((translated + bytes)[...]) == isPublic, "\(bytes)")
        #expect(PublicAddress.six(([0x20, 0x02] + bytes + [UInt8](repeating: 0, count: 10))[...]) == isPublic)
      }
    }
    func six(_ first: [UInt8]) -> Bool {
      PublicAddress.six((first + [UInt8](repeating: 0, count: 15 - first.count) + [1])[...])
    }
    #expect(six([0x2A, 0, 0x14, 0x50]) && six([0x26, 6, 0x47]))
    for first: [UInt8] in [
      [], [0xFE, 0x80], [0xFC], [0xFD, 1], [0xFF, 2], [0x20, 1, 0xD, 0xB8], [0x20, 1, 0, 0], [0x3F, 0xFF],
    ] {
      #expect(!six(first), "\(first)")
    }
    #expect(!PublicAddress.four([8, 8, 8][...]) && !PublicAddress.six([0x20][...]))
  }
}

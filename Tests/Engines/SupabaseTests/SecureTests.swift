import Covers
import Fetch
import Foundation
import Kernel
import Loopback
import SyncWire
import Testing
import Transport

@testable import Supabase

@Suite("Secure transmission", .timeLimit(.minutes(10)))
struct SecureTests {
  @Test(
    "requests go over TLS to a server with a trusted certificate, and to no other; without TLS only to this machine",
    .covers("yh-S04.5.3-L2", "pa-R14.3", "pa-R14.4"))
  func transmission() async throws {
    try await withFolder { folder in
      let openssl = OpenSSL(in: folder)
      let (certificate, key) = try openssl.certificate("good")
      let (other, otherKey) = try openssl.certificate("other", for: "DNS:example.org")
      let heard = Locked(0)
      let answer = PullAnswer(epoch: "e", changes: [], cursors: [:], more: false, resync: []).bytes
      let handler = Handler { _ in
        heard.withLock { $0 += 1 }
        return .json(answer)
      }
      let good = try await Transport.Server.start(
        ServerConfiguration(tls: TLSFiles(certificate: certificate, key: key)), handler: handler)
      let misnamed = try await Transport.Server.start(
        ServerConfiguration(tls: TLSFiles(certificate: other, key: otherKey)), handler: handler)
      #expect(try await SecureTests.pull("https://localhost:\(good.port)", trusting: certificate) == nil)
      #expect(heard.withLock { $0 } == 1)
      for (port, authorities) in [(good.port, nil), (good.port, other), (misnamed.port, other)] {
        #expect(try await SecureTests.pull("https://localhost:\(port)", trusting: authorities) == .unreachable)
      }
      // Nothing is sent to a server without TLS under a name that is not recognised as this machine's.
      let plain = try await Transport.Server.start(ServerConfiguration(), handler: handler)
      for address in ["http://2130706433:\(plain.port)", "http://127.1:\(plain.port)", "http://example.org"] {
        #expect(try await SecureTests.pull(address, trusting: nil) == .unreachable)
      }
      #expect(heard.withLock { $0 } == 1)
      #expect(try await SecureTests.pull("http://127.0.0.1:\(plain.port)", trusting: nil) == nil)
      for server in [good, misnamed, plain] { await server.stop(within: .zero) }
    }
  }

  static func pull(_ address: String, trusting authorities: String?) async throws -> WireFailure? {
    var settings = FetchSettings()
    settings.authorities = authorities
    let failure = Locked<WireFailure?>(nil)
    try await fetching(settings) { fetch in
      let stage = Stage()
      stage.kept.withLock { $0 = try? ServerTests.login.bytes() }
      let session = try await Session.open(
        stage.needs(Project(address: address, key: "public")) { request throws(Problem) in
          try await fetch.send(request)
        })
      let result = await Supabase.Server(session).pull(ServerTests.pull)
      failure.withLock { $0 = ServerTests.failure(result) }
    }
    return failure.withLock { $0 }
  }

  @Test("no password is sent to an insecure address")
  func password() async throws {
    let stage = Stage { _ throws(Problem) in Stage.tokens(1) }
    let session = try await Session.open(
      stage.needs(Project(address: "http://example.org", key: "public")) { request throws(Problem) in
        stage.asked.withLock { $0.append(request) }
        return Stage.tokens(1)
      })
    let said = await problem { () throws(Problem) in try await session.signIn("a@b.example", Redacted("x")) }
    #expect(said == Problem.insecure && stage.asked.withLock { $0 }.isEmpty)
    #expect(said?.sentence.contains("begins with http:// and is not this machine") == true)
  }
}

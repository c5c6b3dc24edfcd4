import CEpoll
import Foundation
import Kernel
import Testing

@testable import Transport

@Suite("Listening", .timeLimit(.minutes(10)))
struct ListeningTests {
  private let handler = Handler(answer: Sample.answer)

  @Test("on a port in use fails and names the port")
  func taken() async throws {
    try await serving { server in
      let problem = await #expect(throws: Problem.self) {
        try await Server.start(ServerConfiguration(port: server.port), handler: handler)
      }
      #expect(problem?.code == "port-in-use" && problem?.what.contains("\(server.port)") == true)
    }
  }

  @Test("beyond loopback without TLS or explicit permission is refused", arguments: ["0.0.0.0", "::", "10.0.0.1"])
  func beyond(host: String) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await Server.start(ServerConfiguration(host: host), handler: handler)
    }
    #expect(problem?.code == "plain-beyond-loopback")
  }

  @Test("beyond loopback works when it is allowed")
  func allowed() async throws {
    let configuration = ServerConfiguration(host: "0.0.0.0", allowsPlainBeyondLoopback: true)
    let server = try await Server.start(configuration, handler: handler)
    #expect(try await server.asked { try Client($0).get("/hello").body } == "hello")
    await server.stop()
  }

  @Test("works on every loopback address", arguments: ["localhost", "127.0.0.1", "127.0.0.2", "::1"])
  func loopback(host: String) async throws {
    // Not every machine has IPv6.
    do throws(Problem) {
      let server = try await Server.start(ServerConfiguration(host: host), handler: handler)
      #expect(server.port > 0)
      await server.stop()
    } catch {
      let code = error.code
      #expect(host == "::1" && code == "cannot-listen")
    }
  }

  @Test("on an invalid address is refused", arguments: ["example.com", "", "127.0.0.1:80", "127.1"])
  func rubbish(host: String) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await Server.start(ServerConfiguration(host: host), handler: handler)
    }
    #expect(problem?.code == "bad-address")
  }

  @Test("ends with its server: the event loop and its thread are released")
  func threads() async throws {
    let ended = Tally()
    weak var loop: EventLoop?
    try await serving { server in
      loop = server.loop
      // Watched until the internals of the loop, which its thread holds, are released.
      let watched = troupe_event()
      #expect(server.loop.watch(watched, Watcher(Ending(of: ended))) != nil)
      close(watched)
    }
    await ended.reaches(1)
    #expect(loop == nil)
  }
}

private final class Watcher: Ready {
  private let ending: Ending

  init(_ ending: Ending) { self.ending = ending }

  func ready(_ happened: Happening) {}
  func due() {}
}

@Suite("TLS", .timeLimit(.minutes(10)))
struct TLSTests {
  private func ask(_ port: UInt16, _ certificate: Certificate, _ more: [String] = []) throws -> String {
    try OtherProgram.openssl(
      [
        "s_client", "-connect", "127.0.0.1:\(port)", "-servername", "localhost", "-CAfile", certificate.certificate,
        "-verify_return_error", "-verify_hostname", "localhost", "-ign_eof",
      ] + more,
      input: "GET /who HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", in: certificate.folder
    ).said
  }

  @Test("serves HTTP/1.1 over versions 1.2 and 1.3; older versions, weak ciphers and h2 alone are refused")
  func roundTrip() async throws {
    let certificate = try await Certificate.made()
    try await serving(tls: certificate.files) { server in
      try await server.asked { port in
        for version in ["-tls1_2", "-tls1_3"] {
          let answer = try ask(port, certificate, [version, "-alpn", "h2,http/1.1"])
          #expect(answer.contains("127.0.0.1 true localhost"), "\(answer)")
          #expect(answer.contains("ALPN protocol: http/1.1"))
        }
        #expect(try !ask(port, certificate, ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]).contains("127.0.0.1 true"))
        #expect(try !ask(port, certificate, ["-tls1_2", "-cipher", "AES128-SHA"]).contains("127.0.0.1 true"))
        #expect(try !ask(port, certificate, ["-alpn", "h2"]).contains("127.0.0.1 true"))
      }
    }
  }

  @Test("ends an unfinished handshake and a plaintext connection")
  func handshake() async throws {
    let certificate = try await Certificate.made()
    var limits = ServerLimits()
    limits.handshakeTime = .milliseconds(50)
    try await serving(limits, tls: certificate.files) { server in
      try await server.asked { port in
        #expect(try Client(port).readToEnd().isEmpty)
        let plain = try Client(port)
        plain.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try !plain.readToEnd().contains("hello"))
      }
      await server.waitForConnections(0)
    }
  }

  @Test("reports unreadable and mismatched files")
  func files() async throws {
    let certificate = try await Certificate.made()
    let other = try await Certificate.made()
    let files = certificate.files
    for (wrong, code) in [
      (TLSFiles(certificate: "/nowhere", key: files.key), "tls-unreadable"),
      (TLSFiles(certificate: files.certificate, key: "/nowhere"), "tls-unreadable"),
      (TLSFiles(certificate: files.certificate, key: other.key), "tls-unreadable"),
    ] {
      let problem = await #expect(throws: Problem.self) {
        try await Server.start(ServerConfiguration(tls: wrong), handler: Handler(answer: Sample.answer))
      }
      #expect(problem?.code == code)
    }
  }
}

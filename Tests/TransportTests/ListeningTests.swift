import Foundation
import Kernel
import Testing

@testable import Transport

@Suite("Listening")
struct ListeningTests {
  private let handler = Handler(answer: Sample.answer)

  @Test("at a port that is taken names the port")
  func taken() async throws {
    try await serving { server in
      let problem = await #expect(throws: Problem.self) {
        try await Server.start(ServerConfiguration(port: server.port), handler: handler)
      }
      #expect(problem?.code == "port-in-use" && problem?.what.contains("\(server.port)") == true)
    }
  }

  @Test("beyond loopback needs TLS or a word that allows it", arguments: ["0.0.0.0", "::", "10.0.0.1"])
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

  @Test("works at the machine's own names for itself", arguments: ["localhost", "127.0.0.1", "127.0.0.2", "::1"])
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

  @Test("at what is no address is refused", arguments: ["example.com", "", "127.0.0.1:80", "127.1"])
  func rubbish(host: String) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await Server.start(ServerConfiguration(host: host), handler: handler)
    }
    #expect(problem?.code == "bad-address")
  }

  @Test("ends with its server: the loop's thread goes when nobody holds it")
  func threads() async throws {
    weak var loop: EventLoop?
    try await serving { server in loop = server.loop }
    for _ in 0..<10_000 where loop != nil { await Task.yield() }
    #expect(loop == nil)
  }
}

@Suite("TLS")
struct TLSTests {
  /// A certificate of our own, for as long as the test.
  static func files() throws -> (TLSFiles, folder: URL) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "troupe-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (certificate, key) = (folder.appending(path: "c.pem").path, folder.appending(path: "k.pem").path)
    let made = try openssl([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
    ])
    try #require(made.code == 0, "\(made.said)")
    return (TLSFiles(certificate: certificate, key: key), folder)
  }

  static func openssl(_ arguments: [String], input: String? = nil) throws -> (code: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = arguments
    let (into, out) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (into, out, out)
    try process.run()
    try into.fileHandleForWriting.write(contentsOf: Data((input ?? "").utf8))
    try into.fileHandleForWriting.close()
    let said = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said)
  }

  private func ask(_ port: UInt16, _ files: TLSFiles, _ more: [String] = []) throws -> (code: Int32, said: String) {
    try TLSTests.openssl(
      [
        "s_client", "-connect", "127.0.0.1:\(port)", "-servername", "localhost", "-CAfile", files.certificate,
        "-verify_return_error", "-verify_hostname", "localhost", "-ign_eof",
      ] + more,
      input: "GET /who HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
  }

  @Test("carries a request and its answer, with versions 1.2 and 1.3 and nothing older")
  func roundTrip() async throws {
    let (files, folder) = try TLSTests.files()
    defer { try? FileManager.default.removeItem(at: folder) }
    try await serving(tls: files) { server in
      try await server.asked { port in
        for version in ["-tls1_2", "-tls1_3"] {
          let answer = try ask(port, files, [version, "-alpn", "h2,http/1.1"])
          #expect(answer.said.contains("127.0.0.1 true localhost"), "\(answer.said)")
          #expect(answer.said.contains("ALPN protocol: http/1.1"))
        }
        #expect(try !ask(port, files, ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]).said.contains("127.0.0.1 true"))
        #expect(try !ask(port, files, ["-tls1_2", "-cipher", "AES128-SHA"]).said.contains("127.0.0.1 true"))
        #expect(try !ask(port, files, ["-alpn", "h2"]).said.contains("127.0.0.1 true"))
      }
    }
  }

  @Test("ends a handshake that nobody finishes, and whoever speaks plainly")
  func handshake() async throws {
    let (files, folder) = try TLSTests.files()
    defer { try? FileManager.default.removeItem(at: folder) }
    var limits = ServerLimits()
    limits.handshakeTime = .milliseconds(50)
    try await serving(limits, tls: files) { server in
      try await server.asked { port in
        #expect(try Client(port).readToEnd().isEmpty)
        let plain = try Client(port)
        plain.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try !plain.readToEnd().contains("hello"))
      }
      await server.waitForConnections(0)
    }
  }

  @Test("says what is wrong with its files")
  func files() async throws {
    let (files, folder) = try TLSTests.files()
    let (other, otherFolder) = try TLSTests.files()
    defer { for folder in [folder, otherFolder] { try? FileManager.default.removeItem(at: folder) } }
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

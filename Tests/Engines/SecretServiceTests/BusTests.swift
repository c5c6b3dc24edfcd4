import Foundation
import Glibc
import Kernel
import Storage
import Testing

@testable import SecretService

@Suite("a session bus")
struct BusTests {
  private func loading(_ environment: [String: String], profile: String = "mine") async -> String? {
    await problem { _ = try await KeyStore.secretService(profile: profile, environment: environment).load() }
  }

  @Test("is found by its address or in the runtime folder, and only as a local socket")
  func address() throws {
    func text(_ environment: [String: String]) throws -> String { try BusAddress(environment: environment).text }
    #expect(
      try text(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a,guid=1", "XDG_RUNTIME_DIR": "/r"]) == "unix:path=/a,guid=1")
    #expect(try text(["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/r ä"]) == "unix:path=/r%20%c3%a4/bus")
    #expect(
      try text(["DBUS_SESSION_BUS_ADDRESS": "tcp:host=a;unix:path=/b;unix:abstract=c"])
        == "unix:path=/b;unix:abstract=c")
  }

  @Test("that is missing is reported, with a passphrase as the remedy", .timeLimit(.minutes(10)))
  func missing() async throws {
    for address in [
      "unix:path=/nowhere/bus", "unix:", "unix:path", "unix:path=%", "tcp:host=localhost,port=1",
      "unixexec:path=/bin/true",
      "rubbish", ";;;", "unix:path=\0", "unix:path=/" + String(repeating: "a", count: 5000),
      "unix:path=/" + String(repeating: "a", count: 500),
    ] {
      #expect(await loading(["DBUS_SESSION_BUS_ADDRESS": address]) == "no-bus", "\(address.prefix(60))")
    }
    #expect(await loading([:]) == "no-bus")
    #expect(await loading(["XDG_RUNTIME_DIR": "not/absolute"]) == "no-bus")
    let problem = await #expect(throws: Problem.self) {
      _ = try await KeyStore.secretService(profile: "mine", environment: [:]).load()
    }
    #expect(problem?.remedy.contains("passphrase") == true)
  }

  @Test(
    "that is silent, sends garbage or hangs up fails at the timeout",
    arguments: ["", "\0\u{1}rubbish\r\n", nil])
  func mute(_ said: String?) async throws {
    let socket = try ListeningSocket(says: said)
    let store = KeyStore.secretService(profile: "mine", patience: Patience(call: .milliseconds(200))) {
      () throws(Problem) in
      try BusAddress("unix:path=\(socket.path)")
    }
    #expect(await problem { _ = try await store.load() } == "no-bus")
  }

  @Test("refuses an invalid profile name")
  func names() async {
    for name in ["", "a\0b", "a\nb", "\u{7f}", String(repeating: "x", count: 201)] {
      #expect(await loading([:], profile: name) == "bad-profile")
    }
  }
}

/// A socket that does not speak the protocol of the bus: it sends a fixed text, or hangs up at once for nil.
private final class ListeningSocket: Sendable {
  let path = "/tmp/troupe-mute-\(UUID().uuidString.prefix(8))"
  private let socket: Int32

  init(says said: String?) throws {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    self.socket = socket
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && listen(socket, 8) == 0)
    DispatchQueue(label: "ListeningSocket").async {
      var callers: [Int32] = []
      // Ends when the socket is shut down.
      while case let caller = accept(socket, nil, nil), caller >= 0 {
        if let said {
          callers.append(caller)
          _ = said.withCString { write(caller, $0, said.utf8.count) }
        } else {
          close(caller)
        }
      }
      for caller in callers { close(caller) }
    }
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
    unlink(path)
  }
}

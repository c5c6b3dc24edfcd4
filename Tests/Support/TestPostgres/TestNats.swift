internal import Foundation
internal import Kernel

/// A NATS server for tests, on a free port of this machine, which ends with the test process.
public final class TestNats: Sendable {
  public let port: Int
  private let words: [String]
  private let log: URL
  private let server: Locked<ChildProcess>

  private static let program = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/usr/bin/nats-server"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  public static let missing: String? =
    program == nil ? "nats-server is not installed here (Debian's nats-server), so this is not tested." : nil

  public static var isInstalled: Bool { missing == nil }

  /// Starts a server. `more` are further arguments, such as `--user`, `a`.
  public init(_ more: [String] = []) throws {
    port = try FreePort.find()
    log = FileManager.default.temporaryDirectory.appending(path: "troupe-nats-\(port).log")
    words =
      ["/usr/bin/setpriv", "--pdeathsig", "KILL", "--", Self.program ?? "", "-a", "127.0.0.1", "-p", "\(port)"] + more
    server = Locked(try ChildProcess(words, log: log))
    try waitUntilReady()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: log)
  }

  public var address: String { "nats://127.0.0.1:\(port)" }

  public func stop() { server.withLock { $0.end(with: SIGKILL) } }

  public func restart() throws {
    let (words, log) = (words, log)
    try server.withLock { $0 = try ChildProcess(words, log: log) }
    try waitUntilReady()
  }

  private func waitUntilReady() throws {
    for _ in 0..<400 {
      if FreePort.isTaken(port) { return }
      if server.withLock({ $0.hasEnded }) { break }
      poll(nil, 0, 10)
    }
    throw TestPostgresError("nats-server did not start: \((try? String(contentsOf: log, encoding: .utf8)) ?? "")")
  }
}

public import Foundation
internal import Kernel

/// A PostgreSQL cluster for tests: a fresh one in a temporary folder, on a free port of this machine, which ends with
/// the test process in every case.
///
/// One cluster serves all tests of a process (`shared`); each takes a database of its own.
public final class TestPostgres: Sendable {
  public static let user = "postgres"
  /// Required over TCP, so that addresses with a password are tested.
  public static let password = "correct horse/battery@staple"

  public let port: Int
  /// The folder of the socket.
  public let folder: URL
  private let tools: PostgresTools
  private let settings: [String]
  private let server: Locked<ChildProcess>
  private let given = Locked(0)

  private init(port: Int, folder: URL, tools: PostgresTools, settings: [String]) throws {
    self.port = port
    self.folder = folder
    self.tools = tools
    self.settings = settings
    server = Locked(try Self.serve(tools, folder, settings))
  }

  deinit { stop() }

  /// The reason why PostgreSQL cannot run here, or nil when it can.
  public static let missing: String? =
    PostgresTools.found == nil ? "PostgreSQL is not installed here (Debian's postgresql), so this is not tested." : nil

  public static var isInstalled: Bool { missing == nil }

  private static let cluster = Locked<Result<TestPostgres, any Error>?>(nil)

  /// Returns the cluster of this process; starts it at the first call.
  public static func shared() throws -> TestPostgres {
    try cluster.withLock { held in
      if let held { return try held.get() }
      let started = Result { try start() }
      held = started
      // The server ends with this process in any case; this removes its folder too.
      atexit { try? TestPostgres.cluster.withLock { try $0?.get().stop() } }
      return try started.get()
    }
  }

  /// Starts a cluster of its own. `isDurable` keeps every commit through a loss of power; ordinary tests do without.
  /// `seats` is the maximum number of connections.
  public static func start(isDurable: Bool = false, seats: Int = 200) throws -> TestPostgres {
    guard let tools = PostgresTools.found else { throw TestPostgresError(missing ?? "") }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "troupe-postgres-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let secret = folder.appending(path: "secret")
    try Data(password.utf8).write(to: secret)
    try tools.handOver(folder)
    do {
      try tools.run(
        "initdb",
        [
          "--pgdata", folder.appending(path: "data").path, "--username", user, "--pwfile", secret.path, "--no-sync",
          "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--no-instructions",
        ])
      let port = try FreePort.find()
      var settings = [
        "port=\(port)", "listen_addresses=127.0.0.1", "unix_socket_directories=\(folder.path)",
        "max_connections=\(seats)", "logging_collector=off", "log_min_messages=fatal", "shared_buffers=32MB",
        "autovacuum=off", "jit=off",
      ]
      if !isDurable { settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] }
      let cluster = try TestPostgres(port: port, folder: folder, tools: tools, settings: settings)
      try cluster.waitUntilReady()
      return cluster
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  private static func serve(_ tools: PostgresTools, _ folder: URL, _ settings: [String]) throws -> ChildProcess {
    try tools.serve(
      ["-D", folder.appending(path: "data").path] + settings.flatMap { ["-c", $0] }, log: folder.appending(path: "log"))
  }

  /// The address by the Unix socket, where no password is required.
  public func address(of database: String) -> String {
    let host = folder.path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return "postgres://\(TestPostgres.user)@\(host):\(port)/\(database)"
  }

  /// The address over TCP, with a password.
  public func tcpAddress(of database: String) -> String {
    let allowed = CharacterSet.alphanumerics
    let secret = TestPostgres.password.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    return "postgres://\(TestPostgres.user):\(secret)@127.0.0.1:\(port)/\(database)"
  }

  /// Creates a database of its own: an empty one, or a copy of another of this cluster that has no connections.
  /// Returns its address.
  public func database(copying template: String = "template0") throws -> String {
    let name = "test_\(given.withLock { count in count += 1; return count })"
    try sql("create database \(name) template \(template)")
    return address(of: name)
  }

  /// Runs `psql` as the superuser and returns its output: one row a line, columns separated by bars.
  @discardableResult
  public func sql(_ text: String, in database: String = "postgres") throws -> String {
    try tools.run(
      "psql",
      [
        "--host", folder.path, "--port", String(port), "--username", TestPostgres.user, "--dbname", database,
        "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1",
      ], input: text)
  }

  /// The database name in an address of this cluster.
  public static func name(in address: String) -> String { String(address.split(separator: "/").last ?? "") }

  /// Kills the server at once; `restart` starts it again with the data on disk.
  public func kill() throws {
    let file = folder.appending(path: "data/postmaster.pid")
    server.withLock { $0.end(with: SIGQUIT) }
    try? FileManager.default.removeItem(at: file)
  }

  public func restart() throws {
    let (tools, folder, settings) = (tools, folder, settings)
    try server.withLock { $0 = try Self.serve(tools, folder, settings) }
    try waitUntilReady()
  }

  /// Stops the server and removes its folder.
  public func stop() {
    server.withLock { $0.end(with: SIGQUIT) }
    try? FileManager.default.removeItem(at: folder)
  }

  private func waitUntilReady() throws {
    for _ in 0..<200 {
      if (try? tools.run("pg_isready", ["--host", folder.path, "--port", String(port), "--timeout", "1"])) != nil {
        return
      }
      if server.withLock({ $0.hasEnded }) { break }
      // Not a sleep of a test: it polls a program that reports no readiness.
      poll(nil, 0, 25)
    }
    let log = (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
    throw TestPostgresError("PostgreSQL did not start: \(log.suffix(2000))")
  }
}

public struct TestPostgresError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

import Foundation
import Kernel
import Testing

@testable import SecretService

/// A private session bus in a temporary folder, optionally with Debian's gnome-keyring on it. Both are removed with the
/// test; the machine's own session is never touched.
final class Desktop {
  static let password = "richtig"
  static let isInstalled = program("dbus-daemon") != nil && program("gnome-keyring-daemon") != nil
  static let missing: Comment =
    "SKIPPED: dbus-daemon or gnome-keyring-daemon is missing. Scripts/setup --tests brings them."

  let folder: String
  private let bus: Process
  private var keyring: Process?

  init(hasKeyring: Bool = false) throws {
    // A socket's path has 107 characters at most. The space and the comma must be escaped in an address.
    folder = "/tmp/troupe-desktop-\(UUID().uuidString.prefix(8))"
    for part in ["", "/home", "/data", "/a run, here"] {
      try FileManager.default.createDirectory(
        atPath: folder + part, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let socket = "unix:path=\(folder)/a%20run%2c%20here/bus"
    try """
    <busconfig>
      <type>session</type>
      <listen>\(socket)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
      </policy>
    </busconfig>
    """.write(toFile: "\(folder)/bus.conf", atomically: true, encoding: .utf8)
    let printed = Pipe()
    bus = try Desktop.start(
      "dbus-daemon", ["--nofork", "--nopidfile", "--config-file=\(folder)/bus.conf", "--print-address=1"], [:],
      output: printed)
    #expect(String(decoding: printed.fileHandleForReading.availableData, as: UTF8.self).hasPrefix("unix:"))
    if hasKeyring { try startKeyring() }
  }

  deinit {
    stopKeyring()
    Desktop.stop(bus)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The environment of a program on this desktop.
  var environment: [String: String] { ["XDG_RUNTIME_DIR": "\(folder)/a run, here"] }

  func connect() throws -> SessionBus { try SessionBus(BusAddress(environment: environment), Patience()) }

  func startKeyring() throws {
    let mine = try connect()
    try mine.listen("type='signal',member='NameOwnerChanged',arg0='org.freedesktop.secrets'")
    let address = try BusAddress(environment: environment).text
    let words = Pipe()
    keyring = try Desktop.start(
      "gnome-keyring-daemon", ["--foreground", "--unlock", "--components=secrets"],
      environment.merging([
        "HOME": "\(folder)/home", "XDG_DATA_HOME": "\(folder)/data", "DBUS_SESSION_BUS_ADDRESS": address,
      ]) { $1 }, input: words)
    words.fileHandleForWriting.write(Data(Desktop.password.utf8))
    try words.fileHandleForWriting.close()
    #expect(try mine.wait(.seconds(60)) { $0?.isSignal("org.freedesktop.DBus", "NameOwnerChanged") ?? false })
  }

  func stopKeyring() {
    if let keyring { Desktop.stop(keyring) }
    keyring = nil
  }

  // MARK: - Locking and unlocking

  private static let login = "/org/freedesktop/secrets/collection/login"
  private static let service = Object(
    path: "/org/freedesktop/secrets", interface: "org.freedesktop.Secret.Service")

  func lock() throws {
    _ = try connect().call(Desktop.service, "Lock") { message throws(Problem) in try message.put(paths: [Desktop.login])
    }
  }

  /// Unlocks with the password as gnome-keyring's own dialog does.
  func unlock() throws {
    let bus = try connect()
    let session = try bus.call(Desktop.service, "OpenSession") { message throws(Problem) in
      try message.put("plain")
      try message.put(DBusType.variant, "s") { () throws(Problem) in try message.put("") }
    }
    try session.skip("v")
    let path = try session.path()
    let guilty = Object(
      path: Desktop.service.path, interface: "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface")
    _ = try bus.call(guilty, "UnlockWithMasterPassword") { message throws(Problem) in
      try message.put(Desktop.login, as: DBusType.path)
      try message.put(DBusType.structure, "oayays") { () throws(Problem) in
        try message.put(path, as: DBusType.path)
        try message.put([])
        try message.put(Array(Desktop.password.utf8))
        try message.put("text/plain")
      }
    }
  }

  private static func program(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func start(
    _ name: String, _ arguments: [String], _ environment: [String: String], input: Pipe? = nil, output: Pipe? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(program(name)))
    process.arguments = arguments
    process.environment = environment.merging(["PATH": "/usr/bin:/bin", "LC_ALL": "C"]) { $1 }
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private static func stop(_ process: Process) {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// The code of the problem, or nil.
func problem(_ work: () async throws -> Void) async -> String? {
  do {
    try await work()
    return nil
  } catch {
    return (error as? Problem)?.code ?? "\(error)"
  }
}

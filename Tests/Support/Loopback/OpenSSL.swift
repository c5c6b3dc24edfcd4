public import Foundation
internal import Glibc

/// Runs the openssl program, for certificates and keys that a test creates.
///
/// Foundation's `Process` is not used, since other programs inherit its pipes. Input and output are files, and the
/// program is killed after 60 seconds.
public struct OpenSSL: Sendable {
  public let folder: URL

  public init(in folder: URL) { self.folder = folder }

  public func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Runs openssl and returns its output; throws when it fails.
  @discardableResult
  public func run(_ arguments: [String]) throws -> String {
    let out = path("\(UUID().uuidString).out")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, out, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    for file in 3..<min(1024, Int32(clamping: sysconf(Int32(_SC_OPEN_MAX)))) {
      posix_spawn_file_actions_addclose(&actions, file)
    }
    let line = ["timeout", "--signal=KILL", "60", "openssl"] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let status = posix_spawn(&process, "/usr/bin/timeout", &actions, nil, words, environ)
    guard status == 0 else { throw Failed("openssl was not started: \(status)") }
    var ended: Int32 = 0
    while waitpid(process, &ended, 0) < 0, errno == EINTR {}
    let said = String(decoding: try Data(contentsOf: URL(filePath: out)), as: UTF8.self)
    guard ended == 0 else { throw Failed("openssl \(arguments.first ?? ""): \(said)") }
    return said
  }

  /// Creates a self-signed certificate for these names, and its key.
  public func certificate(_ name: String, for names: String = "DNS:localhost,IP:127.0.0.1") throws -> (
    certificate: String, key: String
  ) {
    let (certificate, key) = (path("\(name).pem"), path("\(name).key"))
    try run([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
      "/CN=\(name)", "-addext", "subjectAltName=\(names)", "-keyout", key, "-out", certificate,
    ])
    return (certificate, key)
  }
}

/// Calls the closure with a temporary folder that is removed afterwards.
public func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appending(path: "troupe-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

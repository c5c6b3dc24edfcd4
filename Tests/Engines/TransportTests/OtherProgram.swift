import Foundation
import Glibc

@testable import Transport

/// Runs openssl as a separate process, as an independent check of TLS.
///
/// Foundation's `Process` is not used: writing to a pipe whose reader has exited silently ends the whole test run
/// (SIGPIPE), and a pipe that another program has inherited never ends. Input and output are files, the program
/// inherits no descriptors, and a timeout ends it in any case.
struct OtherProgram {
  var code: Int32
  var said: String

  static func openssl(_ arguments: [String], input: String = "", in folder: URL) throws -> OtherProgram {
    let name = UUID().uuidString
    let (into, out) = (folder.appending(path: "\(name).in").path, folder.appending(path: "\(name).out").path)
    try input.write(toFile: into, atomically: false, encoding: .utf8)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, into, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, out, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // Every descriptor that other tests may have open.
    for file in 3..<min(1024, Int32(clamping: sysconf(Int32(_SC_OPEN_MAX)))) {
      posix_spawn_file_actions_addclose(&actions, file)
    }
    var words: [UnsafeMutablePointer<CChar>?] = (["timeout", "--signal=KILL", "60", "openssl"] + arguments).map {
      strdup($0)
    }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let status = posix_spawn(&process, "/usr/bin/timeout", &actions, nil, words, environ)
    guard status == 0 else { throw Client.Failed(what: "openssl was not started: \(status)") }
    var ended: Int32 = 0
    while waitpid(process, &ended, 0) < 0, errno == EINTR {}
    return OtherProgram(code: ended, said: String(decoding: try Data(contentsOf: URL(filePath: out)), as: UTF8.self))
  }
}

/// A temporary folder with a self-signed certificate, deleted with the test.
final class Certificate: Sendable {
  let folder: URL

  var certificate: String { folder.appending(path: "c.pem").path }
  var key: String { folder.appending(path: "k.pem").path }
  var files: TLSFiles { TLSFiles(certificate: certificate, key: key) }

  /// Runs on its own thread, because it takes a while.
  static func made() async throws -> Certificate { try await onThread { try Certificate() } }

  private init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "troupe-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let made = try OtherProgram.openssl(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
      ], in: folder)
    guard made.code == 0 else { throw Client.Failed(what: made.said) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

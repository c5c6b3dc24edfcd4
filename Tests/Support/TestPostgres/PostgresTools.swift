internal import Foundation

/// PostgreSQL's programs in Debian's folders. They refuse to run as root, so root runs them as `postgres`.
struct PostgresTools: Sendable {
  let folder: URL

  static let found: PostgresTools? = {
    let root = URL(filePath: "/usr/lib/postgresql")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    let newest = versions.compactMap { Int($0) }.sorted(by: >)
    return newest.lazy.map { PostgresTools(folder: root.appending(path: "\($0)/bin")) }
      .first { FileManager.default.isExecutableFile(atPath: $0.folder.appending(path: "initdb").path) }
  }()

  private var isRoot: Bool { getuid() == 0 }

  private func words(_ tool: String, _ arguments: [String], endsWithParent: Bool = false) -> [String] {
    let program = [folder.appending(path: tool).path] + arguments
    let role = isRoot ? ["--reuid", "postgres", "--regid", "postgres", "--init-groups"] : []
    let ending = endsWithParent ? ["--pdeathsig", "QUIT"] : []
    guard !(role + ending).isEmpty else { return program }
    return ["/usr/bin/setpriv"] + role + ending + ["--"] + program
  }

  /// Gives the folder to the user `postgres`, so that the server may write in it.
  func handOver(_ folder: URL) throws {
    guard isRoot else { return }
    guard let person = getpwnam("postgres") else { throw TestPostgresError("there is no user postgres") }
    for path in [folder.path, folder.appending(path: "secret").path] {
      guard chown(path, person.pointee.pw_uid, person.pointee.pw_gid) == 0 else {
        throw TestPostgresError("\(path) could not be handed over")
      }
    }
  }

  func serve(_ arguments: [String], log: URL) throws -> ChildProcess {
    try ChildProcess(words("postgres", arguments, endsWithParent: true), log: log)
  }

  @discardableResult
  func run(_ tool: String, _ arguments: [String], input: String = "") throws -> String {
    let process = Process()
    let words = words(tool, arguments)
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = URL(filePath: "/")
    let (into, out, complaints) = (Pipe(), Pipe(), Pipe())
    process.standardInput = into
    process.standardOutput = out
    process.standardError = complaints
    try process.run()
    into.fileHandleForWriting.write(Data(input.utf8))
    try into.fileHandleForWriting.close()
    let said = try out.fileHandleForReading.readToEnd() ?? Data()
    let complained = try complaints.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TestPostgresError("\(tool): \(String(decoding: complained, as: UTF8.self))")
    }
    return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

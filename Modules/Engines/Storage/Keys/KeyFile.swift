internal import Glibc
internal import Kernel

/// A small file that only its owner can read, replaced atomically.
struct OwnFile: Sendable {
  static let largest = 4096

  let path: String

  /// Returns nil when there is no such file.
  func read() throws(Problem) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if file < 0 {
      if errno == ENOENT { return nil }
      throw problem("could not be read")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw problem("could not be read") }
    guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
      throw Problem(
        "open-key", "The file \(path) can be read by others.", safe: "Nothing was opened with it.",
        remedy: "If nobody else has read it, run: chmod 600 \(path)")
    }
    var bytes = [UInt8](repeating: 0, count: OwnFile.largest + 1)
    var count = 0
    while count < bytes.count {
      let more = bytes[count...].withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if more < 0, errno == EINTR { continue }
      guard more >= 0 else { throw problem("could not be read") }
      if more == 0 { break }
      count += more
    }
    guard count <= OwnFile.largest else { throw problem("is larger than it should be") }
    return Array(bytes.prefix(count))
  }

  /// Writes a new file, flushes it, and renames it over the old one.
  func replace(with bytes: [UInt8]) throws(Problem) {
    let beside = "\(path).new"
    let file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw problem("could not be written") }
    let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    let isFlushed = count == bytes.count && fchmod(file, 0o600) == 0 && fsync(file) == 0
    guard close(file) == 0, isFlushed, rename(beside, path) == 0 else {
      let failure = problem("could not be written")
      unlink(beside)
      throw failure
    }
    // Flushes the folder too, which makes the rename durable. Losing the key would lose everything sealed with it.
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let folder = open(parent.isEmpty ? "/" : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw problem("could not be written") }
    let isNamed = fsync(folder) == 0
    close(folder)
    guard isNamed else { throw problem("could not be written") }
  }

  private func problem(_ what: String) -> Problem {
    Problem(
      "key-file", "The file \(path) \(what): \(String(cString: strerror(errno))).",
      safe: "What was kept before is untouched.", remedy: "Check its rights and the free space, then try again.")
  }
}

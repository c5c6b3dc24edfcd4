internal import COpenSSL
internal import Glibc
public import Kernel
internal import Signing

extension TokenKey {
  /// Returns the given secret, or the one stored in `jwt.secret` of that folder, which is created once and readable by
  /// its owner only.
  public static func kept(in folder: String, given: String?) throws(Problem) -> TokenKey {
    if let given { return try TokenKey(given) }
    let file = SecretFile(path: "\(folder)/jwt.secret")
    if let text = try file.read() { return try TokenKey(text) }
    var bytes = [UInt8](repeating: 0, count: 48)
    guard RAND_bytes(&bytes, CInt(bytes.count)) == 1 else {
      throw Problem(
        "token-randomness", "The machine gave no random bytes for a secret.", safe: "Nothing was started.",
        remedy: "Try again; if it stays so, restart the machine.")
    }
    try file.create(Base64URL.text(bytes))
    // Read back what is there: of two processes that start together, one was first.
    guard let text = try file.read() else { throw file.problem("could not be read") }
    return try TokenKey(text)
  }
}

/// A file of one line that only its owner can read, created once.
struct SecretFile {
  let path: String

  /// Returns nil when there is no such file.
  func read() throws(Problem) -> String? {
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
        "open-secret", "The file \(path) can be read by others.", safe: "Nothing was started.",
        remedy: "If nobody else has read it, run: chmod 600 \(path). Otherwise delete it: everybody signs in again.")
    }
    var bytes = [UInt8](repeating: 0, count: TokenKey.most + 2)
    var count = 0
    while count < bytes.count {
      let more = bytes[count...].withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if more < 0, errno == EINTR { continue }
      guard more >= 0 else { throw problem("could not be read") }
      if more == 0 { break }
      count += more
    }
    guard let text = String(validating: bytes.prefix(count), as: UTF8.self) else { throw problem("is not text") }
    return String(text.prefix { !$0.isNewline })
  }

  /// Writes a temporary file and links it into place whole; an existing file stays.
  func create(_ text: String) throws(Problem) {
    var name = Array("\(path).XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { throw problem("could not be written") }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    defer { unlink(name) }
    let bytes = Array("\(text)\n".utf8)
    let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    let isWhole = count == bytes.count && fchmod(file, 0o600) == 0 && fsync(file) == 0
    guard close(file) == 0, isWhole else { throw problem("could not be written") }
    guard link(name, path) == 0 || errno == EEXIST else { throw problem("could not be written") }
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let folder = open(parent.isEmpty ? "/" : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw problem("could not be written") }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw problem("could not be written") }
  }

  func problem(_ what: String) -> Problem {
    Problem(
      "secret-file", "The file \(path) \(what): \(String(cString: strerror(errno))).", safe: "Nothing was started.",
      remedy: "Check its rights and the free space, then try again.")
  }
}

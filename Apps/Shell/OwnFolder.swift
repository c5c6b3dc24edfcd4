internal import Glibc
public import Kernel

/// A folder with access for its owner only, whose files are written atomically.
public struct OwnFolder: Sendable {
  public static let largestFile = 1 << 20

  public let path: String
  private static let written = Locked(0)

  /// Creates the folder and missing parent folders.
  public init(_ path: String) throws(Problem) {
    self.path = path
    try OwnFolder.make(path)
  }

  public func inside(_ name: String) throws(Problem) -> OwnFolder {
    try OwnFolder.check(name)
    return try OwnFolder("\(path)/\(name)")
  }

  /// Returns the contents of a file; nil when it does not exist.
  func bytes(of name: String) throws(Problem) -> [UInt8]? {
    try OwnFolder.check(name)
    let file = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if file < 0 {
      if errno == ENOENT { return nil }
      throw problem("could not be read", name)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw problem("could not be read", name) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= OwnFolder.largestFile else {
        throw Problem(
          "file-too-large", "The file \(path)/\(name) is larger than Troupe ever writes.",
          safe: "It was left as it is.",
          remedy: "Move it away and start again.")
      }
    }
  }

  /// Creates the file atomically: a crash leaves the whole file or none. Returns false, and changes nothing, when it
  /// exists.
  func create(_ name: String, with bytes: [UInt8]) throws(Problem) -> Bool {
    try OwnFolder.check(name)
    // Concurrent writers may create the same name.
    let number = OwnFolder.written.withLock { count in
      count += 1
      return count
    }
    let beside = "\(path)/.\(name).\(getpid())-\(number).new"
    let file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw problem("could not be written", name) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    let isFlushed = written == bytes.count && fsync(file) == 0
    // A close that fails reports a write that did not reach the disk.
    let isWhole = close(file) == 0 && isFlushed
    let isFirst = isWhole && link(beside, "\(path)/\(name)") == 0
    guard isFirst || isWhole && errno == EEXIST else {
      let failure = problem("could not be written", name)
      unlink(beside)
      throw failure
    }
    unlink(beside)
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
    return isFirst
  }

  private func problem(_ what: String, _ name: String) -> Problem {
    Problem(
      "file-error", "The file \(path)/\(name) \(what): \(String(cString: strerror(errno))).",
      safe: "What was kept before is untouched.",
      remedy: "Check the folder's rights and the free space, then try again.")
  }

  /// Throws unless `name` is a plain file name, which cannot lead out of the folder.
  static func check(_ name: String) throws(Problem) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isPlain, (1...64).contains(name.utf8.count), !name.hasPrefix(".") else {
      throw Problem(
        "bad-name", "“\(name.prefix(64))” cannot be a name here.",
        remedy: "Use up to 64 letters, digits, hyphens, underscores and dots, not beginning with a dot.")
    }
  }

  private static func make(_ path: String) throws(Problem) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      if mkdir(made, 0o700) == 0 || errno == EEXIST { continue }
      throw Problem(
        "no-folder", "The folder \(made) could not be made: \(String(cString: strerror(errno))).",
        remedy: "Choose another with --data DIR, or mend its rights.")
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Problem("no-folder", "\(path) is not a folder.", remedy: "Choose another with --data DIR.")
    }
  }
}

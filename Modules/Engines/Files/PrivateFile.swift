internal import Platform

/// A small file that only its owner can read, such as a key, and that is written whole or not at all.
public struct PrivateFile: Sendable, Hashable {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// Returns the first bytes of the file, at most `most` of them; nil when it does not exist. Throws for a file that
  /// others can read, unless `mayBeShared`, and follows no symbolic link.
  public func bytes(upTo most: Int, mayBeShared: Bool = false) throws(PrivateFileFailure) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if file < 0 {
      if errno == ENOENT { return nil }
      throw .unreadable(errno)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .unreadable(errno) }
    guard mayBeShared || status.st_mode & 0o077 == 0 && status.st_uid == geteuid() else { throw .shared }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    // The file may hold a key.
    defer { explicit_bzero(&chunk, chunk.count) }
    while bytes.count < most {
      let count = read(file, &chunk, min(chunk.count, most - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(errno) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Creates the file, durably. Returns false, and changes nothing, when it exists: of two processes that start
  /// together, one is first.
  public func create(_ bytes: [UInt8]) throws(PrivateFileFailure) -> Bool {
    let unfinished = try written(bytes)
    defer { unlink(unfinished) }
    let isFirst = link(unfinished, path) == 0
    guard isFirst || errno == EEXIST else { throw .unwritable(errno) }
    try syncFolder()
    return isFirst
  }

  /// Creates the file, or replaces an older one, durably.
  public func replace(with bytes: [UInt8]) throws(PrivateFileFailure) {
    let unfinished = try written(bytes)
    guard rename(unfinished, path) == 0 else {
      let failure = PrivateFileFailure.unwritable(errno)
      unlink(unfinished)
      throw failure
    }
    try syncFolder()
  }

  /// Writes a temporary file beside this one and returns its path.
  private func written(_ bytes: [UInt8]) throws(PrivateFileFailure) -> String {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    var template = Array("\(path.dropLast(name.count)).\(name).XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw .unwritable(errno) }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let unfinished = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    var count = 0
    while count < bytes.count {
      let more = bytes[count...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { break }
      count += more
    }
    let isFlushed = count == bytes.count && fchmod(file, 0o600) == 0 && fsync(file) == 0
    let code = errno
    // A close that fails reports a write that did not reach the disk.
    guard close(file) == 0, isFlushed else {
      let failure = PrivateFileFailure.unwritable(isFlushed ? errno : code)
      unlink(unfinished)
      throw failure
    }
    return unfinished
  }

  /// Makes a new name durable: a key that is lost with it would lose everything sealed with that key.
  private func syncFolder() throws(PrivateFileFailure) {
    let parent = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
    let folder = open(parent.isEmpty ? "/" : String(parent), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .unwritable(errno) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw .unwritable(errno) }
  }
}

/// The reason why a private file was not read or written.
public enum PrivateFileFailure: Error, Sendable, Hashable {
  /// Others can read the file.
  case shared
  case unreadable(reason: String)
  case unwritable(reason: String)

  fileprivate static func unreadable(_ code: Int32) -> PrivateFileFailure {
    .unreadable(reason: String(cString: strerror(code)))
  }
  fileprivate static func unwritable(_ code: Int32) -> PrivateFileFailure {
    .unwritable(reason: String(cString: strerror(code)))
  }
}

internal import Glibc
internal import Kernel

/// The folder of a store, accessible to its owner only and locked for one process at a time.
///
/// The system releases the lock when the process ends, however it ends.
final class StoreFolder: Sendable {
  let path: String
  private let file: Locked<Int32?>

  var database: String { Self.database(in: path) }

  static func database(in folder: String) -> String { "\(folder)/troupe.sqlite" }

  init(_ path: String) throws(Problem) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw Self.unusable(path) }
    // Removes other users' access to an existing folder.
    var about = stat()
    guard stat(path, &about) == 0, about.st_mode & S_IFMT == S_IFDIR else { throw Self.unusable(path) }
    if about.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 { throw Self.unusable(path) }
    let file = open("\(path)/troupe.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Self.unusable(path) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let owner = Self.text(of: file)
      close(file)
      throw Problem(
        "store-in-use", "The database in \(path) is open in \(owner).", safe: "Nothing was changed.",
        remedy: "Stop that process, or choose another folder.")
    }
    // Set last: an initializer that throws with all properties set runs `deinit`, which would close a reused
    // descriptor.
    self.path = path
    self.file = Locked(file)
    let text = "process \(getpid())\n"
    ftruncate(file, 0)
    _ = text.withCString { pwrite(file, $0, strlen($0), 0) }
  }

  deinit { release() }

  /// Releases the lock.
  func release() {
    let held = file.withLock { file in
      defer { file = nil }
      return file
    }
    guard let held else { return }
    // Unlocked explicitly: a child process being started holds a copy of the descriptor until it calls `exec`.
    flock(held, LOCK_UN)
    close(held)
  }

  /// Creates the file if it is missing: SQLite would make it readable by others, and copies its permissions to its
  /// log.
  func makeFile() {
    let file = open(database, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if file >= 0 { close(file) }
  }

  /// Syncs a file or folder, so that its entries survive a power failure.
  static func sync(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return fsync(file) == 0
  }

  private static func text(of file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = pread(file, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").first.map(String.init) ?? "another process"
  }

  static func unusable(_ path: String) -> Problem {
    Problem(
      "no-folder", "\(path) cannot be used as the database's folder: \(String(cString: strerror(errno))).",
      safe: "Nothing was changed.", remedy: "Correct its permissions, or choose another folder.")
  }
}

internal import Files
internal import Glibc
internal import Kernel

/// The folder of a store, accessible to its owner only and locked for one process at a time.
final class StoreFolder: Sendable {
  let path: String
  private let lock: LockFile

  var database: String { Self.database(in: path) }

  static func database(in folder: String) -> String { "\(folder)/troupe.sqlite" }

  init(_ path: String) throws(Problem) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw Self.unusable(path) }
    // Removes other users' access to an existing folder.
    var about = stat()
    guard stat(path, &about) == 0, about.st_mode & S_IFMT == S_IFDIR else { throw Self.unusable(path) }
    if about.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 { throw Self.unusable(path) }
    do throws(LockRefusal) {
      lock = try LockFile("\(path)/troupe.lock", note: "process \(getpid())")
    } catch {
      switch error {
      case .unopenable(let reason): throw Self.unusable(path, reason)
      case .held(let owner):
        throw Problem(
          "store-in-use", "The database in \(path) is open in \(owner).", safe: "Nothing was changed.",
          remedy: "Stop that process, or choose another folder.")
      }
    }
    self.path = path
  }

  /// Releases the lock.
  func release() { lock.release() }

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

  private static func unusable(
    _ path: String, _ reason: String = String(cString: strerror(errno))
  ) -> Problem {
    Problem(
      "no-folder", "\(path) cannot be used as the database's folder: \(reason).",
      safe: "Nothing was changed.", remedy: "Correct its permissions, or choose another folder.")
  }
}

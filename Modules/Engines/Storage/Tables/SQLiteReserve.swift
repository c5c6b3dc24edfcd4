internal import Kernel
internal import Platform

/// A reserve of disk space beside a store, for when the disk is full.
///
/// To free space in its file, SQLite first writes to its log, and checkpoints the log into a file that grows. On a full
/// disk it can do neither, although half of the file could be freed; then the reserve is released.
extension SQLiteTables {
  /// The size of a log before a checkpoint, and a little more.
  private static let reserve = 5 << 20
  private var reservePath: String { "\(database.path)-reserve" }

  private var isInMemory: Bool { database.path == SQLiteTables.memory }

  /// Does nothing if there is no space for it; the next process tries again.
  func layReserve() {
    guard !isInMemory else { return }
    var known = stat()
    if lstat(reservePath, &known) == 0, known.st_size >= SQLiteTables.reserve { return }
    let file = open(reservePath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    let isThere = FileDescriptor.reserve(file, SQLiteTables.reserve)
    close(file)
    if !isThere { unlink(reservePath) }
  }

  /// Releases the reserved space.
  func spendReserve() { if !isInMemory { unlink(reservePath) } }
}

internal import Glibc
internal import Kernel

/// Some of the disk, kept beside a store for the day on which it is full.
///
/// To make room in its file, SQLite first writes to its log, and brings the log into a file that grows. On a full disk it
/// can do neither, though half of the file could be given up: then these bytes are given back to it.
extension SQLiteTables {
  /// What a log holds before it is brought into the file, and a little more.
  private static let reserve = 5 << 20
  private var reservePath: String { "\(database.path)-reserve" }

  /// Without room for it there is none, which is tried again with the next process.
  func layReserve() {
    var known = stat()
    if lstat(reservePath, &known) == 0, known.st_size >= SQLiteTables.reserve { return }
    let file = open(reservePath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    let isThere = posix_fallocate(file, 0, off_t(SQLiteTables.reserve)) == 0
    close(file)
    if !isThere { unlink(reservePath) }
  }

  func spendReserve() { unlink(reservePath) }
}

internal import Kernel
internal import Platform

/// A file that is read or written sequentially, and closed on deinit.
final class BlobFile {
  let path: String
  private let file: Int32

  init(reading path: String) throws(Problem) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw BlobFile.problem(errno) }
    self.path = path
    self.file = file
  }

  init(writing path: String) throws(Problem) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw BlobFile.problem(errno) }
    self.path = path
    self.file = file
  }

  deinit { close(file) }

  func write(_ bytes: [UInt8]) throws(Problem) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Platform.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw BlobFile.problem(errno) }
      done += count
    }
  }

  func read(_ most: Int) throws(Problem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    var done = 0
    while done < most {
      let count = bytes[done...].withUnsafeMutableBytes { Platform.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw BlobFile.problem(errno) }
      if count == 0 { break }
      done += count
    }
    return Array(bytes.prefix(done))
  }

  /// Flushes the file and renames it to its final name, durably.
  func place(at final: String, in folder: String) throws(Problem) {
    guard fsync(file) == 0, rename(path, final) == 0 else { throw BlobFile.problem(errno) }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw BlobFile.problem(errno) }
    let isNamed = fsync(directory) == 0
    close(directory)
    guard isNamed else { throw BlobFile.problem(errno) }
  }

  /// Overwrites the file with zeroes. A file that cannot be opened for writing is left for removal only.
  static func overwrite(_ path: String) {
    let file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return }
    defer { close(file) }
    let noughts = [UInt8](repeating: 0, count: 64 << 10)
    var left = max(0, Int(lseek(file, 0, SEEK_END)))
    lseek(file, 0, SEEK_SET)
    while left > 0 {
      let count = noughts.withUnsafeBytes { Platform.write(file, $0.baseAddress, min(left, $0.count)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      left -= count
    }
    FileDescriptor.flush(file)
  }

  static func problem(_ code: Int32) -> Problem {
    if code == ENOSPC || code == EDQUOT {
      return Problem(
        "disk-full", "There is no room left on the disk.", safe: StoreProblem.kept,
        remedy: "Free some space, then try again.")
    }
    if code == ENOENT { return missing }
    return Problem(
      "blob-file", "A file of this profile could not be used: \(String(cString: strerror(code))).",
      safe: StoreProblem.kept, remedy: "Check the folder's rights, then try again.")
  }

  static let missing = Problem(
    "no-blob", "The picture or file is not on this device.", safe: "Nothing else is missing because of it.",
    remedy: "Fetch it again, or add it again.")
  static let damaged = Problem(
    "damaged-blob", "The picture or file is damaged on this device.", safe: "Nothing else is damaged because of it.",
    remedy: "Fetch it again, or add it again.")
}

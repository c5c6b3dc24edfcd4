internal import FoundationEssentials
internal import Glibc
internal import Kernel

/// Reads a regular file of bounded size.
enum NamedFile {
  static func data(
    of path: String, most: Int, tooLarge code: String, remedy: String
  ) throws(Problem) -> Data {
    // Non-blocking, so that a pipe without a writer is refused rather than waited for.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      guard errno == EACCES else { throw none(path) }
      throw Problem("no-file", "\(path.suffix(200)) could not be read.", remedy: "Check the rights of the file.")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw none(path) }
    guard status.st_size <= most else {
      throw Problem(code, "\(path.suffix(200)) is larger than \(most >> 20) MB.", remedy: remedy)
    }
    return try read(file, Int(status.st_size), path)
  }

  /// Reads up to `size` bytes; a file truncated meanwhile yields what is left.
  private static func read(_ file: Int32, _ size: Int, _ path: String) throws(Problem) -> Data {
    guard size > 0 else { return Data() }
    guard let room = malloc(size) else { throw unread(path) }
    var count = 0
    while count < size {
      let more = Glibc.read(file, room + count, size - count)
      if more < 0, errno == EINTR { continue }
      guard more >= 0 else {
        free(room)
        throw unread(path)
      }
      if more == 0 { break }
      count += more
    }
    return Data(bytesNoCopy: room, count: count, deallocator: .free)
  }

  private static func none(_ path: String) -> Problem {
    Problem("no-file", "\(path.suffix(200)) is not a file that can be read.", remedy: "Check its name.")
  }

  private static func unread(_ path: String) -> Problem {
    Problem("no-file", "\(path.suffix(200)) could not be read.", remedy: "Try it again.")
  }
}

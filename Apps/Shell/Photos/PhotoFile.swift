internal import Glibc
internal import Kernel

/// Reads a picture by its path, with a bound on its size.
enum PhotoFile {
  /// Returns the contents, at most one byte more than `most`, so that the caller sees that the file is too large.
  static func bytes(of path: String, most: Int) throws(Problem) -> [UInt8] {
    // Non-blocking, so that a pipe without a writer is refused rather than waited for.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw unread(path, String(cString: strerror(errno))) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw unread(path, "it is no file") }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= most {
      let count = read(file, &chunk, min(chunk.count, most + 1 - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unread(path, String(cString: strerror(errno))) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private static func unread(_ path: String, _ why: String) -> Problem {
    Problem(
      "no-file", "“\(path.prefix(200))” could not be read: \(why).", safe: "The photo is still asked for.",
      remedy: "Name a picture on this machine, by its whole path.")
  }
}

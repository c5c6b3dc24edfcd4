internal import Glibc
internal import Kernel

/// A file of meetings on this machine.
enum MeetingFile {
  static let longestPath = 4096

  /// Reads the whole file. Throws for anything but a regular file of at most `MeetingFeed.largest` bytes.
  static func bytes(at path: String) throws(Problem) -> [UInt8] {
    guard !path.isEmpty, path.utf8.count <= longestPath, !path.utf8.contains(0) else { throw FeedProblem.missing }
    // Non-blocking, since opening a pipe would wait for its writer.
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else {
      throw errno == EACCES || errno == EPERM ? FeedProblem.unreadable : FeedProblem.missing
    }
    defer { close(number) }
    var about = stat()
    guard fstat(number, &about) == 0 else { throw FeedProblem.diskFailed }
    guard about.st_mode & S_IFMT == S_IFREG else { throw FeedProblem.irregular }
    guard about.st_size <= MeetingFeed.largest else { throw FeedProblem.huge }
    return try bytes(of: number, count: Int(about.st_size))
  }

  private static func bytes(of number: Int32, count: Int) throws(Problem) -> [UInt8] {
    var isBroken = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, done in
      while done < count {
        let read = Glibc.read(number, UnsafeMutableRawBufferPointer(room).baseAddress?.advanced(by: done), count - done)
        if read < 0, errno == EINTR { continue }
        if read < 0 { isBroken = true }
        if read <= 0 { break }
        done += read
      }
    }
    if isBroken { throw FeedProblem.diskFailed }
    return bytes
  }
}

internal import Platform

/// A regular file that somebody named, open for reading. It is closed when the value goes out of scope.
public struct ReadableFile: ~Copyable, Sendable {
  /// Bytes of the longest path that is looked up.
  public static let longestPath = 4096

  /// The reason why a file is not read.
  public enum Refusal: Error, Sendable, Equatable {
    /// Nothing that can be opened is at the path, with the system's error.
    case missing(errno: Int32)
    case forbidden
    case folder
    /// A pipe, a socket or a device.
    case irregular
    case tooLarge
    /// The disk failed, with the system's error.
    case failed(errno: Int32)
  }

  /// The descriptor, open as long as this value lives.
  public let number: Int32
  public let size: Int

  /// Opens the file. Neither a pipe nor a terminal is waited for.
  public init(_ path: String) throws(Refusal) {
    guard !path.isEmpty, path.utf8.count <= ReadableFile.longestPath, !path.utf8.contains(0) else {
      throw .missing(errno: ENOENT)
    }
    // Non-blocking, since opening a pipe would wait for its writer.
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else { throw errno == EACCES || errno == EPERM ? .forbidden : .missing(errno: errno) }
    do throws(Refusal) { size = try ReadableFile.size(of: number) } catch {
      close(number)
      throw error
    }
    self.number = number
  }

  deinit { close(number) }

  private static func size(of number: Int32) throws(Refusal) -> Int {
    var about = stat()
    guard fstat(number, &about) == 0 else { throw .failed(errno: errno) }
    guard about.st_mode & S_IFMT == S_IFREG else {
      throw about.st_mode & S_IFMT == S_IFDIR ? .folder : .irregular
    }
    return Int(about.st_size)
  }

  /// Reads the whole file. A file that is cut meanwhile yields what is left of it.
  public func bytes(most: Int) throws(Refusal) -> [UInt8] {
    guard size <= most else { throw .tooLarge }
    return try beginning(most)
  }

  /// Reads the first bytes of the file, at most `most` of them.
  public func beginning(_ most: Int) throws(Refusal) -> [UInt8] {
    let wanted = min(size, most)
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { room, count in
      while count < wanted {
        let more = read(number, room.baseAddress.map { $0 + count }, wanted - count)
        if more < 0, errno == EINTR { continue }
        if more < 0 { failure = errno }
        if more <= 0 { break }
        count += more
      }
    }
    guard failure == 0 else { throw .failed(errno: failure) }
    return bytes
  }

  /// Hands out the descriptor, which is open until `body` returns.
  public borrowing func withDescriptor<Value, Failure>(
    _ body: (_ number: Int32, _ size: Int) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try body(number, size)
  }

  /// Opens a file and reads the whole of it.
  public static func bytes(at path: String, most: Int) throws(Refusal) -> [UInt8] {
    try ReadableFile(path).bytes(most: most)
  }
}

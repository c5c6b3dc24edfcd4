internal import Glibc
internal import Kernel

/// Reads a file of bounded size.
enum BoundedFile {
  static func text(of path: String, most: Int) throws(Problem) -> String {
    // Non-blocking, so that a pipe without a writer is refused rather than waited for.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      throw Problem(
        "no-file", "\(path) could not be read: \(String(cString: strerror(errno))).", remedy: "Check its name.")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Problem("no-file", "\(path) is not a file.", remedy: "Name a file with something to play in it.")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Problem(
          "no-file", "\(path) could not be read: \(String(cString: strerror(errno))).", remedy: "Try again.")
      }
      if count == 0 { break }
      bytes += chunk[..<count]
      guard bytes.count <= most else {
        throw Problem("file-too-large", "\(path) is larger than \(most) bytes.", remedy: "Split it.")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem("not-text", "\(path) holds bytes that are no text.", remedy: "Save it as UTF-8.")
    }
    return text
  }
}

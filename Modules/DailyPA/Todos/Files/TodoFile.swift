internal import Glibc
internal import Kernel

/// A file with the todos of another app.
enum TodoFile {
  static let longestPath = 4096
  /// Bytes of the largest file.
  static let largest = 8 << 20

  /// Reads the whole file. Throws for anything but a regular file of at most `largest` bytes.
  static func bytes(at path: String) throws(Problem) -> [UInt8] {
    guard !path.isEmpty, path.utf8.count <= longestPath, !path.utf8.contains(0) else { throw missing }
    // Non-blocking, since opening a pipe would wait for its writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw missing }
    defer { close(file) }
    var about = stat()
    guard fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { throw missing }
    guard about.st_size <= largest else { throw tooLarge }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= largest {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw missing }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    throw tooLarge
  }

  static let missing = Problem(
    "todos-missing", "There is no file at this path that can be read.", safe: "Nothing was imported.",
    remedy: "Check the path, or choose the file above.")
  static let tooLarge = Problem(
    "todos-large", "The file is larger than 8 MB.", safe: "Nothing was imported.",
    remedy: "Export fewer projects at once, and use that file.")
  static let unknown = Problem(
    "todos-unknown", "This is no export of Todoist or Super Productivity.", safe: "Nothing was imported.",
    remedy: "In Todoist, export a project as CSV. In Super Productivity, export your data as JSON.")
  static let tooMany = Problem(
    "todos-many", "The file has more than \(TodoSheet.most) todos.", safe: "Nothing was imported.",
    remedy: "Export fewer projects at once, and use that file.")
}

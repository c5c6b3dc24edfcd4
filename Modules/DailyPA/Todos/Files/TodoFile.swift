internal import Files
internal import Kernel

/// A file with the todos of another app.
enum TodoFile {
  /// Bytes of the largest file.
  static let largest = 8 << 20

  /// Reads the whole file. Throws for anything but a regular file of at most `largest` bytes.
  static func bytes(at path: String) throws(Problem) -> [UInt8] {
    do throws(ReadableFile.Refusal) { return try ReadableFile.bytes(at: path, most: largest) } catch {
      throw error == .tooLarge ? tooLarge : missing
    }
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

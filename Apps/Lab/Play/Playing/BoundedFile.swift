internal import Files
internal import Glibc
internal import Kernel

/// Reads a file of bounded size.
enum BoundedFile {
  static func text(of path: String, most: Int) throws(Problem) -> String {
    guard let text = String(validating: try bytes(of: path, most), as: UTF8.self) else {
      throw Problem("not-text", "\(path) holds bytes that are no text.", remedy: "Save it as UTF-8.")
    }
    return text
  }

  private static func bytes(of path: String, _ most: Int) throws(Problem) -> [UInt8] {
    do throws(ReadableFile.Refusal) { return try ReadableFile.bytes(at: path, most: most) } catch {
      switch error {
      case .missing(let code): throw unread(path, code, "Check its name.")
      case .forbidden: throw unread(path, EACCES, "Check its name.")
      case .failed(let code): throw unread(path, code, "Try again.")
      case .folder, .irregular:
        throw Problem("no-file", "\(path) is not a file.", remedy: "Name a file with something to play in it.")
      case .tooLarge: throw Problem("file-too-large", "\(path) is larger than \(most) bytes.", remedy: "Split it.")
      }
    }
  }

  private static func unread(_ path: String, _ code: Int32, _ remedy: String) -> Problem {
    Problem("no-file", "\(path) could not be read: \(String(cString: strerror(code))).", remedy: remedy)
  }
}

internal import Files
internal import FoundationEssentials
internal import Kernel

/// Reads a regular file of bounded size.
enum NamedFile {
  static func data(
    of path: String, most: Int, tooLarge code: String, remedy: String
  ) throws(Problem) -> Data {
    let name = path.suffix(200)
    do throws(ReadableFile.Refusal) { return Data(try ReadableFile.bytes(at: path, most: most)) } catch {
      switch error {
      case .forbidden:
        throw Problem("no-file", "\(name) could not be read.", remedy: "Check the rights of the file.")
      case .failed: throw Problem("no-file", "\(name) could not be read.", remedy: "Try it again.")
      case .tooLarge: throw Problem(code, "\(name) is larger than \(most >> 20) MB.", remedy: remedy)
      case .missing: throw Problem("no-file", "There is no file \(name).", remedy: "Check its name.")
      case .folder: throw Problem("no-file", "\(name) is a folder.", remedy: "Name a file in it.")
      case .irregular:
        throw Problem(
          "no-file", "\(name) is a device or a pipe, not a file.", remedy: "Save its contents to a file first.")
      }
    }
  }

  /// The same for a text in UTF-8, without the byte order mark with which some editors begin one.
  static func text(
    of path: String, most: Int, tooLarge code: String, remedy: String
  ) throws(Problem) -> [UInt8] {
    let bytes = [UInt8](try data(of: path, most: most, tooLarge: code, remedy: remedy))
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }
}

internal import Files
internal import FoundationEssentials
internal import Glibc
internal import Kernel

/// Reads and writes the files that a person names.
enum NamedFile {
  /// Writes a file whole, and returns whether it could be written.
  ///
  /// A new or a regular file is never there by half, and a link stays a link to it. Whatever else has the name, such as a
  /// device or a pipe, is written to and not replaced.
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    var about = stat()
    if stat(path, &about) == 0 {
      guard about.st_mode & S_IFMT == S_IFREG, let whole = realpath(path, nil) else {
        return append(bytes, to: path, 0)
      }
      defer { free(whole) }
      return replace(String(cString: whole), with: bytes)
    }
    // A link to a file that is not there yet makes that file.
    return lstat(path, &about) == 0 ? append(bytes, to: path, O_CREAT | O_TRUNC) : replace(path, with: bytes)
  }

  private static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
    (try? Data(bytes).write(to: URL(filePath: path), options: .atomic)) != nil
  }

  private static func append(_ bytes: [UInt8], to path: String, _ how: Int32) -> Bool {
    let file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | how, 0o666)
    guard file >= 0 else { return false }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Reads a regular file of bounded size.
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

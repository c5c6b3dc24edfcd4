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
      case .missing, .folder, .irregular:
        throw Problem("no-file", "\(name) is not a file that can be read.", remedy: "Check its name.")
      }
    }
  }
}

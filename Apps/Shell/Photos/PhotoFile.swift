internal import Files
internal import Kernel
internal import Platform

/// Reads a picture by its path, with a bound on its size.
enum PhotoFile {
  /// Returns the contents, at most one byte more than `most`, so that the caller sees that the file is too large.
  static func bytes(of path: String, most: Int) throws(Problem) -> [UInt8] {
    do throws(ReadableFile.Refusal) { return try ReadableFile(path).beginning(most + 1) } catch {
      let why =
        switch error {
        case .missing(let code), .failed(let code): String(cString: strerror(code))
        case .forbidden: String(cString: strerror(EACCES))
        case .folder, .irregular, .tooLarge: "it is no file"
        }
      throw Problem(
        "no-file", "“\(path.prefix(200))” could not be read: \(why).", safe: "The photo is still asked for.",
        remedy: "Name a picture on this machine, by its whole path.")
    }
  }
}

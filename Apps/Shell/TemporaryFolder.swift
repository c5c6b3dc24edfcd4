public import Kernel
internal import Platform

/// A folder that is removed when its last reference is released.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// The folder of temporary files on this machine.
  static var parent: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  public init() throws(Problem) {
    let parent = TemporaryFolder.parent
    var template = Array("\(parent)/troupe-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Problem(
        "no-folder", "No folder could be made in \(parent): \(String(cString: strerror(errno))).",
        safe: "Everything is kept on this machine.", remedy: "Set TMPDIR to a folder that can be written.")
    }
    path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

internal import FoundationEssentials
internal import Glibc
internal import Kernel

/// A folder of its own for one scenario; gone afterwards.
struct TemporaryFolder: ~Copyable {
  let path: String

  init() throws(Problem) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/troupe-play-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Problem(
        "no-folder", "No folder could be made in \(parent): \(String(cString: strerror(errno))).",
        remedy: "Set TMPDIR to a folder that can be written.")
    }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

internal import Glibc
internal import Kernel

/// The server's folder, accessible to its owner only.
enum Folder {
  /// Creates the folder and its missing parents.
  static func make(_ path: String) throws(Problem) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      if mkdir(made, 0o700) == 0 || errno == EEXIST { continue }
      throw Problem(
        "no-folder", "The folder \(made) could not be created: \(String(cString: strerror(errno))).",
        safe: "Nothing was started.", remedy: "Choose another with --data DIR, or correct its permissions.")
    }
  }
}

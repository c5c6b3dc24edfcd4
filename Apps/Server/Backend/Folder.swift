internal import Files
internal import Kernel

/// The server's folder, accessible to its owner only.
enum Folder {
  /// Creates the folder and its missing parents.
  static func make(_ path: String) throws(Problem) {
    do throws(PrivateFolderFailure) {
      try PrivateFolder.make(path)
    } catch {
      throw Problem(
        "no-folder", "The folder \(error.folder) could not be created: \(error.reason).", safe: "Nothing was started.",
        remedy: "Choose another with --data DIR, or correct its permissions.")
    }
  }
}

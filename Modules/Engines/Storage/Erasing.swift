public import Kernel
internal import Platform

extension Store {
  /// Deletes the store in a folder that this process has locked: its rows, its pictures and files, and its key's lock.
  /// Close the store first. Files are overwritten before they are removed, as far as the file system writes in place.
  ///
  /// Throws when a file stays; calling it again continues. The lock goes last, so that a store of which a part is left is
  /// never opened without it.
  public static func erase(in lock: FolderLock) throws(Problem) {
    let blobs = "\(lock.folder)/blobs"
    let pictures = names(in: blobs).map { "\(blobs)/\($0)" }
    let tables = ["", "-wal", "-shm", "-journal"].map { "\(lock.folder)/\(Store.file)\($0)" }
    for path in pictures + tables + ["\(lock.folder)/\(KeyLock.file)"] {
      BlobFile.overwrite(path)
      guard unlink(path) == 0 || errno == ENOENT else {
        throw Problem(
          "not-erased", "The file \(path) could not be removed: \(String(cString: strerror(errno))).",
          safe: "What is left cannot be read without the passcode or the key.",
          remedy: "Check the folder's rights, then try again.")
      }
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

internal import Glibc

/// Folders and bytes that survive a crash.
enum Disk {
  /// Makes a folder unless there is one.
  static func make(_ folder: String) throws(Refused) {
    if mkdir(folder, 0o700) == 0 {
      // If the parent is not synced, a crash may lose the folder and its files.
      guard let parent = folder.lastIndex(of: "/"), settle(String(folder[..<parent])) else { throw .disk }
    } else if errno != EEXIST {
      throw .disk
    }
  }

  /// Syncs a folder to disk.
  static func settle(_ folder: String) -> Bool {
    let file = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return fsync(file) == 0
  }

  /// Reads a range of a file; nil when it is shorter or cannot be read.
  static func read(_ range: Range<Int>, of file: Int32) -> [UInt8]? {
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { room, filled in
      while filled < range.count {
        guard let start = room.baseAddress else { break }
        let count = pread(file, start + filled, range.count - filled, range.lowerBound + filled)
        if count > 0 { filled += count } else if count == 0 || errno != EINTR { break }
      }
      isWhole = filled == range.count
    }
    return isWhole ? bytes : nil
  }

  static func put(_ bytes: [UInt8], into file: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 { start += count } else if errno != EINTR { return false }
    }
    return true
  }
}

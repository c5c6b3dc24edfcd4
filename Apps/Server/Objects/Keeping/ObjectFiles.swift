internal import Glibc
public import Kernel

/// The files of a server's objects as a backup sees them, whether or not a server runs. A file never changes once it has its
/// name, so a hard link is a copy.
public enum ObjectFiles {
  /// Gives the files of one folder to another, which may have some of them already. Files that are still being written are
  /// left out. Returns how many the other folder has gained.
  @discardableResult
  public static func give(from source: String, to target: String) throws(Problem) -> Int {
    var count = 0
    for beginning in FileShelf.beginnings {
      let names = entries("\(source)/\(beginning)").filter { FileShelf.isName($0) && $0.hasPrefix(beginning) }
      guard !names.isEmpty else { continue }
      let folder = "\(target)/\(beginning)"
      for path in [target, folder] where mkdir(path, 0o700) != 0 && errno != EEXIST { throw failed(path) }
      for name in names where try give("\(source)/\(beginning)/\(name)", as: "\(folder)/\(name)") { count += 1 }
      guard Disk.settle(folder) else { throw failed(folder) }
    }
    return count
  }

  /// Whether the folder has any file of an object.
  public static func exist(in folder: String) -> Bool {
    FileShelf.beginnings.contains { beginning in entries("\(folder)/\(beginning)").contains(where: FileShelf.isName) }
  }

  /// The number of uploads in several requests that are not complete.
  public static func unfinished(in folder: String) -> Int {
    entries("\(folder)/resumable").count(where: FileShelf.isName)
  }

  private static func give(_ from: String, as to: String) throws(Problem) -> Bool {
    if link(from, to) == 0 { return true }
    switch errno {
    // It is there already, or its object was deleted meanwhile.
    case EEXIST, ENOENT: return false
    // Another disk, or one without links.
    case EXDEV, EPERM, EOPNOTSUPP, EMLINK: return try copy(from, to: to)
    default: throw failed(to)
    }
  }

  private static func copy(_ from: String, to: String) throws(Problem) -> Bool {
    let source = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard source >= 0 else {
      if errno == ENOENT { return false }
      throw failed(from)
    }
    defer { close(source) }
    let unfinished = to + ".unfinished"
    unlink(unfinished)
    let target = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard target >= 0 else { throw failed(to) }
    defer { close(target) }
    while case let sent = sendfile(target, source, nil, 1 << 20), sent != 0 {
      guard sent > 0 else {
        let problem = failed(to)
        unlink(unfinished)
        throw problem
      }
    }
    guard fsync(target) == 0, rename(unfinished, to) == 0 else { throw failed(to) }
    return true
  }

  private static func entries(_ folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }

  private static func failed(_ path: String) -> Problem {
    Problem(
      "no-copy", "\(path) could not be copied: \(String(cString: strerror(errno))).",
      safe: "The server's files are unchanged.", remedy: "Choose another place, or make room, then try again.")
  }
}

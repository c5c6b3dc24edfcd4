internal import Activities
internal import FoundationEssentials
internal import Glibc
internal import Kernel

/// Files of converted workouts.
enum ActivityConversion {
  /// "ride.fit" becomes "ride.gpx", the second workout in it "ride-2.gpx".
  static func path(of path: String, _ id: String, _ format: Activity.Format) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let name = String(path.dropFirst(folder.count))
    let stem = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? String(name[..<$0]) : nil } ?? name
    let number = id == path ? "" : "-" + id.dropFirst(path.count + 1)
    return "\(folder)\(stem)\(number).\(format.rawValue)"
  }

  /// The paths without those that name a file again, in whichever way.
  static func distinct(_ paths: some Sequence<String>) -> [String] {
    var seen: Set<[UInt64]> = []
    return paths.filter { path in
      var about = stat()
      // A file that is not there is named twice as not there.
      guard stat(path, &about) == 0 else { return true }
      return seen.insert([UInt64(about.st_dev), UInt64(about.st_ino)]).inserted
    }
  }

  /// Writes a new file. Throws for one that is there.
  static func write(_ bytes: [UInt8], to path: String) throws(Problem) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else {
      guard errno == EEXIST else { throw unwritten(path) }
      throw Problem(
        "file-exists", "\(path.suffix(200)) is there already.", safe: "Nothing was written.",
        remedy: "Give another name with --output.")
    }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        unlink(path)
        throw unwritten(path)
      }
      rest = rest.dropFirst(count)
    }
  }

  private static func unwritten(_ path: String) -> Problem {
    Problem(
      "no-output", "\(path.suffix(200)) could not be written.", safe: "Nothing was written.",
      remedy: "Check that the folder exists and is writable, and that the disk has room.")
  }
}

public import Kernel
internal import Platform

/// A file uploaded in pieces, for example from a browser. It has no name on disk from the start, so that it is removed
/// when its last reference is released, also after a crash, and no other user can open it.
public final class HandedFile: Sendable {
  public static let largest = 16 << 30
  /// Bytes that stay free on the disk.
  private static let spare = 64 << 20

  /// The original name of the file.
  public let name: String
  public let size: Int
  private let number: Int32

  /// The path by which only this process can read the file.
  public var path: String { FileDescriptor.path(of: number) }

  /// Creates an empty file. Its disk space is taken from the file system of `folder`; nil means the folder of temporary
  /// files.
  public init(named name: String, size: Int, in folder: String?) throws(Problem) {
    let folder = folder ?? TemporaryFolder.parent
    try HandedFile.check(size, room: HandedFile.room(in: folder))
    let path = "\(folder)/.handed-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw .noPlace(String(cString: strerror(errno))) }
    unlink(path)
    self.name = HandedFile.plain(name)
    self.size = size
  }

  deinit { close(number) }

  func write(_ bytes: [UInt8], at place: Int) throws(Problem) {
    guard place >= 0, place <= size, bytes.count <= size - place else { throw .misplaced }
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { pwrite(number, $0.baseAddress, $0.count, off_t(place + done)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .noPlace(String(cString: strerror(errno))) }
      done += count
    }
  }

  static func check(_ size: Int, room: Int) throws(Problem) {
    // An empty file is taken too: the feature that reads it says so where the person looks.
    guard size >= 0 else { throw .misplaced }
    guard size <= HandedFile.largest else { throw .tooMuchHanded }
    guard size + HandedFile.spare <= room else { throw .noRoom(for: size, in: max(0, room - HandedFile.spare)) }
  }

  private static func room(in folder: String) -> Int {
    var about = statvfs()
    guard statvfs(folder, &about) == 0 else { return 0 }
    let (room, isMore) = Int(about.f_bavail).multipliedReportingOverflow(by: Int(about.f_frsize))
    return isMore ? .max : room
  }

  /// Returns the last component of the name without invisible and control characters.
  static func plain(_ name: String) -> String {
    let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
    let visible = last.unicodeScalars.filter {
      !$0.properties.isDefaultIgnorableCodePoint && $0.properties.generalCategory != .control
    }
    let plain = String(String(String.UnicodeScalarView(visible)).prefix(100))
    return plain.isEmpty ? "The file" : plain
  }
}

extension Problem {
  private static let none = "Nothing was imported."

  fileprivate static let tooMuchHanded = Problem(
    "file-too-large", "The file is larger than 16 GB.", safe: none, remedy: "Choose a smaller one.")
  static let misplaced = Problem(
    "bad-piece", "A piece of the file came out of its place.", safe: none, remedy: "Choose the file again.")

  fileprivate static func noRoom(for size: Int, in room: Int) -> Problem {
    Problem(
      "disk-full", "The file has \(size.megabytes), and there is room for \(room.megabytes).", safe: none,
      remedy: "Make room on the machine that Troupe runs on, then choose the file again.")
  }

  fileprivate static func noPlace(_ why: String) -> Problem {
    Problem(
      "disk-failed", "The file could not be put aside: \(why).", safe: none,
      remedy: "Check the disk of the machine that Troupe runs on, then choose the file again.")
  }
}

extension Int {
  fileprivate var megabytes: String { self < 1_000_000 ? "\(self / 1000) kB" : "\(self / 1_000_000) MB" }
}

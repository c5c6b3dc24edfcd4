internal import Glibc
public import Kernel

/// Held by the one process that may write in a folder. The system lets go of it when the process ends, however it ends,
/// so the lock of a killed process is free at once.
public final class FolderLock: Sendable {
  public let folder: String
  private let file: Locked<Int32?>

  /// Refused with the owner's name while another process holds it.
  public init(_ folder: String) throws(Problem) {
    let path = "\(folder)/owner"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw Problem(
        "no-lock", "\(path) could not be opened: \(String(cString: strerror(errno))).", safe: "Nothing was changed.",
        remedy: "Mend the folder's rights, or choose another with --data DIR.")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let owner = FolderLock.text(of: file)
      close(file)
      throw Problem(
        "profile-in-use", "The profile in \(folder) is open in \(owner).", safe: "Nothing was changed.",
        remedy: "Close that one, or choose another profile with --profile NAME.")
    }
    // Not before: an initialiser that throws with everything set runs `deinit`, and a file closed twice is another's.
    self.folder = folder
    self.file = Locked(file)
    let text = "process \(getpid()) (\(CommandLine.arguments.prefix(2).joined(separator: " ")))\n"
    ftruncate(file, 0)
    _ = text.withCString { pwrite(file, $0, strlen($0), 0) }
  }

  deinit { release() }

  /// Lets go of it before its time, for another in the same process.
  public func release() {
    let held = file.withLock { file in
      defer { file = nil }
      return file
    }
    guard let held else { return }
    // Let go of for whoever shares it: a program being started holds a copy until it runs.
    flock(held, LOCK_UN)
    close(held)
  }

  private static func text(of file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = pread(file, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").first.map(String.init) ?? "another process"
  }
}

internal import Glibc
public import Kernel

/// An exclusive lock on a folder for one process. The system releases it when the process ends in any way, so the lock
/// of a killed process is free at once.
public final class FolderLock: Sendable {
  public let folder: String
  private let file: Locked<Int32?>

  /// Throws, naming the owner, while another process holds the lock.
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
    // Assigned only now: an initialiser that throws with all properties set runs `deinit`, which would close the
    // descriptor twice, possibly after its reuse.
    self.folder = folder
    self.file = Locked(file)
    let text = "process \(getpid()) (\(CommandLine.arguments.prefix(2).joined(separator: " ")))\n"
    ftruncate(file, 0)
    _ = text.withCString { pwrite(file, $0, strlen($0), 0) }
  }

  deinit { release() }

  /// Releases the lock early, for another user in the same process.
  public func release() {
    let held = file.withLock { file in
      defer { file = nil }
      return file
    }
    guard let held else { return }
    // Unlocks explicitly, since a child process being started holds a copy of the descriptor until it runs its program.
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

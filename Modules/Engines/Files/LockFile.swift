internal import Kernel
internal import Platform

/// An exclusive lock for one process, held on a file that names its owner.
///
/// The system releases it when the process ends in any way, so the lock of a killed process is free at once.
public final class LockFile: Sendable {
  private static let longestNote = 200

  private let file: Locked<Int32?>

  /// Creates the file if it is missing, takes the lock and writes `note`, one line for whoever finds the lock held.
  public init(_ path: String, note: String) throws(LockRefusal) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .unopenable(reason: String(cString: strerror(errno))) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let owner = LockFile.note(in: file)
      close(file)
      throw .held(by: owner)
    }
    // Assigned only now: an initialiser that throws with all properties set runs `deinit`, which would close the
    // descriptor twice, possibly after its reuse.
    self.file = Locked(file)
    let line = "\(note)\n"
    ftruncate(file, 0)
    _ = line.withCString { pwrite(file, $0, strlen($0), 0) }
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

  private static func note(in file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: longestNote)
    let count = pread(file, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").first.map(String.init) ?? "another process"
  }
}

/// The reason why a lock was not taken.
public enum LockRefusal: Error, Sendable, Hashable {
  case unopenable(reason: String)
  /// Held by another process, or elsewhere in this one; carries the note of the owner.
  case held(by: String)
}

internal import Glibc
internal import Kernel

/// Held by the one process that may write in a profile's folder. The system lets go of it when the process ends, however
/// it ends, so the lock of a killed process is free at once.
final class ProfileLock: Sendable {
  private let file: Locked<Int32?>

  init(_ folder: OwnFolder) throws(Problem) {
    let path = "\(folder.path)/owner"
    // The property last: an initializer that throws after it would close the file here and again in `deinit`, by then
    // perhaps somebody else's.
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw Problem(
        "no-lock", "\(path) could not be opened: \(String(cString: strerror(errno))).",
        remedy: "Mend the folder's rights, or choose another with --data DIR.")
    }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let owner = ProfileLock.text(of: file)
      close(file)
      throw Problem(
        "profile-in-use", "The profile in \(folder.path) is open in \(owner).", safe: "Nothing was changed.",
        remedy: "Close that one, or choose another profile with --profile NAME.")
    }
    let text = "process \(getpid()) (\(CommandLine.arguments.prefix(2).joined(separator: " ")))\n"
    ftruncate(file, 0)
    _ = text.withCString { pwrite(file, $0, strlen($0), 0) }
    self.file = Locked(file)
  }

  deinit { release() }

  func release() {
    let held = file.withLock { file in
      defer { file = nil }
      return file
    }
    if let held { close(held) }
  }

  private static func text(of file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = pread(file, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").first.map(String.init) ?? "another process"
  }
}

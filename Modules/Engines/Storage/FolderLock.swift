internal import Files
public import Kernel
internal import Platform

/// An exclusive lock on a person's folder for one process. The lock of a killed process is free at once.
public final class FolderLock: Sendable {
  public let folder: String
  private let file: LockFile

  /// Throws, naming the owner, while another process holds the lock.
  public init(_ folder: String) throws(Problem) {
    let path = "\(folder)/owner"
    let note = "process \(getpid()) (\(CommandLine.arguments.prefix(2).joined(separator: " ")))"
    do throws(LockRefusal) {
      file = try LockFile(path, note: note)
    } catch {
      switch error {
      case .unopenable(let reason):
        throw Problem(
          "no-lock", "\(path) could not be opened: \(reason).", safe: "Nothing was changed.",
          remedy: "Mend the folder's rights, or choose another with --data DIR.")
      case .held(let owner):
        throw Problem(
          "profile-in-use", "The profile in \(folder) is open in \(owner).", safe: "Nothing was changed.",
          remedy: "Close that one, or choose another profile with --profile NAME.")
      }
    }
    self.folder = folder
  }

  /// Releases the lock early, for another user in the same process.
  public func release() { file.release() }
}

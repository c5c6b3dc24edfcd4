public import Interface
public import Kernel
internal import Platform

// Saving an offered file in a folder of this process: for faces that have no downloads of their own.
extension AnyWindow {
  /// Saves an offered file in a folder and reports to the window that it was saved, or why it was not. No file is
  /// overwritten: a number is added to the name. Returns the path and the frame after the report.
  @discardableResult
  public func save(_ file: Int, in folder: String) async throws(Problem) -> (path: String, frame: Frame) {
    try await save(file, in: folder) { command throws(Problem) in try await self.perform(command) }
  }

  /// The same, for a face that does more than perform the report, such as recording it.
  @discardableResult
  public func save(
    _ file: Int, in folder: String, reporting report: @Sendable (Command) async throws(Problem) -> Frame
  ) async throws(Problem) -> (path: String, frame: Frame) {
    let path: String
    do throws(Problem) {
      path = try await written(file, in: folder)
    } catch {
      // An offer that has ended has nobody to tell.
      if error.code != Delivery.unknown.code { _ = try await report(.delivered(.failed(error), of: file)) }
      throw error
    }
    return (path, try await report(.delivered(.saved(path: path), of: file)))
  }

  private func written(_ file: Int, in folder: String) async throws(Problem) -> String {
    var piece = try await piece(of: file, from: 0)
    let saved = try SavedFile(FileName(piece.offer.name), in: folder)
    do throws(Problem) {
      while true {
        try saved.append(piece.bytes)
        let done = piece.start + piece.bytes.count
        if done >= piece.offer.size { break }
        guard !piece.bytes.isEmpty else { throw Delivery.interrupted }
        piece = try await self.piece(of: file, from: done)
      }
      try saved.end()
    } catch {
      saved.discard()
      throw error
    }
    return saved.path
  }
}

/// A file being saved in a folder of the person, under a name that was free.
private final class SavedFile {
  /// The most numbers tried for one name.
  private static let most = 10_000

  let path: String
  private let folder: String
  private let number: Int32
  private var isOpen = true

  /// Creates an empty file that only its owner can read: it holds a person's data.
  init(_ name: FileName, in folder: String) throws(Problem) {
    var folder = folder
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    self.folder = folder
    var name = name
    while true {
      let path = folder == "/" ? "/\(name.text)" : "\(folder)/\(name.text)"
      let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if number >= 0 {
        self.path = path
        self.number = number
        return
      }
      guard errno == EEXIST, name.number < SavedFile.most else { throw SavedFile.problem(errno, in: folder) }
      name = name.numbered(name.number + 1)
    }
  }

  deinit { if isOpen { close(number) } }

  func append(_ bytes: [UInt8]) throws(Problem) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SavedFile.problem(errno, in: folder) }
      done += count
    }
  }

  /// Returns when the file is on the disk.
  func end() throws(Problem) {
    // Some file systems have nothing to flush.
    guard fsync(number) == 0 || errno == EINVAL || errno == EROFS else { throw SavedFile.problem(errno, in: folder) }
    isOpen = false
    guard close(number) == 0 || errno == EINTR else { throw SavedFile.problem(errno, in: folder) }
  }

  /// Removes what was written of a file that is not whole.
  func discard() { unlink(path) }

  private static func problem(_ reason: Int32, in folder: String) -> Problem {
    let folder = folder.suffix(200)
    return switch reason {
    case EACCES, EPERM, EROFS: Delivery.notPermitted("\(folder)")
    case ENOENT, ENOTDIR:
      Problem(
        "no-folder", "There is no folder \(folder).", safe: "The file can still be saved.",
        remedy: "Choose a folder that exists, and try again.")
    case ENOSPC, EDQUOT:
      Problem(
        "disk-full", "The disk of \(folder) is full.", safe: "Nothing was overwritten.",
        remedy: "Make room or choose another folder, and try again.")
    default:
      Problem(
        "not-saved", "The file could not be saved in \(folder): \(String(cString: strerror(reason))).",
        safe: "Nothing was overwritten.", remedy: "Choose another folder, and try again.")
    }
  }
}

internal import Glibc
internal import Transport

/// Writes one upload to disk while it arrives, within the limits of its bucket. What is not kept leaves nothing behind.
actor IncomingUpload {
  private nonisolated let executor: FileExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let folder: String
  private let bucket: Bucket
  private let largest: Int
  private let slot: TransferSlots.Slot
  private var reader: UploadReader
  private var file: UnfinishedFile?

  init(
    _ reader: UploadReader, to bucket: Bucket, largest: Int, in folder: String, _ slot: TransferSlots.Slot,
    on executor: FileExecutor
  ) {
    (self.reader, self.bucket, self.largest, self.folder) = (reader, bucket, largest, folder)
    (self.slot, self.executor) = (slot, executor)
  }

  /// Takes the next bytes of the body. After it throws, nothing of the upload is left.
  func receive(_ bytes: [UInt8]) throws(Refused) {
    do throws(Refused) {
      for step in try reader.read(bytes) {
        let file = try opened()
        switch step {
        case .begin(let type):
          guard bucket.allows(type) else { throw .type(type) }
          try file.restart()
        case .write(let bytes):
          guard file.size + bytes.count <= largest else { throw .tooLarge }
          try file.write(bytes)
        }
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Makes the file durable, when the body is complete. Returns its name, its size and its details.
  func keep() throws(Refused) -> (name: String, size: Int, upload: Upload) {
    do throws(Refused) {
      let upload = try reader.finish()
      let file = try opened()
      try file.keep()
      return (file.name, file.size, upload)
    } catch {
      discard()
      throw error
    }
  }

  private func opened() throws(Refused) -> UnfinishedFile {
    if let file { return file }
    let file = try UnfinishedFile(in: folder, on: executor)
    self.file = file
    return file
  }

  private func discard() {
    file?.discard()
    file = nil
  }
}

/// A file that is being written: `.new-NAME` beside the folders of complete ones. Locked for as long as it is, so that
/// another process can tell it from one that a killed server left behind; removed when it is released before it is kept.
final class UnfinishedFile {
  static let prefix = ".new-"

  let name = FileShelf.name()
  private(set) var size = 0
  private let folder: String
  private let file: Int32
  private let executor: FileExecutor
  private var isEnded = false

  private var path: String { "\(folder)/\(UnfinishedFile.prefix)\(name)" }

  init(in folder: String, on executor: FileExecutor) throws(Refused) {
    self.folder = folder
    self.executor = executor
    try Disk.make(folder)
    file = open("\(folder)/\(UnfinishedFile.prefix)\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .disk }
    // Where the file system has no locks, leftovers are told by their age. A sweep that came first has removed it.
    var facts = stat()
    guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, fstat(file, &facts) == 0, facts.st_nlink == 1
    else { throw .disk }
  }

  deinit {
    guard file >= 0, !isEnded else { return }
    // The last holder may be an event loop, which must not wait for the disk.
    executor.run { [file, path] in UnfinishedFile.remove(file, path) }
  }

  func discard() {
    guard !isEnded else { return }
    isEnded = true
    UnfinishedFile.remove(file, path)
  }

  private static func remove(_ file: Int32, _ path: String) {
    close(file)
    unlink(path)
  }

  func restart() throws(Refused) {
    guard ftruncate(file, 0) == 0, lseek(file, 0, SEEK_SET) == 0 else { throw .disk }
    size = 0
  }

  func write(_ bytes: [UInt8]) throws(Refused) {
    guard Disk.put(bytes, into: file) else { throw .disk }
    size += bytes.count
  }

  /// Gives the file its final place; it is durable when this returns.
  func keep() throws(Refused) {
    let place = "\(folder)/\(name.prefix(2))"
    try Disk.make(place)
    guard fsync(file) == 0, rename(path, "\(place)/\(name)") == 0 else { throw .disk }
    isEnded = true
    close(file)
    guard Disk.settle(place) else {
      unlink("\(place)/\(name)")
      throw .disk
    }
  }

  /// Removes an unfinished file that no process writes. Returns whether it did. `age` in seconds decides where the file
  /// system has no locks.
  static func remove(_ path: String, olderThan age: Int) -> Bool {
    let file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return false }
    defer { close(file) }
    if flock(file, LOCK_EX | LOCK_NB) != 0 {
      var facts = stat()
      guard errno != EWOULDBLOCK, fstat(file, &facts) == 0, time(nil) - facts.st_mtim.tv_sec >= age else {
        return false
      }
    }
    return unlink(path) == 0
  }
}

internal import Glibc

/// The file of an unfinished upload while one request continues it. What arrived stays when the request ends early. Locked,
/// so that two requests never write at the same time.
actor ResumedFile {
  private nonisolated let executor: FileExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let file: Int32
  private let length: Int
  private let slot: TransferSlots.Slot
  private var size: Int

  /// Opens the file at that offset, which must be its size. `length` is that of the complete file.
  init(
    _ path: String, at offset: Int, of length: Int, _ slot: TransferSlots.Slot, on executor: FileExecutor
  ) throws(Refused) {
    let opened = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    guard opened >= 0 else { throw errno == ENOENT ? .noUpload : .disk }
    let refusal: Refused?
    var facts = stat()
    if flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      refusal = .uploadInUse
    } else if fstat(opened, &facts) != 0 {
      refusal = .disk
    } else if facts.st_nlink == 0 {
      refusal = .noUpload
    } else {
      refusal = facts.st_size == offset ? nil : .otherOffset
    }
    if let refusal {
      close(opened)
      throw refusal
    }
    (file, self.length, self.slot, self.executor, size) = (opened, length, slot, executor, offset)
  }

  deinit { close(file) }

  func receive(_ bytes: [UInt8]) throws(Refused) {
    guard size + bytes.count <= length else { throw .beyondLength }
    guard Disk.put(bytes, into: file) else {
      // A part of the bytes may be there. The client asks for the offset before it goes on.
      ftruncate(file, size)
      throw .disk
    }
    size += bytes.count
  }

  /// Makes what arrived durable. Returns the offset.
  func settle() throws(Refused) -> Int {
    guard fsync(file) == 0 else { throw .disk }
    return size
  }
}

/// The files of unfinished uploads, in a folder beside those of complete ones.
extension FileShelf {
  private var resumable: String { "\(folder)/resumable" }

  /// Creates an empty file for an upload.
  func createResumable(_ id: String) throws(Refused) {
    try Disk.make(folder)
    try Disk.make(resumable)
    let file = Glibc.open("\(resumable)/\(id)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .disk }
    close(file)
    guard Disk.settle(resumable) else { throw .disk }
  }

  /// Returns how much of an upload has arrived; nil without a file.
  func sizeOfResumable(_ id: String) -> Int? {
    var facts = stat()
    return stat("\(resumable)/\(id)", &facts) == 0 ? Int(facts.st_size) : nil
  }

  func resume(
    _ id: String, at offset: Int, of length: Int, _ slot: TransferSlots.Slot
  ) throws(Refused) -> ResumedFile {
    try ResumedFile("\(resumable)/\(id)", at: offset, of: length, slot, on: executor)
  }

  /// Gives a complete upload its place among the objects' files, under the same name.
  func keepResumable(_ id: String) throws(Refused) {
    let place = "\(folder)/\(id.prefix(2))"
    try Disk.make(place)
    guard rename("\(resumable)/\(id)", "\(place)/\(id)") == 0 else { throw errno == ENOENT ? .noUpload : .disk }
    guard Disk.settle(place) else { throw .disk }
  }

  func removeResumable(_ ids: [String]) { for id in ids { unlink("\(resumable)/\(id)") } }

  /// Returns the uploads' files that were not written for a time in seconds.
  func oldResumable(olderThan age: Int) -> [String] { entries(resumable, olderThan: age).filter(FileShelf.isName) }
}

internal import Dispatch
internal import Glibc
internal import Kernel
internal import Transport

/// Runs an actor on its own dispatch queue: blocking file access must not hold a thread of the shared pool.
final class FileExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// The directory of the objects' files, under random names. One instance writes and another reads, so that reads
/// never wait for writes.
actor FileShelf {
  private nonisolated let executor: FileExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let folder: String

  init(_ folder: String, _ label: String) {
    self.folder = folder
    executor = FileExecutor(label)
  }

  /// Returns 128 random bits as hexadecimal digits.
  static func name() -> String {
    var chance = SystemRandomNumberGenerator()
    return (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &chance) }.hexadecimal
  }

  static func isName(_ text: String) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  private func place(_ name: String) -> String { "\(folder)/\(name.prefix(2))/\(name)" }

  // MARK: Writing

  /// Writes a file; it is durable when this returns.
  func write(_ bytes: [UInt8], as name: String) throws(Refused) {
    try make(folder)
    try make("\(folder)/\(name.prefix(2))")
    let unfinished = "\(folder)/.new-\(name)"
    let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .disk }
    var isWhole = FileShelf.put(bytes, into: file) && fsync(file) == 0
    isWhole = close(file) == 0 && isWhole
    guard isWhole, rename(unfinished, place(name)) == 0 else {
      unlink(unfinished)
      throw .disk
    }
    guard settle("\(folder)/\(name.prefix(2))") else {
      unlink(place(name))
      throw .disk
    }
  }

  /// Links the same bytes to another name, without copying.
  func link(_ name: String, as other: String) throws(Refused) {
    try make("\(folder)/\(other.prefix(2))")
    guard Glibc.link(place(name), place(other)) == 0, settle("\(folder)/\(other.prefix(2))") else { throw .disk }
  }

  /// Parses an upload on this queue, where it blocks no shared thread.
  func upload(in request: Request) throws(Refused) -> Upload { try Upload(request) }

  func remove(_ names: [String]) { for name in names { unlink(place(name)) } }

  private func make(_ folder: String) throws(Refused) {
    if mkdir(folder, 0o700) == 0 {
      // If the parent is not synced, a crash may lose the folder and its files.
      guard let parent = folder.lastIndex(of: "/"), settle(String(folder[..<parent])) else { throw .disk }
    } else if errno != EEXIST {
      throw .disk
    }
  }

  /// Syncs a folder to disk.
  private func settle(_ folder: String) -> Bool {
    let file = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return fsync(file) == 0
  }

  private static func put(_ bytes: [UInt8], into file: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 { start += count } else if errno != EINTR { return false }
    }
    return true
  }

  // MARK: Reading

  /// Reads a range; nil when the file no longer exists.
  func read(_ name: String, _ range: Range<Int>) throws(Refused) -> [UInt8]? {
    let file = open(place(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .disk
    }
    defer { close(file) }
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { room, filled in
      while filled < range.count {
        guard let start = room.baseAddress else { break }
        let count = pread(file, start + filled, range.count - filled, range.lowerBound + filled)
        if count > 0 { filled += count } else if count == 0 || errno != EINTR { break }
      }
      isWhole = filled == range.count
    }
    guard isWhole else { throw .disk }
    return bytes
  }

  // MARK: Listing and removal of old files

  /// The 256 subfolders, named by the first two digits of their files.
  static let beginnings = (0..<256).map { number in
    let text = String(number, radix: 16)
    return text.utf8.count == 1 ? "0" + text : text
  }

  /// Returns the files of one subfolder that are at least `age` seconds old.
  func names(beginning: String, olderThan age: Int) -> [String] {
    entries("\(folder)/\(beginning)", olderThan: age).filter { FileShelf.isName($0) && $0.hasPrefix(beginning) }
  }

  /// Removes half-written files that a killed server left behind; returns their number.
  func removeUnfinished(olderThan age: Int) -> Int {
    let names = entries(folder, olderThan: age).filter { $0.hasPrefix(".new-") }
    for name in names { unlink("\(folder)/\(name)") }
    return names.count
  }

  private func entries(_ folder: String, olderThan age: Int) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var facts = stat()
      if lstat("\(folder)/\(name)", &facts) == 0, time(nil) - facts.st_mtim.tv_sec >= age { names.append(name) }
    }
    return names
  }
}

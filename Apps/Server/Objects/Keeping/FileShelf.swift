internal import Dispatch
internal import Glibc
internal import Kernel

/// Runs an actor on its own dispatch queue: blocking file access must not hold a thread of the shared pool.
final class FileExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  /// Runs the closure on the queue, after what is queued already.
  func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// The directory of the objects' files, under random names. One instance writes and another reads, so that reads
/// never wait for writes.
actor FileShelf {
  nonisolated let executor: FileExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let folder: String

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

  /// Prepares an upload, which writes on this queue too.
  func incoming(
    _ reader: UploadReader, to bucket: Bucket, largest: Int, _ slot: TransferSlots.Slot
  ) -> IncomingUpload {
    IncomingUpload(reader, to: bucket, largest: largest, in: folder, slot, on: executor)
  }

  /// Links the same bytes to another name, without copying.
  func link(_ name: String, as other: String) throws(Refused) {
    try Disk.make("\(folder)/\(other.prefix(2))")
    guard Glibc.link(place(name), place(other)) == 0, Disk.settle("\(folder)/\(other.prefix(2))") else { throw .disk }
  }

  func remove(_ names: [String]) { for name in names { unlink(place(name)) } }

  // MARK: Reading

  /// Reads a range; nil when the file no longer exists.
  func read(_ name: String, _ range: Range<Int>) throws(Refused) -> [UInt8]? {
    let file = Glibc.open(place(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .disk
    }
    defer { close(file) }
    guard let bytes = Disk.read(range, of: file) else { throw .disk }
    return bytes
  }

  /// Opens a range for reading in pieces; nil when the file no longer exists.
  func open(_ name: String, _ range: Range<Int>, _ slot: TransferSlots.Slot) throws(Refused) -> OpenedFile? {
    let file = Glibc.open(place(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .disk
    }
    let opened = OpenedFile(file, range, slot, on: executor)
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_size >= range.upperBound else { throw .disk }
    return opened
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

  /// Removes half-written files that a killed server left behind; returns their number. Those that a server writes now
  /// stay.
  func removeUnfinished(olderThan age: Int) -> Int {
    let names = entries(folder, olderThan: 0).filter { $0.hasPrefix(UnfinishedFile.prefix) }
    return names.count { UnfinishedFile.remove("\(folder)/\($0)", olderThan: age) }
  }

  func entries(_ folder: String, olderThan age: Int) -> [String] {
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

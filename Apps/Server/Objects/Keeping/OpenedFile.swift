internal import Glibc

/// A range of a stored file that is read piece by piece. It stays readable when the object is replaced meanwhile.
actor OpenedFile {
  static let piece = 65_536

  private nonisolated let executor: FileExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let file: Int32
  private let slot: TransferSlots.Slot
  private let end: Int
  private var at: Int

  init(_ file: Int32, _ range: Range<Int>, _ slot: TransferSlots.Slot, on executor: FileExecutor) {
    (self.file, self.slot, self.executor) = (file, slot, executor)
    (at, end) = (range.lowerBound, range.upperBound)
  }

  deinit {
    // The last holder may be an event loop, which must not wait for the disk.
    executor.run { [file] in close(file) }
  }

  /// Reads the next piece; nil at the end, and when the file is shorter than it should be.
  func next() -> [UInt8]? {
    guard at < end, let bytes = Disk.read(at..<min(end, at + OpenedFile.piece), of: file) else { return nil }
    at += bytes.count
    return bytes
  }
}

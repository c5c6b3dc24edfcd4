internal import CZlib
internal import Kernel

/// Reads an export out of an archive: decompressed into the parser, never onto the disk.
struct Unpacking {
  /// Size of the input and output buffers: with zlib's own memory less than a block of a plain file.
  private static let packedBlock = 32_768
  private static let block = 65_536
  /// Interval between progress reports, in compressed bytes.
  private static let stride = 1 << 18

  private let entry: PackedEntry
  private let parser = ExportParser()
  private var length = 0
  private var checksum: UInt = 0

  private init(_ entry: PackedEntry) { self.entry = entry }

  static func read(
    _ file: OpenFile, _ progress: (ReadingProgress) -> Void, _ isCancelled: () -> Bool
  ) throws(Problem) -> ReadExport {
    var unpacking = Unpacking(try Archive(file).export())
    return try unpacking.read(file, progress, isCancelled)
  }

  private mutating func read(
    _ file: OpenFile, _ progress: (ReadingProgress) -> Void, _ isCancelled: () -> Bool
  ) throws(Problem) -> ReadExport {
    let start = try entry.start(in: file)
    let inflation = entry.way == PackedEntry.Way.deflated.rawValue ? try Inflation() : nil
    let rooms = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Unpacking.packedBlock + Unpacking.block, alignment: 16)
    defer { rooms.deallocate() }
    let packedRoom = UnsafeMutableRawBufferPointer(rebasing: rooms[..<Unpacking.packedBlock])
    let room = UnsafeMutableRawBufferPointer(rebasing: rooms[Unpacking.packedBlock...])
    var (done, next, isLast) = (0, 0, false)
    while done < entry.packed {
      if isCancelled() { throw ExportProblem.cancelled }
      if done >= next {
        progress(ReadingProgress(done: start + done, whole: file.size, days: parser.days))
        next += Unpacking.stride
      }
      let count = min(Unpacking.packedBlock, entry.packed - done)
      let piece = UnsafeMutableRawBufferPointer(rebasing: packedRoom[..<count])
      try file.fill(piece, from: start + done)
      done += count
      guard let inflation else {
        try take(piece)
        continue
      }
      // Data after the end of the stream is an error.
      if isLast { throw ExportProblem.packedDamaged }
      isLast = try unpack(piece, with: inflation, into: room)
    }
    guard inflation == nil || isLast, entry.isWhole(length), checksum == UInt(entry.checksum) else {
      throw ExportProblem.packedDamaged
    }
    progress(ReadingProgress(done: file.size, whole: file.size, days: parser.days))
    if isCancelled() { throw ExportProblem.cancelled }
    return try parser.finish()
  }

  /// Returns whether the stream ends with this piece.
  private mutating func unpack(
    _ piece: UnsafeMutableRawBufferPointer, with inflation: Inflation, into room: UnsafeMutableRawBufferPointer
  ) throws(Problem) -> Bool {
    var rest = piece
    while true {
      let step = try inflation.unpack(rest, into: room)
      try take(UnsafeMutableRawBufferPointer(rebasing: room[..<step.made]))
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[step.taken...])
      if step.isLast {
        guard rest.isEmpty else { throw ExportProblem.packedDamaged }
        return true
      }
      if rest.isEmpty, step.made < room.count { return false }
      // No input consumed and no output produced: the stream is stuck.
      guard step.taken > 0 || step.made > 0 else { throw ExportProblem.packedDamaged }
    }
  }

  /// Updates the checksum before parsing, because the parser may change the bytes.
  private mutating func take(_ bytes: UnsafeMutableRawBufferPointer) throws(Problem) {
    guard !bytes.isEmpty else { return }
    length += bytes.count
    guard length <= ExportFile.largest else { throw ExportProblem.huge }
    checksum = crc32_z(checksum, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    try parser.feed(bytes)
  }
}

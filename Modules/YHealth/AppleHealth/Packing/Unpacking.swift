internal import CZlib
internal import Kernel

/// An export that is read out of a packed file: unpacked into the parser, never onto the disk.
struct Unpacking {
  /// Of what is packed and of what it comes to: with what zlib holds it is less than a block of a plain file.
  private static let packedBlock = 32_768
  private static let block = 65_536
  /// How often it is said how far the reading has come, in packed bytes.
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
      // Behind its end nothing of it follows.
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

  /// Whether it ends with this piece.
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
      // It wants neither more nor gives anything: it is stuck.
      guard step.taken > 0 || step.made > 0 else { throw ExportProblem.packedDamaged }
    }
  }

  /// The checksum is that of the bytes as they were packed; the parser may change them.
  private mutating func take(_ bytes: UnsafeMutableRawBufferPointer) throws(Problem) {
    guard !bytes.isEmpty else { return }
    length += bytes.count
    guard length <= ExportFile.largest else { throw ExportProblem.huge }
    checksum = crc32_z(checksum, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    try parser.feed(bytes)
  }
}

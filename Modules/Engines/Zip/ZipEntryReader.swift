internal import CZlib

/// Decompresses an entry piece by piece, in less than two hundred kilobytes.
///
/// Not Sendable on purpose: one thread reads it.
public final class ZipEntryReader {
  /// Size of the input and output buffers.
  private static let packedBlock = 32_768
  private static let block = 65_536

  private let entry: ZipEntry
  private let file: OpenFile
  private let most: Int
  /// The offset of the entry's data in the file.
  public let start: Int
  private let inflation: Inflation?
  private let rooms: UnsafeMutableRawBufferPointer
  private let packedRoom: UnsafeMutableRawBufferPointer
  private let room: UnsafeMutableRawBufferPointer
  /// The read input that was not decompressed yet.
  private var rest: UnsafeMutableRawBufferPointer
  /// Number of compressed bytes read so far.
  public private(set) var done = 0
  private var length = 0
  private var checksum: UInt = 0
  private var isLast = false
  private var isFull = false

  init(_ entry: ZipEntry, in file: OpenFile, atMost most: Int) throws(ZipFailure) {
    self.entry = entry
    self.file = file
    self.most = most
    start = try entry.start(in: file)
    inflation = entry.method == ZipEntry.Method.deflated.rawValue ? try Inflation() : nil
    rooms = .allocate(byteCount: ZipEntryReader.packedBlock + ZipEntryReader.block, alignment: 16)
    packedRoom = UnsafeMutableRawBufferPointer(rebasing: rooms[..<ZipEntryReader.packedBlock])
    room = UnsafeMutableRawBufferPointer(rebasing: rooms[ZipEntryReader.packedBlock...])
    rest = UnsafeMutableRawBufferPointer(rebasing: rooms[..<0])
  }

  deinit { rooms.deallocate() }

  /// Returns the next piece, which is valid until the next call and may be overwritten by the caller; nil at the end.
  /// The content is verified as whole only when this returns nil.
  public func next() throws(ZipFailure) -> UnsafeMutableRawBufferPointer? {
    while true {
      if rest.isEmpty, !isFull {
        guard done < entry.packed else {
          guard inflation == nil || isLast, entry.isWhole(length), checksum == UInt(entry.checksum) else {
            throw .damaged
          }
          return nil
        }
        let count = min(ZipEntryReader.packedBlock, entry.packed - done)
        rest = UnsafeMutableRawBufferPointer(rebasing: packedRoom[..<count])
        try file.fill(rest, from: start + done)
        done += count
      }
      // Data after the end of the stream is an error.
      if isLast { throw .damaged }
      guard let inflation else {
        let piece = rest
        rest = UnsafeMutableRawBufferPointer(rebasing: rooms[..<0])
        try count(piece)
        return piece
      }
      let step = try inflation.unpack(rest, into: room)
      // No input consumed and no output produced: the stream is stuck.
      guard step.taken > 0 || step.made > 0 || (isFull && rest.isEmpty) else { throw .damaged }
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[step.taken...])
      isFull = step.made == room.count && !step.isLast
      isLast = step.isLast
      if isLast, !rest.isEmpty { throw .damaged }
      guard step.made > 0 else { continue }
      let piece = UnsafeMutableRawBufferPointer(rebasing: room[..<step.made])
      try count(piece)
      return piece
    }
  }

  /// Updates length and checksum before the piece is used, because its user may change the bytes.
  private func count(_ piece: UnsafeMutableRawBufferPointer) throws(ZipFailure) {
    length += piece.count
    guard length <= most else { throw .tooLarge }
    checksum = crc32_z(checksum, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), piece.count)
  }
}

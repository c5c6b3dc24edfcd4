internal import CZlib
public import Kernel

/// A streaming compressor for one entry of an archive, with the entry's checksum and lengths.
///
/// Not Sendable on purpose: one task feeds it.
public final class Deflater {
  public typealias Sink = (UnsafeRawBufferPointer) throws(Problem) -> Void

  private static let block = 65_536

  /// On the heap, because zlib requires a stable address.
  private let stream: UnsafeMutablePointer<z_stream>
  private let room: UnsafeMutableRawBufferPointer
  private let sink: Sink
  private var checksum: UInt = 0
  private var length = 0
  private var packed = 0

  /// Passes compressed bytes to `sink` as they are made. Level 1 is zlib's fastest, 9 its smallest.
  public init(level: Int32 = 1, _ sink: @escaping Sink) throws(Problem) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    self.sink = sink
    // Negative for raw Deflate: a ZIP entry has no zlib header.
    guard
      deflateInit2_(
        stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, zlibVersion(),
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else {
      stream.deallocate()
      throw Problem(
        "no-memory", "There is not enough memory to pack the file.", safe: "Nothing was changed.",
        remedy: "Close something, then try again.")
    }
    room = .allocate(byteCount: Deflater.block, alignment: 16)
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    room.deallocate()
  }

  public func write(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    guard !bytes.isEmpty else { return }
    length += bytes.count
    checksum = crc32_z(checksum, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    var rest = bytes
    while !rest.isEmpty {
      // zlib counts in 32 bits.
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      try pack(part, Z_NO_FLUSH)
      rest = UnsafeRawBufferPointer(rebasing: rest[part.count...])
    }
  }

  public func write(_ bytes: [UInt8]) throws(Problem) {
    try Deflater.lend(bytes) { buffer throws(Problem) in try self.write(buffer) }
  }

  /// The checksum and the lengths of a compressed entry.
  public struct Packed: Sendable, Hashable {
    let checksum: UInt
    let length: Int
    let packed: Int
  }

  /// Ends the stream; no more may be written.
  public func end() throws(Problem) -> Packed {
    try pack(UnsafeRawBufferPointer(start: nil, count: 0), Z_FINISH)
    return Packed(checksum: checksum, length: length, packed: packed)
  }

  private func pack(_ part: UnsafeRawBufferPointer, _ flush: Int32) throws(Problem) {
    // zlib does not change its input.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: part.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(part.count)
    var isMore = true
    while isMore {
      stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(room.count)
      let outcome = deflate(stream, flush)
      let made = room.count - Int(stream.pointee.avail_out)
      packed += made
      if made > 0 { try sink(UnsafeRawBufferPointer(rebasing: room[..<made])) }
      isMore = flush == Z_FINISH ? outcome == Z_OK : stream.pointee.avail_out == 0
    }
  }

  /// Lends the bytes of an array to a function that throws a problem.
  static func lend(_ bytes: [UInt8], _ body: Sink) throws(Problem) {
    var problem: Problem?
    bytes.withUnsafeBytes { buffer in
      do throws(Problem) { try body(buffer) } catch { problem = error }
    }
    if let problem { throw problem }
  }
}

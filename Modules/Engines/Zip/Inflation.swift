internal import CZlib

/// A streaming decompressor for Deflate (RFC 1951) in about forty kilobytes.
///
/// Not Sendable on purpose: one thread feeds it.
final class Inflation {
  struct Step {
    /// Number of input bytes consumed.
    let taken: Int
    let made: Int
    let isLast: Bool
  }

  /// On the heap, because zlib requires a stable address.
  private let stream: UnsafeMutablePointer<z_stream>

  enum Wrapping { case none, gzip }

  init(_ wrapping: Wrapping = .none) throws(ZipFailure) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // Negative for raw Deflate: a ZIP entry has no zlib header. 16 more for that of gzip.
    guard
      inflateInit2_(
        stream, wrapping == .none ? -MAX_WBITS : MAX_WBITS + 16, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        == Z_OK
    else {
      stream.deallocate()
      throw .noMemory
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Decompresses into the buffer. When the buffer is full there may be more.
  func unpack(
    _ packed: UnsafeMutableRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(ZipFailure) -> Step {
    stream.pointee.next_in = packed.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(packed.count)
    stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(room.count)
    let outcome = inflate(stream, Z_NO_FLUSH)
    let (taken, made) = (packed.count - Int(stream.pointee.avail_in), room.count - Int(stream.pointee.avail_out))
    switch outcome {
    case Z_OK, Z_STREAM_END: return Step(taken: taken, made: made, isLast: outcome == Z_STREAM_END)
    // No progress without more input.
    case Z_BUF_ERROR: return Step(taken: taken, made: made, isLast: false)
    case Z_MEM_ERROR: throw .noMemory
    default: throw .damaged
    }
  }
}

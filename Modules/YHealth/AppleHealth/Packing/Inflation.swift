internal import CZlib
internal import Kernel

/// What was deflated (RFC 1951), unpacked piece by piece in some forty kilobytes.
///
/// Not Sendable on purpose: one thread feeds it.
final class Inflation {
  struct Step {
    /// So much of what was there is used up.
    let taken: Int
    let made: Int
    let isLast: Bool
  }

  /// Zlib wants to find it where it was.
  private let stream: UnsafeMutablePointer<z_stream>

  init() throws(Problem) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // Negative, since a packed file has a frame of its own around what zlib would frame.
    guard inflateInit2_(stream, -MAX_WBITS, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      throw ExportProblem.noMemory
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Into as much of the room as it comes to. When the room is full there may be more.
  func unpack(
    _ packed: UnsafeMutableRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(Problem) -> Step {
    stream.pointee.next_in = packed.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(packed.count)
    stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(room.count)
    let outcome = inflate(stream, Z_NO_FLUSH)
    let (taken, made) = (packed.count - Int(stream.pointee.avail_in), room.count - Int(stream.pointee.avail_out))
    switch outcome {
    case Z_OK, Z_STREAM_END: return Step(taken: taken, made: made, isLast: outcome == Z_STREAM_END)
    // Nothing could be done without more.
    case Z_BUF_ERROR: return Step(taken: taken, made: made, isLast: false)
    case Z_MEM_ERROR: throw ExportProblem.noMemory
    default: throw ExportProblem.packedDamaged
    }
  }
}

internal import Platform

/// A file opened for reading. If it grows meanwhile, it still ends at its size when opened.
public struct OpenFile: Sendable {
  public let number: Int32
  public let size: Int

  public init(number: Int32, size: Int) {
    self.number = number
    self.size = size
  }

  /// Fills the buffer from an offset.
  public func fill(_ room: UnsafeMutableRawBufferPointer, from place: Int) throws(ZipFailure) {
    guard place >= 0, place <= size, room.count <= size - place else { throw .cutShort }
    var done = 0
    while done < room.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: room[done...])
      let count = pread(number, rest.baseAddress, rest.count, off_t(place + done))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .diskFailed }
      // The file was truncated during reading.
      guard count > 0 else { throw .cutShort }
      done += count
    }
  }

  func bytes(_ count: Int, from place: Int) throws(ZipFailure) -> [UInt8] {
    guard count >= 0, count <= size else { throw .cutShort }
    var bytes = [UInt8](repeating: 0, count: count)
    var failure: ZipFailure?
    bytes.withUnsafeMutableBytes { room in
      do throws(ZipFailure) { try fill(room, from: place) } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }
}

extension Collection<UInt8> where Index == Int {
  /// A little-endian number of `width` bytes at an offset.
  func number(_ width: Int, at offset: Int) -> UInt64 {
    self[(startIndex + offset)..<(startIndex + offset + width)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

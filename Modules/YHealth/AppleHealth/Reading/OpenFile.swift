internal import Glibc
internal import Kernel

/// A file opened for reading. If it grows meanwhile, it still ends at its size when opened.
struct OpenFile: Sendable {
  let number: Int32
  let size: Int

  /// Fills the buffer from an offset.
  func fill(_ room: UnsafeMutableRawBufferPointer, from place: Int) throws(Problem) {
    guard place >= 0, place <= size, room.count <= size - place else { throw ExportProblem.packedCutShort }
    var done = 0
    while done < room.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: room[done...])
      let count = pread(number, rest.baseAddress, rest.count, off_t(place + done))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ExportProblem.diskFailed }
      // The file was truncated during reading.
      guard count > 0 else { throw ExportProblem.packedCutShort }
      done += count
    }
  }

  func bytes(_ count: Int, from place: Int) throws(Problem) -> [UInt8] {
    guard count >= 0, count <= size else { throw ExportProblem.packedCutShort }
    var bytes = [UInt8](repeating: 0, count: count)
    var problem: Problem?
    bytes.withUnsafeMutableBytes { room in
      do throws(Problem) { try fill(room, from: place) } catch { problem = error }
    }
    if let problem { throw problem }
    return bytes
  }
}

extension Collection<UInt8> where Index == Int {
  /// A little-endian number of `width` bytes at an offset.
  func number(_ width: Int, at offset: Int) -> UInt64 {
    self[(startIndex + offset)..<(startIndex + offset + width)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

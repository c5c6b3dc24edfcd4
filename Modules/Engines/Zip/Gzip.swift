/// Unpacks files that gzip has packed (RFC 1952).
public enum Gzip {
  /// Whether bytes begin as a file of gzip does.
  public static func begins(_ bytes: [UInt8]) -> Bool { bytes.count > 10 && bytes[0] == 0x1F && bytes[1] == 0x8B }

  /// Returns the content of the first member, whose checksum is verified. Throws when it is damaged, or longer than allowed
  /// before memory grows.
  public static func unpacked(_ bytes: [UInt8], atMost most: Int) throws(ZipFailure) -> [UInt8] {
    let inflation = try Inflation(.gzip)
    var (packed, content, place) = (bytes, [UInt8](), 0)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { room.deallocate() }
    var failure: ZipFailure?
    packed.withUnsafeMutableBytes { packed in
      do throws(ZipFailure) {
        while true {
          let step = try inflation.unpack(UnsafeMutableRawBufferPointer(rebasing: packed[place...]), into: room)
          place += step.taken
          guard content.count + step.made <= most else { throw .tooLarge }
          content += room[..<step.made]
          if step.isLast { return }
          guard step.taken + step.made > 0 else { throw .cutShort }
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    return content
  }
}

import CZlib

/// Zip files written byte by byte, so that every field can be wrong.
struct Zip {
  struct Entry {
    var name: String
    var body: [UInt8]
    var way: UInt16 = 8
    var flags: UInt16 = 0
    /// Overrides of the true values.
    var checksum: UInt32?
    var length: UInt64?
    /// Its numbers follow in a 64-bit extra field.
    var isLong = false
    /// Its sizes and checksum follow the data, as written by a packer of streams.
    var hasDescriptor = false

    init(_ name: String, _ text: String) {
      self.name = name
      body = Array(text.utf8)
    }

    func with(_ change: (inout Entry) -> Void) -> Entry {
      var copy = self
      change(&copy)
      return copy
    }
  }

  var entries: [Entry]
  var comment: [UInt8] = []
  /// The position of the directory is given in 64 bits.
  var isLong = false
  var disk: UInt16 = 0

  init(_ entries: Entry...) { self.entries = entries }

  var bytes: [UInt8] {
    var (all, directory): ([UInt8], [UInt8]) = ([], [])
    for entry in entries {
      let place = UInt64(all.count)
      let packed = entry.way == 8 ? Zip.deflated(entry.body) : entry.body
      let checksum = entry.checksum ?? Zip.checksum(entry.body)
      let (length, flags) = (entry.length ?? UInt64(entry.body.count), entry.flags | (entry.hasDescriptor ? 8 : 0))
      let name = Array(entry.name.utf8)
      func number(_ value: UInt64) -> [UInt8] { little(entry.isLong ? 0xFFFF_FFFF : value, 4) }
      let long =
        entry.isLong
        ? little(1, 2) + little(24, 2) + [length, UInt64(packed.count), place].flatMap { little($0, 8) } : []
      let times = little(0x6C21, 2) + little(0x5B76, 2)
      let told =
        entry.hasDescriptor
        ? [UInt8](repeating: 0, count: 12) : little(UInt64(checksum), 4) + number(UInt64(packed.count)) + number(length)
      // The extra field before the data may differ from the directory's.
      all += little(0x0403_4B50, 4) + little(45, 2) + little(UInt64(flags), 2) + little(UInt64(entry.way), 2) + times
      all +=
        told + little(UInt64(name.count), 2) + little(9, 2) + name + little(0x5455, 2) + little(5, 2) + [1, 2, 3, 4, 5]
      all += packed
      if entry.hasDescriptor {
        all +=
          little(0x0807_4B50, 4) + little(UInt64(checksum), 4) + little(UInt64(packed.count), 4) + little(length, 4)
      }
      directory +=
        little(0x0201_4B50, 4) + little(45, 2) + little(45, 2) + little(UInt64(flags), 2) + little(UInt64(entry.way), 2)
      directory += times + little(UInt64(checksum), 4) + number(UInt64(packed.count)) + number(length)
      directory += little(UInt64(name.count), 2) + little(UInt64(long.count), 2) + little(3, 2) + little(0, 8)
      directory += number(place) + name + long + [7, 8, 9]
    }
    let start = UInt64(all.count)
    all += directory
    if isLong {
      let place = UInt64(all.count)
      all += little(0x0606_4B50, 4) + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8)
      all +=
        little(UInt64(entries.count), 8) + little(UInt64(entries.count), 8) + little(UInt64(directory.count), 8)
        + little(start, 8)
      all += little(0x0706_4B50, 4) + little(0, 4) + little(place, 8) + little(1, 4)
    }
    all +=
      little(0x0605_4B50, 4) + little(UInt64(disk), 2) + little(0, 2) + little(UInt64(entries.count), 2)
      + little(UInt64(entries.count), 2)
    all += little(isLong ? 0xFFFF_FFFF : UInt64(directory.count), 4) + little(isLong ? 0xFFFF_FFFF : start, 4)
    return all + little(UInt64(comment.count), 2) + comment
  }

  private func little(_ value: UInt64, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 { UInt32(crc32_z(0, bytes, bytes.count)) }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    return withUnsafeMutablePointer(to: &stream) { stream in
      deflateInit2_(
        stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
      defer { deflateEnd(stream) }
      var (from, into) = (bytes, [UInt8](repeating: 0, count: Int(deflateBound(stream, UInt(bytes.count)))))
      return from.withUnsafeMutableBufferPointer { from in
        let made = into.withUnsafeMutableBufferPointer { into in
          stream.pointee.next_in = from.baseAddress
          stream.pointee.avail_in = UInt32(from.count)
          stream.pointee.next_out = into.baseAddress
          stream.pointee.avail_out = UInt32(into.count)
          deflate(stream, Z_FINISH)
          return into.count - Int(stream.pointee.avail_out)
        }
        return Array(into[..<made])
      }
    }
  }
}

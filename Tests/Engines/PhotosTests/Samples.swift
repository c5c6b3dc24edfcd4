/// Pictures made by hand, so that every byte is known.
enum Samples {
  /// A PNG whose left half is red and whose right half is blue, in stored blocks.
  static func png(width: Int, height: Int) -> [UInt8] {
    var rows: [UInt8] = []
    for _ in 0..<height {
      rows.append(0)
      for column in 0..<width { rows += column < width / 2 ? [255, 0, 0] : [0, 0, 255] }
    }
    return file(width, height, [("IDAT", zlib(rows))])
  }

  /// A PNG that says it has that size, and holds next to nothing.
  static func claiming(width: Int, height: Int) -> [UInt8] { file(width, height, [("IDAT", zlib([0, 1, 2, 3]))]) }

  private static func file(_ width: Int, _ height: Int, _ chunks: [(String, [UInt8])]) -> [UInt8] {
    let head = big(width) + big(height) + [8, 2, 0, 0, 0]
    var all: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (name, bytes) in [("IHDR", head)] + chunks + [("IEND", [])] {
      let content = Array(name.utf8) + bytes
      all += big(bytes.count)
      all += content
      all += big(crc(content))
    }
    return all
  }

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    var at = 0
    repeat {
      let count = min(65_535, bytes.count - at)
      let isLast: UInt8 = at + count == bytes.count ? 1 : 0
      let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
      out += [isLast, low, high, ~low, ~high] + bytes[at..<(at + count)]
      at += count
    } while at < bytes.count
    var (one, two) = (1, 0)
    for byte in bytes {
      one = (one + Int(byte)) % 65_521
      two = (two + one) % 65_521
    }
    return out + big(two << 16 | one)
  }

  private static func crc(_ bytes: [UInt8]) -> Int {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Int(~sum)
  }

  /// The JPEG with an EXIF segment that names an orientation, a place and a camera, and with a comment.
  static func tagged(_ jpeg: [UInt8], orientation: Int, isLittle: Bool = false) -> [UInt8] {
    func word(_ number: Int) -> [UInt8] {
      let bytes = [UInt8(number >> 8), UInt8(number & 255)]
      return isLittle ? bytes.reversed() : bytes
    }
    func long(_ number: Int) -> [UInt8] { isLittle ? big(number).reversed() : big(number) }
    let directory = word(1) + word(0x0112) + word(3) + long(1) + word(orientation) + word(0) + long(0)
    let tiff = Array((isLittle ? "II" : "MM").utf8) + word(42) + long(8) + directory + Array("Camera at home".utf8)
    let exif = Array("Exif".utf8) + [0, 0] + tiff
    return Array(jpeg.prefix(2)) + segment(0xE1, exif) + segment(0xFE, Array("A secret comment".utf8))
      + jpeg.dropFirst(2)
  }

  private static func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    let length = bytes.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + bytes
  }

  /// Width and height of a JPEG, from its frame header.
  static func size(of jpeg: [UInt8]) -> [Int]? {
    var at = 2
    while at + 9 < jpeg.count, jpeg[at] == 0xFF {
      if [0xC0, 0xC1, 0xC2].contains(jpeg[at + 1]) {
        return [Int(jpeg[at + 7]) << 8 | Int(jpeg[at + 8]), Int(jpeg[at + 5]) << 8 | Int(jpeg[at + 6])]
      }
      at += 2 + (Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3]))
    }
    return nil
  }

  /// The markers of a JPEG's segments before its pixels.
  static func markers(of jpeg: [UInt8]) -> [UInt8] {
    var markers: [UInt8] = []
    var at = 2
    while at + 4 < jpeg.count, jpeg[at] == 0xFF, jpeg[at + 1] != 0xDA {
      markers.append(jpeg[at + 1])
      at += 2 + (Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3]))
    }
    return markers
  }
}

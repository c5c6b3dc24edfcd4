import CPicture
import CZlib
import Testing

/// Unpacks pictures with zlib and a reader of its own, and compares them pixel by pixel.
@Suite("A packed picture")
struct PackTests {
  private struct Grid {
    let width: Int
    let height: Int
    var pixels: [UInt32]

    init(_ width: Int, _ height: Int, _ colour: (_ index: Int) -> UInt32) {
      (self.width, self.height) = (width, height)
      pixels = (0..<(width * height)).map { colour($0) & 0xFFFFFF }
    }
  }

  private struct Unpacked {
    var hasPalette = false
    var pixels: [UInt32] = []
  }

  private func packed(_ grid: Grid) throws -> [UInt8] {
    var length = 0
    let file = try #require(picture_png(grid.pixels, grid.width, grid.height, &length))
    defer { picture_free(file) }
    return Array(UnsafeBufferPointer(start: file, count: length))
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } }

  private func unpacked(_ file: [UInt8]) throws -> Unpacked {
    var chunks: [String: ArraySlice<UInt8>] = [:]
    var at = 8
    while at + 12 <= file.count {
      let length = number(file[at...])
      let named = file[(at + 4)..<(at + 8 + length)]
      let sum = named.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
      #expect(number(file[(at + 8 + length)...]) == Int(sum))
      chunks[String(decoding: named.prefix(4), as: UTF8.self)] = named.dropFirst(4)
      at += 12 + length
    }
    let head = Array(try #require(chunks["IHDR"])), data = Array(try #require(chunks["IDAT"]))
    let palette = chunks["PLTE"].map(Array.init)
    let (width, height) = (number(head[0...]), number(head[4...]))
    let row = 1 + width * (palette == nil ? 3 : 1)
    var rows = [UInt8](repeating: 0xFF, count: row * height), count = UInt(rows.count)
    // Fails if the checksum at the end differs.
    #expect(uncompress(&rows, &count, data, UInt(data.count)) == Z_OK)
    #expect(count == UInt(rows.count))
    var found = Unpacked(hasPalette: palette != nil)
    for start in stride(from: 0, to: rows.count, by: row) {
      #expect(rows[start] == 0)
      for column in 0..<width {
        let place = palette == nil ? start + 1 + column * 3 : Int(rows[start + 1 + column]) * 3
        found.pixels.append((palette ?? rows)[place..<(place + 3)].reduce(0) { $0 << 8 | UInt32($1) })
      }
    }
    return found
  }

  private static func unrest(_ index: Int) -> UInt32 {
    var number = UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15
    number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    return UInt32(truncatingIfNeeded: number >> 27)
  }

  private static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    [16, 8, 0].map { (shift: UInt32) in abs(Int(one >> shift & 255) - Int(other >> shift & 255)) }.max() ?? 0
  }

  @Test("keeps every pixel: in one colour, in runs, and in as many colours as there are pixels")
  func exact() throws {
    let palette = (0..<200).map { PackTests.unrest(1_000_000 + $0) }
    let grids = [
      (Grid(1, 1) { _ in 0x12_34_56 }, true), (Grid(300, 40) { _ in 0xFF_FF_FF }, true),
      (Grid(640, 200) { palette[Int(PackTests.unrest($0 / 23)) % 200] }, true),
      // Rows further apart than the longest distance in deflate.
      (Grid(40_000, 3) { palette[Int(PackTests.unrest($0 / 50)) % 200] }, true),
      // Large enough to be allocated in large pages.
      (Grid(1_600, 960) { palette[Int(PackTests.unrest($0 / 400)) % 200] }, true),
      (Grid(300, 300, PackTests.unrest), false),
      (Grid(300, 300) { $0.isMultiple(of: 2) ? 0 : 0xFF_FF_FF }, false),
    ]
    for (grid, hasPalette) in grids {
      let found = try unpacked(packed(grid))
      #expect(found.hasPalette == hasPalette)
      #expect(found.pixels == grid.pixels)
    }
  }

  @Test("uses close shades where there are more than a palette holds, and keeps most pixels exactly")
  func shades() throws {
    // Lines of one colour on a white ground, whose edges have a thousand shades between the two.
    let grid = Grid(1_000, 50) { index in
      let share = index % 20 < 18 ? 0 : PackTests.unrest(index) % 1_000
      let part = { (to: UInt32) -> UInt32 in 255 - (255 - to) * share / 1_000 }
      return part(0x10) << 16 | part(0x60) << 8 | part(0xC0)
    }
    #expect(Set(grid.pixels).count > 256)
    let found = try unpacked(packed(grid))
    #expect(found.hasPalette)
    let farthest = zip(found.pixels, grid.pixels).map(PackTests.distance)
    #expect(farthest.max() ?? 0 <= 24)
    #expect(farthest.count { $0 == 0 } > farthest.count * 9 / 10)
  }
}

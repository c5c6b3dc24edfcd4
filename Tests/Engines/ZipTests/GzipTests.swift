import Testing

@testable import Zip

@Suite("Files of gzip") struct GzipTests {
  /// "A run.\n" as Python's gzip packs it.
  static let packed: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x73, 0x54, 0x28, 0x2A, 0xCD, 0xD3, 0xE3, 0x02, 0x00,
    0x9C, 0x41, 0xD4, 0x0E, 0x07, 0x00, 0x00, 0x00,
  ]

  @Test(
    "a file is unpacked and verified; one that is cut, altered or longer than allowed is refused, and rubbish never crashes it"
  )
  func refused() {
    for count in 0..<Self.packed.count {
      #expect(throws: ZipFailure.self) { try Gzip.unpacked(Array(Self.packed.prefix(count)), atMost: 100) }
    }
    #expect(throws: ZipFailure.self) { try Gzip.unpacked(Array("not packed at all".utf8), atMost: 100) }
    #expect((try? Gzip.unpacked(Self.packed, atMost: 100)) == Array("A run.\n".utf8))
    #expect(throws: ZipFailure.tooLarge) { try Gzip.unpacked(Self.packed, atMost: 3) }
    #expect(!Gzip.begins([0x1F, 0x8B]) && Gzip.begins(Self.packed))
    for index in 10..<Self.packed.count {
      var altered = Self.packed
      altered[index] ^= 0x55
      if let text = try? Gzip.unpacked(altered, atMost: 100) { #expect(text.count <= 100) }
    }
  }
}

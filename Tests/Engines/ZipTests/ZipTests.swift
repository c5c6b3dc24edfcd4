import Covers
import FoundationEssentials
import Glibc
import Kernel
import Testing

@testable import Zip

/// An archive in a file without a name, which ends with it.
private final class Packed {
  let file: OpenFile

  init(_ bytes: [UInt8]) throws {
    var name = Array("/tmp/troupe-zip-XXXXXX".utf8CString)
    let number = mkstemp(&name)
    try #require(number >= 0)
    unlink(name)
    try bytes.withUnsafeBytes { buffer in
      try #require(pwrite(number, buffer.baseAddress, buffer.count, 0) == buffer.count)
    }
    file = OpenFile(number: number, size: bytes.count)
  }

  deinit { close(file.number) }

  /// The contents by name.
  func contents(atMost most: Int = 1 << 20) throws(ZipFailure) -> [String: [UInt8]] {
    let archive = try ZipReader(file)
    var found: [String: ZipEntry] = [:]
    try archive.forEach({ _ in true }) { name, entry throws(ZipFailure) in
      found[String(decoding: name, as: UTF8.self)] = entry
    }
    var contents: [String: [UInt8]] = [:]
    for (name, entry) in found {
      let reader = try archive.open(entry, atMost: most)
      var bytes: [UInt8] = []
      while let piece = try reader.next() { bytes += piece }
      contents[name] = bytes
    }
    return contents
  }
}

@Suite("A ZIP archive") struct ZipTests {
  private static let date = Date(timeIntervalSince1970: 1_795_000_000)

  /// Writes an archive in memory.
  private func packed(_ build: (ZipWriter) async throws -> Void) async throws -> [UInt8] {
    let all = Locked<[UInt8]>([])
    let writer = ZipWriter(at: Self.date) { bytes throws(Problem) in all.withLock { $0 += bytes } }
    try await build(writer)
    try writer.finish()
    #expect(writer.size == all.withLock { $0.count })
    return all.withLock { $0 }
  }

  private func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 7
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }

  @Test("is read back as it was written: empty, repeating, random, and compressed elsewhere")
  func whole() async throws {
    let contents = [
      "empty.txt": [], "data/text.csv": Array(repeating: UInt8(ascii: "a"), count: 300_000),
      "files/noise.bin": noise(200_000), "naïve.txt": Array("ä".utf8),
    ]
    let aside = Locked<[UInt8]>([])
    let deflater = try Deflater { bytes throws(Problem) in aside.withLock { $0 += bytes } }
    try deflater.write(noise(70_000))
    let bytes = try await packed { writer in
      for (name, body) in contents {
        try await writer.add(name) { deflater throws(Problem) in
          // In uneven pieces.
          for start in stride(from: 0, to: body.count, by: 7777) {
            try deflater.write(Array(body[start..<min(body.count, start + 7777)]))
          }
        }
      }
      try writer.add("aside.bin", of: deflater.end()) { put throws(Problem) in
        let bytes = aside.withLock { $0 }
        try Deflater.lend(bytes) { buffer throws(Problem) in try put(buffer) }
      }
    }
    let read = try Packed(bytes).contents()
    #expect(read == contents.merging(["aside.bin": noise(70_000)]) { first, _ in first })
    #expect(bytes.count < 300_000, "the repeating text was compressed")
  }

  @Test("with more than 65,535 entries is read back whole")
  func many() async throws {
    let bytes = try await packed { writer in
      for number in 0..<66_000 { try await writer.add("files/\(number)", Array("\(number)".utf8)) }
    }
    let archive = try Packed(bytes)
    var count = 0
    try ZipReader(archive.file).forEach({ _ in true }) { name, entry throws(ZipFailure) in
      count += 1
      if entry.length != name.count - 6 { throw .damaged }
    }
    #expect(count == 66_000)
  }

  @Test("cut off at any place, or with any byte changed, is refused or gives the same contents")
  func damaged() async throws {
    let bytes = try await packed { writer in
      try await writer.add("a.json", Array("[1,2,3]".utf8))
      try await writer.add("b.bin", self.noise(3000))
    }
    let whole = try Packed(bytes).contents()
    for length in stride(from: 0, to: bytes.count, by: 13) {
      #expect(throws: ZipFailure.self) { try Packed(Array(bytes.prefix(length))).contents() }
    }
    for place in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[place] ^= 0x5A
      guard let read = try? Packed(changed).contents() else { continue }
      // Names, dates and attributes are not part of the contents.
      for (name, body) in read { #expect(whole[name] ?? body == body) }
    }
  }

  @Test("that unpacks to more than is allowed is refused, whether its directory says so or not")
  func bomb() async throws {
    let bytes = try await packed { writer in
      try await writer.add("bomb") { deflater throws(Problem) in
        let nothing = [UInt8](repeating: 0, count: 1 << 20)
        for _ in 0..<64 { try deflater.write(nothing) }
      }
    }
    #expect(bytes.count < 1 << 19)
    #expect(throws: ZipFailure.tooLarge) { try Packed(bytes).contents(atMost: 1 << 20) }
    // The directory now says one byte.
    let directory = try #require(bytes.indices.last { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    var forged = bytes
    forged.replaceSubrange((directory + 24)..<(directory + 28), with: [1, 0, 0, 0])
    #expect(throws: ZipFailure.tooLarge) { try Packed(forged).contents(atMost: 1 << 20) }
    #expect(throws: ZipFailure.damaged) { try Packed(forged).contents(atMost: 1 << 30) }
  }
}

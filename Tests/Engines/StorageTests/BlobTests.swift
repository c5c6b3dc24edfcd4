import Foundation
import Kernel
import Testing

@testable import Storage

@Suite("Blobs, on disk and in memory")
struct BlobTests {
  static func content(_ count: Int, _ seed: UInt64 = 1) -> [UInt8] {
    var random = Seeded(seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  @Test(
    "a blob added in pieces reads back unchanged, for lengths around the piece size",
    arguments: Ground.allCases, [0, 1, BlobSealing.piece - 1, BlobSealing.piece, BlobSealing.piece + 1, 300_000])
  func roundTrip(_ ground: Ground, _ count: Int) async throws {
    let sample = try await Sample(ground)
    let content = BlobTests.content(count)
    var at = 0
    let blob = try await sample.store.blobs.add { () throws(Problem) in
      defer { at += 7777 }
      return at < content.count ? Array(content[at..<min(at + 7777, content.count)]) : nil
    }
    #expect(blob.size == count)
    #expect(try await sample.store.blobs.bytes(blob) == content)
    #expect(try await sample.store.blobs.add(content) == blob)
    #expect(try await sample.store.blobs.used() == count)
    let coded = try JSONDecoder().decode(Blob.self, from: JSONEncoder().encode(blob))
    #expect(coded == blob)
  }

  @Test("a damaged, truncated or swapped blob file is reported, and no plaintext is on disk")
  func damaged() async throws {
    let sample = try await Sample(.disk)
    let folder = try #require(sample.folder).path + "/blobs"
    let text = Array(String(repeating: "ein Geheimnis ", count: 10_000).utf8)
    let blob = try await sample.store.blobs.add(text)
    let other = try await sample.store.blobs.add(BlobTests.content(50_000))
    let url = URL(fileURLWithPath: "\(folder)/\(blob.hex)")
    let whole = try Data(contentsOf: url)
    #expect(whole.range(of: Data("Geheimnis".utf8)) == nil)
    for at in [3, 100, whole.count - 1] {
      var bytes = whole
      bytes[at] ^= 1
      try bytes.write(to: url)
      #expect(await problem { _ = try await sample.store.blobs.bytes(blob) } == "damaged-blob")
    }
    try whole.prefix(BlobSealing.headerLength + BlobSealing.piece + BlobSealing.overhead).write(to: url)
    #expect(await problem { _ = try await sample.store.blobs.bytes(blob) } == "damaged-blob")
    try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(other.hex)")).write(to: url)
    #expect(await problem { _ = try await sample.store.blobs.bytes(blob) } == "damaged-blob")
    #expect(try await sample.store.blobs.add(text) == blob)
    #expect(try await sample.store.blobs.bytes(blob) == text)
  }

  @Test("a sweep deletes unreferenced blobs, and a failed write leaves no file", arguments: Ground.allCases)
  func swept(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let (kept, dropped) = (try await sample.store.blobs.add([1, 2]), try await sample.store.blobs.add([3, 4]))
    let later = Mood.start.addingTimeInterval(60)
    #expect(try await sample.store.blobs.sweep(keeping: [kept], addedBefore: Mood.start) == 0)
    #expect(try await sample.store.blobs.sweep(keeping: [kept], addedBefore: later) == 1)
    #expect(try await sample.store.blobs.bytes(kept) == [1, 2])
    #expect(await problem { _ = try await sample.store.blobs.bytes(dropped) } == "no-blob")
    let failed = await problem {
      _ = try await sample.store.blobs.add { () throws(Problem) in throw StoreProblem.gone }
    }
    #expect(failed == "gone")
    if let folder = sample.folder {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/blobs")
      #expect(files == [kept.hex])
    }
  }
}

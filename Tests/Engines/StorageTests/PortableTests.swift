import Foundation
import Kernel
import Testing

@testable import Storage

@Suite("Data on its way in and out") struct PortableTests {
  @Test("a spool gives back any part of what was written, and leaves no readable byte and no name on the disk")
  func spool() throws {
    let folder = try TestFolder()
    let spool = try SealedSpool(in: folder.path)
    let words = Array("a secret of maria ".utf8)
    let bytes = (0..<20_000).flatMap { Array("\($0) ".utf8) + words }
    for start in stride(from: 0, to: bytes.count, by: 50_021) {
      try bytes[start..<min(bytes.count, start + 50_021)].withUnsafeBytes { try spool.append($0) }
    }
    #expect(spool.size == bytes.count)
    for start in [0, 1, 65_535, 65_536, 65_537, bytes.count - 3, bytes.count] {
      #expect(try spool.read(from: start, 70_000) == Array(bytes[start...].prefix(70_000)), "\(start)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let own = links.filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix(folder.path)
        == true
    }
    #expect(own.count == 1)
    let sealed = try Data(contentsOf: URL(filePath: "/proc/self/fd/\(try #require(own.first))"))
    #expect(sealed.count > 400_000 && sealed.range(of: Data(words)) == nil)
  }

  @Test("expiring deletes what is older, on the server too, and keeps what is not", arguments: Ground.allCases)
  func expire(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let moods = try await sample.store.collection(Mood.self, .owned(.entered))
    let meals = try await sample.store.collection(Meal.self, .local)
    for number in 0..<1200 { try await moods.save(Mood(number)) }
    try await meals.save(Meal(id: ID(UUID()), at: Mood.start, words: "old"))
    let edge = Mood.start.addingTimeInterval(1100 * 60)
    #expect(try await sample.store.expire("moods", before: edge) == 1100)
    #expect(try await moods.count() == 100)
    #expect(try await sample.store.expire("moods", before: edge) == 0)
    #expect(try await meals.count() == 1)
    // Never sent, so there is nothing to delete there.
    #expect(try await sample.store.outbox.counts().waiting == 100)
  }

  @Test("pages bring every record once, and what changes meanwhile again", arguments: Ground.allCases)
  func pages(_ ground: Ground) async throws {
    let sample = try await Sample(ground)
    let moods = try await sample.store.collection(Mood.self, .local)
    for number in 0..<(PortablePage.most + 10) { try await moods.save(Mood(number, note: "n\(number)")) }
    var first = try #require(try await moods.records().last)
    let page = try #require(try await sample.store.page(of: "moods", after: 0))
    #expect(page.count == PortablePage.most && page.names() == ["id", "at", "score", "note"])
    first.note = "changed"
    try await moods.save(first, over: .anything)
    let rest = try #require(try await sample.store.page(of: "moods", after: page.last))
    #expect(rest.count == 11)
    let text = rest.text(columns: rest.names())
    #expect(String(decoding: text.json, as: UTF8.self).contains("\"changed\""))
    #expect(try await sample.store.page(of: "moods", after: rest.last) == nil)
  }
}

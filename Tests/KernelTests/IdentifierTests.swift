import Covers
import Foundation
import Kernel
import Testing

@Suite("Identifiers")
struct IdentifierTests {
  private struct Entry {}

  private let manual = ManualTime(.start)

  @Test(
    "Identifiers are version 7 UUIDs that contain their millisecond",
    arguments: [0, 1, 999, 86_400_000, 4_000_000_000_000])
  func versionSeven(_ milliseconds: Double) async throws {
    await manual.advance(by: .milliseconds(milliseconds), settling: Settling())
    let id = Identifiers.seeded(7, manual.time).next(Entry.self)
    let digits = id.description.filter { $0 != "-" }
    #expect(digits.count == 32 && id.description == id.description.lowercased())
    #expect(Array(digits)[12] == "7")
    #expect("89ab".contains(Array(digits)[16]))
    let written = try #require(UInt64(digits.prefix(12), radix: 16))
    #expect(abs(Double(written) - manual.now.date.timeIntervalSince1970 * 1000) <= 1)
  }

  @Test("Identifiers sort by the millisecond of their creation")
  func order() async {
    let identifiers = Identifiers.live(manual.time)
    var made: [String] = []
    for _ in 0..<1_000 {
      made.append(identifiers.next(Entry.self).description)
      await manual.advance(by: .milliseconds(1), settling: Settling())
    }
    #expect(made == made.sorted())
  }

  @Test("The same seed and the same times give the same identifiers; another seed gives others")
  func seeded() {
    func make(_ seed: UInt64) -> [ID<Entry>] {
      let identifiers = Identifiers.seeded(seed, manual.time)
      return (0..<100).map { _ in identifiers.next() }
    }
    #expect(make(1) == make(1))
    #expect(Set(make(1)).isDisjoint(with: make(2)))
    #expect(Set(make(1)).count == 100)
  }

  @Test("Live identifiers are unique, even when made concurrently at one instant")
  func unique() async {
    let identifiers = FeatureContext(time: manual.time).identifiers
    let all = await withTaskGroup { group in
      for _ in 0..<10 { group.addTask { (0..<1_000).map { _ in identifiers.uuid() } } }
      return await group.reduce(into: Set<UUID>()) { $0.formUnion($1) }
    }
    #expect(all.count == 10_000)
  }

  @Test("Identifiers survive a round trip through text and JSON; invalid text is refused")
  func text() throws {
    let id = Identifiers.live(.live).next(Entry.self)
    #expect(ID<Entry>(id.description) == id)
    #expect(ID<Entry>(id.uuid) == id)
    let json = try JSONEncoder().encode([id])
    #expect(try JSONDecoder().decode([ID<Entry>].self, from: json) == [id])
    for text in ["", "x", id.description + "0", String(id.description.dropLast()), "{\(id.description.dropLast(2))}"] {
      #expect(ID<Entry>(text) == nil)
    }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([ID<Entry>].self, from: Data(#"["no"]"#.utf8)) }
  }

  @Test("A seeded generator produces the sequence of SplitMix64")
  func splitMix() {
    var random = Seeded(1_234_567)
    let first = (0..<3).map { _ in random.next() }
    #expect(first == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }
}

import Foundation
import Kernel
import Sync
import Testing

@testable import Storage

@Suite("Merging two versions of a record")
struct MergeTests {
  static let names = ["a", "b", "c", "d", "e"]

  static func fields(_ random: inout Seeded) -> Fields {
    var fields: Fields = [:]
    for name in names where Bool.random(using: &random) { fields[name] = .int(Int64.random(in: 0..<3, using: &random)) }
    return fields
  }

  static func same(_ left: Fields, _ right: Fields) -> Bool { Merge.differing(left, right).isEmpty }

  @Test("changes of either side are kept, and only fields that both changed differently clash")
  func properties() {
    var random = Seeded(5)
    for _ in 0..<3000 {
      let base = MergeTests.fields(&random)
      let (mine, theirs) = (MergeTests.fields(&random), MergeTests.fields(&random))
      let merge = Merge(mine: mine, theirs: theirs, base: base)
      for name in MergeTests.names {
        let (before, own, other) = (base[name] ?? .null, mine[name] ?? .null, theirs[name] ?? .null)
        let merged = merge.merged[name] ?? .null
        if own == other { #expect(merged == own && !merge.clashes.contains(name)) }
        if own != before, other == before { #expect(merged == own) }
        if other != before, own == before { #expect(merged == other) }
        #expect(merge.clashes.contains(name) == (own != other && own != before && other != before))
      }
      // Merging is symmetric, except for the side that is chosen.
      let across = Merge(mine: theirs, theirs: mine, base: base)
      #expect(across.clashes == merge.clashes)
      #expect(MergeTests.same(merge.choosing(.mine), across.choosing(.theirs)))
      #expect(MergeTests.same(merge.choosing(.theirs), across.choosing(.mine)))
      // Every chosen value comes from one of the sides.
      for (name, value) in merge.choosing(.mine) where value != .null {
        #expect([mine[name], theirs[name]].contains(value))
      }
    }
  }

  @Test("equal values on both sides do not clash, however they are encoded")
  func identical() {
    var random = Seeded(6)
    for _ in 0..<500 {
      let (base, both) = (MergeTests.fields(&random), MergeTests.fields(&random))
      #expect(Merge(mine: both, theirs: both, base: base).clashes.isEmpty)
      #expect(Merge(mine: both, theirs: both, base: nil).clashes.isEmpty)
    }
    let date = Date(timeIntervalSince1970: 1_700_000_000.123)
    let mine: Fields = ["at": .date(date), "n": .int(2), "rev": .text("1")]
    let theirs: Fields = ["at": .text("2023-11-14T22:13:20.123Z"), "n": .double(2), "rev": .text("9"), "gone": .null]
    #expect(Merge.differing(mine, theirs) == [])
  }

  @Test("without a base every difference is a clash; with a deletion there is nothing to merge")
  func withoutBase() {
    let merge = Merge(mine: ["a": .int(1), "b": .int(2)], theirs: ["a": .int(1), "b": .int(3)], base: nil)
    #expect(merge.clashes == ["b"])
    #expect(Merge(conflict(mine: nil, theirs: [:])) == nil)
    #expect(Merge(conflict(mine: [:], theirs: nil)) == nil)
  }

  func conflict(
    mine: Fields?, theirs: Fields?, base: Fields? = nil, editedAt: Date = Date(timeIntervalSince1970: 1000)
  ) -> Conflict {
    Conflict(
      op: UUID(), collection: "notes", id: UUID(), at: editedAt, mine: mine, theirs: theirs, base: base, changed: [:],
      editedAt: editedAt)
  }

  @Test("the newest version by the server's time wins; a clock that runs ahead is capped at now")
  func newest() {
    let now = Date(timeIntervalSince1970: 1000)
    func theirs(_ seconds: Double) -> Fields {
      ["a": .text("theirs"), "edited_at": .date(Date(timeIntervalSince1970: seconds))]
    }
    func decided(_ mine: Double, _ other: Double, offset: Double = 0) -> Value? {
      let conflict = conflict(
        mine: ["a": .text("mine")], theirs: theirs(other), base: ["a": .text("base")],
        editedAt: Date(timeIntervalSince1970: mine))
      guard case .merged(let fields)? = Policy.newest.resolution(of: conflict, Judging(offset: offset, now: now)) else {
        return nil
      }
      return fields["a"]
    }
    #expect(decided(900, 800) == .text("mine"))
    #expect(decided(800, 900) == .text("theirs"))
    // This device's clock is an hour ahead, so its edit counts as made now.
    #expect(decided(4600, 1500) == .text("theirs"))
    // This device's clock is an hour slow, which the server's answers have shown.
    #expect(decided(800, 4000, offset: 3600) == .text("mine"))
  }

  @Test("under the rule of the greatest the greater number wins, of equal ones the server's, and a deletion loses")
  func greatest() {
    let judging = Judging(offset: 0, now: Date(timeIntervalSince1970: 1000))
    func resolved(_ mine: Fields?, _ theirs: Fields?) -> Resolution? {
      Policy.greatest("rank").resolution(of: conflict(mine: mine, theirs: theirs), judging)
    }
    let (one, two, rubbish): (Fields, Fields, Fields) = (
      ["rank": .int(1)], ["rank": .int(2), "note": .text("x")], ["rank": .text("9")]
    )
    #expect(resolved(two, one) == .mine && resolved(one, two) == .theirs)
    #expect(resolved(["rank": .int(2), "note": .text("y")], two) == .theirs)
    #expect(resolved(one, nil) == .mine && resolved(nil, one) == .theirs)
    #expect(resolved(rubbish, one) == .theirs && resolved(one, rubbish) == .mine)
  }

  @Test(
    "a record deleted on both sides, or equal on both, is resolved without asking",
    arguments: [Policy.ask, .newest, .server, .merge])
  func agreed(_ policy: Policy) {
    let judging = Judging(offset: 0, now: Date(timeIntervalSince1970: 1000))
    #expect(policy.resolution(of: conflict(mine: nil, theirs: nil), judging) == .theirs)
    #expect(policy.resolution(of: conflict(mine: ["a": .int(1)], theirs: ["a": .double(1)]), judging) == .theirs)
  }
}

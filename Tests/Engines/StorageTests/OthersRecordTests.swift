import Foundation
import Kernel
import Testing

@testable import Storage

/// Records that another person owns, which this device only receives.
@Suite("Records of other people on this device")
struct OthersRecordTests {
  private let me = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  private let other = UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))

  private func page(
    _ records: [(Mood, UUID, String)], epoch: String, gone: [(Mood, String)] = [], resync: Set<String> = []
  ) throws -> PulledPage {
    let changes = try records.map { mood, owner, rev in
      var fields = try Row(mood, form: 1).fields()
      fields["owner"] = .text(owner.uuidString.lowercased())
      return Pulled(id: mood.id.uuid, rev: rev, fields: fields)
    }
    let all = changes + gone.map { Pulled(id: $0.0.id.uuid, rev: $0.1, fields: nil) }
    return PulledPage(
      epoch: epoch, changes: all.map { PulledPage.Entry("moods", $0) }, cursors: ["moods": "9"], resync: resync,
      isLast: true, owner: me)
  }

  @Test(
    "what a restored server lacks is sent again if it is this person's, and dropped if it is another's",
    arguments: Ground.allCases)
  func restored(_ ground: Ground) async throws {
    let here = try await SettlingTests.Setting(ground)
    let (mine, theirs) = (Mood(1), Mood(2))
    try await here.sample.store.take(try page([(mine, me, "1"), (theirs, other, "2")], epoch: "one"))
    let taken = try await here.sample.store.take(try page([], epoch: "two", resync: ["moods"]))
    #expect((taken.sentAgain, taken.deleted) == (1, 1))
    #expect(try await here.outbox.changes().map(\.id) == [mine.id.uuid])
    #expect(try await here.moods.record(theirs.id) == nil)
    #expect(try await here.moods.record(mine.id) != nil)
  }

  @Test(
    "what was withdrawn and is shown by a restored server comes back, and no deletion is sent",
    arguments: Ground.allCases)
  func shownAgain(_ ground: Ground) async throws {
    let here = try await SettlingTests.Setting(ground)
    let theirs = Mood(2)
    try await here.sample.store.take(try page([(theirs, other, "2")], epoch: "one"))
    try await here.sample.store.take(try page([], epoch: "one", gone: [(theirs, "7")]))
    #expect(try await here.moods.record(theirs.id) == nil)
    try await here.sample.store.take(try page([(theirs, other, "3")], epoch: "two", resync: ["moods"]))
    #expect(try await here.moods.record(theirs.id) != nil)
    #expect(try await here.outbox.changes().isEmpty)
  }

  @Test("a record that is shown again with its old revision replaces the deletion", arguments: Ground.allCases)
  func oldRevision(_ ground: Ground) async throws {
    let here = try await SettlingTests.Setting(ground)
    let theirs = Mood(2)
    try await here.sample.store.take(try page([(theirs, other, "2")], epoch: "one"))
    try await here.sample.store.take(try page([], epoch: "one", gone: [(theirs, "70")]))
    try await here.sample.store.take(try page([(theirs, other, "2")], epoch: "one"))
    #expect(try await here.moods.record(theirs.id) != nil)
    try await here.sample.store.take(try page([], epoch: "one", gone: [(theirs, "80")]))
    #expect(try await here.moods.record(theirs.id) == nil)
  }

  @Test(
    "a mark on a record that was withdrawn meanwhile is given up by the server's rule, without a question",
    arguments: Ground.allCases)
  func marked(_ ground: Ground) async throws {
    let here = try await SettlingTests.Setting(ground)
    let theirs = Mood(2)
    try await here.sample.store.take(try page([(theirs, other, "2")], epoch: "one"))
    try await here.edit(theirs, "read")
    let op = try await here.claimed()
    try await here.sample.store.take(try page([], epoch: "one", gone: [(theirs, "7")]))
    let settled = try await here.outbox.settle([(op, .conflict(theirs: nil, rev: "7"))]) { _ in .theirs }
    #expect((settled.asked, settled.resolved) == ([], 1))
    #expect(try await here.moods.record(theirs.id) == nil)
    #expect(try await here.outbox.changes().isEmpty)
  }
}

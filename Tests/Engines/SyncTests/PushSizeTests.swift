import Foundation
import Kernel
import Storage
import SyncWire
import Testing

@testable import Sync

private struct Page: Kept {
  static let collection = "pages"
  let id: ID<Page>
  let at: Date
  let text: String
  let flags: [Bool]
  var when: Date { at }

  init(text: String = "", flags: [Bool] = []) {
    id = ID(UUID())
    at = Date(timeIntervalSince1970: 1_770_000_000)
    (self.text, self.flags) = (text, flags)
  }
}

@Suite("The size of a push") struct PushSizeTests {
  /// The bytes of each push that sends these records.
  private func pushes(_ pages: [Page]) async throws -> [[UInt8]] {
    let store = try await Store.memory()
    let collection = try await store.collection(Page.self, .owned(.entered))
    for page in pages { try await collection.save(page) }
    let packing = Packing([SyncedKind("pages")], owner: nil)
    var pushes: [[UInt8]] = []
    while true {
      let claim = try await store.outbox.draw(Push.mostEntries, bytes: Push.mostStoredBytes)
      if claim.changes.isEmpty { return pushes }
      pushes.append(packing.push(claim.changes, device: UUID(), epoch: "1").bytes)
    }
  }

  /// The longest text that a record of this type may have.
  private static let room = Bounds.record - 200

  @Test(
    "a server accepts the push of the largest record that a device keeps, whatever it holds",
    arguments: ["x", "\n", "\u{1}", "\u{10FFFF}"])
  func largest(of character: String) async throws {
    let text = String(repeating: character, count: Self.room / character.utf8.count)
    let push = try #require(try await pushes([Page(text: text)]).first)
    #expect(push.count <= Push.mostBytes)
    #expect(try Push(push).entries.count == 1)
    await #expect(throws: Problem.self) {
      try await pushes([Page(text: text + String(repeating: character, count: 200))])
    }
  }

  @Test("a server accepts the push of a record whose list takes most room as JSON")
  func lists() async throws {
    let push = try #require(try await pushes([Page(flags: Array(repeating: false, count: Self.room))]).first)
    // More than any smaller limit that a part of the server once had.
    #expect(push.count > 4 << 20 && push.count <= Push.mostBytes)
    #expect(try Push(push).entries.count == 1)
  }

  @Test("a device puts several records in a push as long as the server accepts it")
  func several() async throws {
    let pages = (0..<20).map { _ in Page(text: String(repeating: "\u{1}", count: 90_000)) }
    let pushes = try await pushes(pages)
    #expect(pushes.count == 5)
    #expect(pushes.allSatisfy { $0.count > 2 << 20 && $0.count <= Push.mostBytes })
    #expect(try pushes.map { try Push($0).entries.count } == [4, 4, 4, 4, 4])
  }
}

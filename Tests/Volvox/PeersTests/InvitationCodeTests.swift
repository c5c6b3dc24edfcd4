import Chance
import Foundation
import JSON
import Kernel
import Testing

@testable import Peers

@Suite("The code of an invitation") struct InvitationCodeTests {
  @Test(
    "is read in any case, with hyphens, dashes and spaces, and with look-alikes",
    arguments: [
      "7GK2M-9QXBT", "7gk2m9qxbt", " 7GK2M 9QXBT\n", "7-G-K-2-M-9-Q-X-B-T", "7gk2m–9qxbt",
      "7GK2M\u{00A0}—\u{2011}9QXBT",
    ])
  func reads(typed: String) {
    #expect(InvitationCode(typed)?.text == "7GK2M9QXBT")
    #expect(InvitationCode(typed)?.shown == "7GK2M-9QXBT")
  }

  @Test("reads I and L as 1 and O as 0")
  func lookAlikes() {
    #expect(InvitationCode("iIlLoO-01AB")?.text == "11110001AB")
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "7GK2M-9QXB", "7GK2M-9QXBTT", "7GK2M-9QXBU", "7GK2M_9QXBT", "７GK2M-9QXBT", "ıGK2M-9QXBT", "ſGK2M-9QXBT",
      "7GK2M-9QXB\u{0}", "7GK2M-9QXBÉ", "7GK2M-9QXB\u{301}T", "'; drop table invitations", "👩‍👩‍👧",
      String(repeating: "-", count: 65) + "7GK2M9QXBT", String(repeating: "7", count: 100_000),
    ])
  func rubbish(typed: String) {
    #expect(InvitationCode(typed) == nil)
  }

  @Test("has 50 bits: every place takes each of 32 characters, and what is shown is read again")
  func random() {
    var random = Seeded(7)
    var seen = [Set<Character>](repeating: [], count: 10)
    for _ in 0..<2_000 {
      let code = InvitationCode.random(using: &random)
      for (place, character) in code.text.enumerated() { seen[place].insert(character) }
      #expect(InvitationCode(code.shown) == code && InvitationCode(code.shown.lowercased()) == code)
    }
    #expect(seen.allSatisfy { $0.count == 32 })
    #expect(InvitationCode.random() != InvitationCode.random())
  }

  @Test("any text is read or refused without a trap", arguments: 0..<50)
  func fuzz(seed: Int) {
    var random = Seeded(UInt64(seed) &+ 3)
    for _ in 0..<200 {
      var text = ""
      for _ in 0..<Int(random.next() % 14) {
        let value = random.next() % 3 == 0 ? UInt32(random.next() % 0x3000) : UInt32(0x2D + random.next() % 0x50)
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      guard let code = InvitationCode(text) else { continue }
      #expect(code.text.count == 10 && InvitationCode(code.text) == code)
    }
  }

  @Test("an invitation of the server is read, or left out when a value is missing")
  func rows() {
    let id = UUID().uuidString.lowercased()
    let row: [String: JSON] = [
      "id": .string(id), "asks_for": "sponsor", "expires_at": "2026-11-30T18:00:00Z",
    ]
    #expect(Invitation(.object(row))?.id.description == id)
    for change: [String: JSON] in [["id": "x"], ["asks_for": "friend"], ["expires_at": "soon"], ["expires_at": .null]] {
      #expect(Invitation(.object(row.merging(change) { $1 })) == nil, "\(change)")
    }
  }
}

import Chance
import Foundation
import Testing

@testable import MessageSealing

/// Two people with an identity each, in one connection.
private struct Pair {
  let anna = UUID()
  let ben = UUID()
  let hers = MessagingIdentity(.random())
  let his = MessagingIdentity(.random())
  let connection = UUID()
  let own = 3
  let other = 5

  var place: MessagePlace { MessagePlace(UUID(), in: connection, from: anna, to: ben) }
  var herKey: ConnectionKey? {
    hers.key(own, with: his.announcement(of: other, by: ben).agreement, in: connection)
  }
  var hisKey: ConnectionKey? {
    his.key(other, with: hers.announcement(of: own, by: anna).agreement, in: connection)
  }
}

@Suite("Sealed messages") struct MessageSealingTests {
  @Test("a text opens for both people", arguments: ["", "Hello", "é😀\n", String(repeating: "😀", count: 10_000)])
  func both(text: String) throws {
    let pair = Pair()
    let place = pair.place
    let sealed = try #require(pair.herKey).seal(text, at: place, from: pair.own, to: pair.other)
    let read = try #require(SealedMessageBody(sealed.text))
    #expect(read == sealed && read.sender == 3 && read.recipient == 5)
    #expect(try #require(pair.hisKey).open(read, at: place) == text)
    #expect(try #require(pair.herKey).open(read, at: place) == text, "she reads it again on a device of hers")
    #expect(sealed.text.count <= SealedMessageBody.longest && !sealed.text.contains("Hello"))
  }

  @Test("it opens for nobody else, nor with another numbered key, nor with that of another connection")
  func others() throws {
    let pair = Pair()
    let place = pair.place
    let sealed = try #require(pair.herKey).seal("Hello", at: place, from: pair.own, to: pair.other)
    let hers = pair.hers.announcement(of: pair.own, by: pair.anna).agreement
    let cleo = MessagingIdentity(.random())
    for key in [
      cleo.key(pair.other, with: hers, in: pair.connection), pair.his.key(6, with: hers, in: pair.connection),
      pair.his.key(pair.other, with: hers, in: UUID()),
    ] { #expect(try #require(key).open(sealed, at: place) == nil) }
  }

  @Test("a message that was cut, changed, moved, repeated or turned round does not open")
  func bound() throws {
    let pair = Pair()
    let (place, key) = (pair.place, try #require(pair.hisKey))
    let sealed = try #require(pair.herKey).seal("Hello", at: place, from: pair.own, to: pair.other)
    #expect(key.open(sealed, at: place) == "Hello")
    for other in [
      MessagePlace(UUID(), in: place.connection, from: place.sender, to: place.recipient),
      MessagePlace(place.message, in: UUID(), from: place.sender, to: place.recipient),
      MessagePlace(place.message, in: place.connection, from: place.recipient, to: place.sender),
      MessagePlace(place.message, in: place.connection, from: place.sender, to: UUID()),
    ] { #expect(key.open(sealed, at: other) == nil) }
    let bytes = [UInt8](try #require(Data(base64Encoded: sealed.text)))
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      guard let body = SealedMessageBody(Data(changed).base64EncodedString()) else { continue }
      #expect(key.open(body, at: place) == nil, "byte \(index)")
    }
    for length in 0..<bytes.count {
      guard let body = SealedMessageBody(Data(bytes.prefix(length)).base64EncodedString()) else { continue }
      #expect(key.open(body, at: place) == nil, "\(length) bytes")
    }
  }

  @Test("texts of up to 63 bytes have one length, and two sealings of one text differ")
  func padding() throws {
    let pair = Pair()
    let key = try #require(pair.herKey)
    func seal(_ text: String) -> String { key.seal(text, at: pair.place, from: 1, to: 1).text }
    #expect(seal("").count == seal(String(repeating: "x", count: 63)).count)
    #expect(seal("").count < seal(String(repeating: "x", count: 64)).count)
    #expect(seal("same") != seal("same"))
    for count in 0..<200 {
      let text = [UInt8](repeating: 0x80, count: count)
      #expect(ConnectionKey.unpadded(ConnectionKey.padded(text)).map(Array.init) == text)
    }
    #expect(ConnectionKey.unpadded([0, 0]) == nil && ConnectionKey.unpadded([1, 0]) == nil)
  }

  @Test("a key is genuine only as its identity has signed it: for this person, with this number")
  func genuine() {
    let (person, identity) = (UUID(), MessagingIdentity(.random()))
    let key = identity.announcement(of: 2, by: person)
    #expect(key.isGenuine && key.signing == identity.signing)
    let other = MessagingIdentity(.random()).announcement(of: 2, by: person)
    for wrong in [
      AnnouncedKey(UUID(), number: 2, signing: key.signing, agreement: key.agreement, signature: key.signature),
      AnnouncedKey(person, number: 3, signing: key.signing, agreement: key.agreement, signature: key.signature),
      AnnouncedKey(person, number: 2, signing: other.signing, agreement: key.agreement, signature: key.signature),
      AnnouncedKey(person, number: 2, signing: key.signing, agreement: other.agreement, signature: key.signature),
      AnnouncedKey(person, number: 2, signing: key.signing, agreement: key.agreement, signature: other.signature),
      AnnouncedKey(person, number: 2, signing: [], agreement: [], signature: []),
    ] { #expect(!wrong.isGenuine) }
    #expect(!identity.announcement(of: 10_000, by: person).isGenuine, "beyond the greatest number")
  }

  @Test("a public key of small order, with which everybody has the same secret, is refused")
  func smallOrder() {
    let identity = MessagingIdentity(.random())
    for key: [UInt8] in [[UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31), [], [7]] {
      #expect(identity.key(1, with: key, in: UUID()) == nil)
    }
  }

  @Test("the same phrase gives the same keys on every device")
  func derived() throws {
    let phrase = try #require(RecoveryPhrase(seed: Array(0..<16)))
    let (one, other, person) = (MessagingIdentity(phrase), MessagingIdentity(phrase), UUID())
    #expect(one == other && one.announcement(of: 7, by: person) == other.announcement(of: 7, by: person))
    #expect(one.announcement(of: 7, by: person).agreement != one.announcement(of: 8, by: person).agreement)
  }

  @Test("both people see the same security code, and another one for another person or key")
  func codes() {
    let pair = Pair()
    let code = SecurityCode(pair.anna, pair.hers.signing, and: pair.ben, pair.his.signing)
    #expect(code == SecurityCode(pair.ben, pair.his.signing, and: pair.anna, pair.hers.signing))
    #expect(code.groups.count == 12 && code.groups.allSatisfy { $0.count == 5 && $0.allSatisfy(\.isNumber) })
    let other = MessagingIdentity(.random()).signing
    #expect(code != SecurityCode(pair.anna, pair.hers.signing, and: pair.ben, other))
    #expect(code != SecurityCode(pair.anna, pair.hers.signing, and: UUID(), pair.his.signing))
  }

  @Test("any body is read or refused, and rubbish opens nothing")
  func rubbish() throws {
    let pair = Pair()
    let key = try #require(pair.hisKey)
    var random = try FuzzPlan.generator(for: "sealed-bodies")
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random) }
      guard let body = SealedMessageBody(Data(bytes).base64EncodedString()) else { continue }
      #expect(key.open(body, at: pair.place) == nil)
    }
    for text in ["", "Hello", "====", String(repeating: "A", count: 60_000)] { #expect(SealedMessageBody(text) == nil) }
  }
}

import Foundation
import Testing

@testable import Signing

enum JSON {
  static func again<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }
}

@Suite("Base64url text")
struct Base64URLTests {
  @Test("survives a round trip at every length", arguments: 0...70)
  func round(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 251) }
    let text = Base64URL.text(bytes)
    #expect(Base64URL.bytes(text) == bytes)
    #expect(
      text.utf8.allSatisfy { "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains($0) })
  }

  @Test("is encoded as in RFC 4648")
  func examples() {
    #expect(Base64URL.text(Array("foobar".utf8)) == "Zm9vYmFy")
    #expect(Base64URL.text(Array("fooba".utf8)) == "Zm9vYmE")
    #expect(Base64URL.text([0xFB, 0xFF]) == "-_8")
  }

  @Test(
    "is refused if it is malformed",
    arguments: ["A", "Zm9v YmFy", "Zm9vYmE=", "+_8", "-/8", "Zm9vYmFy\n", "Zm9vYmFyA", "é", "ＡＡ", "\u{0}AAA"])
  func rubbish(text: String) {
    #expect(Base64URL.bytes(text) == nil)
  }

  @Test("has one spelling only: unused bits must be zero")
  func canonical() {
    #expect(Base64URL.bytes("-_8") == [0xFB, 0xFF])
    #expect(Base64URL.bytes("-_9") == nil)
  }
}

import Kernel
import Testing

@testable import Signing

@Suite("A signature")
struct SignatureTests {
  let key: SigningKey
  let message = Array("open:/pillars/fitness".utf8)

  init() throws { key = try SigningKey(Array(0..<32)) }

  @Test("is verified by the key that made it")
  func known() throws {
    #expect(try key.verify(key.signature(of: message), of: message))
  }

  @Test("of an empty message is valid for that message only")
  func empty() throws {
    #expect(try key.verify(key.signature(of: []), of: []))
    #expect(try !key.verify(key.signature(of: []), of: [0]))
  }

  @Test("is refused when any one bit of the message differs", arguments: 0..<(21 * 8))
  func flippedMessage(bit: Int) throws {
    var other = message
    other[bit / 8] ^= 1 << (bit % 8)
    #expect(try !key.verify(key.signature(of: message), of: other))
  }

  @Test("is refused when any one bit of it differs", arguments: 0..<256)
  func flippedSignature(bit: Int) throws {
    var bytes = try key.signature(of: message).bytes
    bytes[bit / 8] ^= 1 << (bit % 8)
    #expect(try !key.verify(Signature(bytes), of: message))
  }

  @Test("is refused when any one bit of the key differs", arguments: 0..<256)
  func flippedKey(bit: Int) throws {
    var bytes = key.revealed
    bytes[bit / 8] ^= 1 << (bit % 8)
    #expect(try !SigningKey(bytes).verify(key.signature(of: message), of: message))
  }

  @Test("of another length is refused, and the problem states both lengths", arguments: [0, 1, 31, 33, 64])
  func lengths(count: Int) {
    let problem = #expect(throws: Problem.self) { try Signature([UInt8](repeating: 0, count: count)) }
    #expect(problem?.what == "A signature has 32 bytes, and this has \(count).")
  }

  @Test("survives a round trip through text and JSON")
  func text() throws {
    let signature = try key.signature(of: message)
    #expect(signature.text.utf8.count == 43)
    #expect(try Signature(text: signature.text) == signature)
    #expect(try JSON.again([signature]) == [signature])
  }

  @Test(
    "is not read from malformed text",
    arguments: [
      "", "abc", "====", "not base64url!", String(repeating: "A", count: 42), String(repeating: "A", count: 10_000),
    ])
  func rubbish(text: String) {
    #expect(throws: Problem.self) { try Signature(text: text) }
  }
}

@Suite("A signing key")
struct SigningKeyTests {
  @Test("is different each time, and has 32 bytes")
  func random() throws {
    let keys = try (0..<100).map { _ in try SigningKey.random().revealed }
    #expect(Set(keys).count == 100)
    #expect(keys.allSatisfy { $0.count == 32 })
  }

  @Test("of another length is refused, and the problem states both lengths", arguments: [0, 16, 31, 33, 1_000])
  func lengths(count: Int) {
    let problem = #expect(throws: Problem.self) { try SigningKey([UInt8](repeating: 7, count: count)) }
    #expect(problem?.code == "signing-key-length")
    #expect(problem?.what == "A signing key has 32 bytes, and this has \(count).")
  }

  @Test("is redacted in descriptions, debug text and dumps, and cannot be encoded")
  func redacted() throws {
    let key = try SigningKey([UInt8](repeating: 0xAB, count: 32))
    var dumped = ""
    dump([key], to: &dumped)
    for text in [
      "\(key)", String(reflecting: key), String(describing: [key]), String(reflecting: Optional(key)), dumped,
    ] {
      #expect(!text.contains("171"))
      #expect(!text.lowercased().contains("ab, "))
      #expect(text.contains("redacted"))
    }
    #expect(!(key is any Encodable))
  }
}

import Testing

@testable import Signing

/// The standard's examples for HMAC with SHA-256, except case 5: it has a truncated code, which is never used here.
@Suite("The examples of RFC 4231")
struct RFC4231Tests {
  struct Example: Sendable, CustomTestStringConvertible {
    let number: Int
    let key: [UInt8]
    let message: [UInt8]
    let code: String
    var testDescription: String { "case \(number)" }
  }

  static let examples = [
    Example(
      number: 1, key: [UInt8](repeating: 0x0B, count: 20), message: Array("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Example(
      number: 2, key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Example(
      number: 3, key: [UInt8](repeating: 0xAA, count: 20), message: [UInt8](repeating: 0xDD, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Example(
      number: 4, key: Array(1...25), message: [UInt8](repeating: 0xCD, count: 50),
      code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Example(
      number: 6, key: [UInt8](repeating: 0xAA, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Example(
      number: 7, key: [UInt8](repeating: 0xAA, count: 131),
      message: Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
          + "hashed before being used by the HMAC algorithm.").utf8),
      code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test("give the printed codes", arguments: examples)
  func example(_ example: Example) throws {
    let code = try HMACSHA256.code(of: example.message, key: example.key)
    #expect(code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == example.code)
  }
}

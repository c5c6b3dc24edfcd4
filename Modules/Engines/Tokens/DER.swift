/// The parts of ASN.1 DER (X.690) needed for public keys and signatures.
enum DER {
  static func sequence(_ parts: [UInt8]...) -> [UInt8] { wrapped(0x30, parts.flatMap(\.self)) }

  /// Encodes an unsigned integer from its big-endian bytes.
  static func integer(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var digits = Array(bytes.drop { $0 == 0 })
    if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
    return wrapped(0x02, digits)
  }

  static func bitString(_ bytes: [UInt8]) -> [UInt8] { wrapped(0x03, [0] + bytes) }

  /// The algorithm identifiers: `rsaEncryption` with its NULL, and `id-ecPublicKey` on P-256.
  static let rsa: [UInt8] = [
    0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
  ]
  static let p256: [UInt8] = [
    0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03,
    0x01, 0x07,
  ]

  /// Decodes the two integers of an ECDSA signature, 32 bytes each; nil for anything else.
  static func pair(_ bytes: [UInt8]) -> [UInt8]? {
    var rest = bytes[...]
    guard rest.popFirst() == 0x30, let length = rest.popFirst(), Int(length) == rest.count else { return nil }
    var pair: [UInt8] = []
    for _ in 0..<2 {
      guard rest.popFirst() == 0x02, let length = rest.popFirst(), Int(length) <= rest.count else { return nil }
      let digits = rest.prefix(Int(length)).drop { $0 == 0 }
      guard digits.count <= 32 else { return nil }
      pair += [UInt8](repeating: 0, count: 32 - digits.count) + digits
      rest = rest.dropFirst(Int(length))
    }
    return rest.isEmpty ? pair : nil
  }

  private static func wrapped(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    if count < 0x80 { return [tag, UInt8(count)] + content }
    var length: [UInt8] = []
    var rest = count
    while rest > 0 {
      length.insert(UInt8(rest & 0xFF), at: 0)
      rest >>= 8
    }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }
}

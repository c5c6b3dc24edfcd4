internal import JSON
internal import Kernel
internal import Platform
internal import Signing

/// The head of a signed text: its certificates, and the key that they lead to.
final class StoreHead: Sendable {
  private let certificates: [[UInt8]]
  /// The key of the hour of signing dates for which the chain was verified last.
  private let verified = Locked<(hour: Int, key: StoreKey)?>(nil)

  /// Nil for a head of another form.
  init?(_ text: String) {
    guard let bytes = Base64URL.bytes(text), let json = try? JSON(bytes: bytes), json["alg"] == "ES256",
      let texts = json["x5c"]?.array, texts.count == CertificateChain.length
    else { return nil }
    certificates = texts.compactMap { one in
      one.string.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) }
    }
    guard certificates.count == texts.count else { return nil }
  }

  /// The key, if the chain leads to a pinned root and was valid at that time. A chain is verified once an hour of signing
  /// dates.
  func key(at second: Int, by chain: CertificateChain) -> StoreKey? {
    let hour = second / 3600
    if let known = verified.withLock({ $0 }), known.hour == hour { return known.key }
    guard let key = chain.key(of: certificates, at: second) else { return nil }
    verified.withLock { $0 = (hour, key) }
    return key
  }
}

/// Reads the parts of a signed text.
enum StoreText {
  /// The value of each sign of the URL-safe base64 coding; 255 for any other byte.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    let signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for (value, sign) in signs.utf8.enumerated() { values[Int(sign)] = UInt8(value) }
    return values
  }()

  /// Decodes URL-safe base64 without padding. Several spellings of the last byte give the same, unlike with `Base64URL`.
  static func bytes(_ text: Substring.UTF8View) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 2)
    var (held, bits): (UInt32, Int) = (0, 0)
    for sign in text {
      let value = values[Int(sign)]
      guard value < 64 else { return nil }
      held = held << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      }
    }
    return bytes
  }
}

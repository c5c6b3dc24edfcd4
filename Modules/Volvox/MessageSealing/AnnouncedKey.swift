internal import CSodium
public import Platform

/// A public message key of a person, as the server passes it on: its number, the identity that made it, and that identity's
/// signature, without which the server could put a key of its own in its place.
public struct AnnouncedKey: Sendable, Hashable {
  public static let numbers = 1...9_999
  static let signatureLength = Int(crypto_sign_BYTES)

  public let person: UUID
  public let number: Int
  /// The public signing key of the identity.
  public let signing: [UInt8]
  /// The public key for key agreement.
  public let agreement: [UInt8]
  public let signature: [UInt8]

  public init(_ person: UUID, number: Int, signing: [UInt8], agreement: [UInt8], signature: [UInt8]) {
    self.person = person
    self.number = number
    self.signing = signing
    self.agreement = agreement
    self.signature = signature
  }

  /// Whether the identity has signed this number and key for this person.
  public var isGenuine: Bool {
    Libsodium.ready()
    guard AnnouncedKey.numbers.contains(number), signing.count == Int(crypto_sign_PUBLICKEYBYTES),
      agreement.count == Libsodium.length, signature.count == AnnouncedKey.signatureLength
    else { return false }
    let text = AnnouncedKey.signedText(person, number, agreement)
    return crypto_sign_verify_detached(signature, text, UInt64(text.count), signing) == 0
  }

  static func signedText(_ person: UUID, _ number: Int, _ agreement: [UInt8]) -> [UInt8] {
    Libsodium.hash([person.bytes, Libsodium.bytes(of: Int64(number)), agreement], for: "Troupe announced message key")
  }
}

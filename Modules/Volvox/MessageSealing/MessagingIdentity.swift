internal import CSodium
public import Platform

/// The secret side of a person's message keys. All of them follow from the key phrase: a signing key, and any number of
/// key pairs for key agreement.
///
/// Swift may copy the bytes, so they are not erased from memory when the identity is released.
public struct MessagingIdentity: Sendable, Hashable {
  public let phrase: RecoveryPhrase
  private let root: [UInt8]

  public init(_ phrase: RecoveryPhrase) {
    self.phrase = phrase
    root = Libsodium.hash([phrase.seed], for: "Troupe message keys")
  }

  /// The public signing key, which tells this identity from any other.
  public var signing: [UInt8] { signingPair.open }

  /// Returns the announcement of a numbered key, signed.
  public func announcement(of number: Int, by person: UUID) -> AnnouncedKey {
    let agreement = agreementPair(number).open
    var signature = [UInt8](repeating: 0, count: AnnouncedKey.signatureLength)
    let text = AnnouncedKey.signedText(person, number, agreement)
    crypto_sign_detached(&signature, nil, text, UInt64(text.count), signingPair.secret)
    return AnnouncedKey(person, number: number, signing: signing, agreement: agreement, signature: signature)
  }

  /// Returns the key of a connection, which both people derive from their own secret and the other's public key; nil when
  /// the other's key is one that no honest device makes.
  public func key(_ number: Int, with other: [UInt8], in connection: UUID) -> ConnectionKey? {
    guard other.count == Libsodium.length else { return nil }
    let own = agreementPair(number)
    var shared = [UInt8](repeating: 0, count: Libsodium.length)
    guard crypto_scalarmult(&shared, own.secret, other) == 0 else { return nil }
    let both = [own.open, other].sorted { $0.lexicographicallyPrecedes($1) }
    return ConnectionKey(Libsodium.hash([connection.bytes] + both, for: "Troupe connection key", key: shared))
  }

  // MARK: Key pairs

  private var signingPair: (open: [UInt8], secret: [UInt8]) {
    var open = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
    var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
    crypto_sign_seed_keypair(&open, &secret, Libsodium.hash([root], for: "Troupe message signing key"))
    return (open, secret)
  }

  private func agreementPair(_ number: Int) -> (open: [UInt8], secret: [UInt8]) {
    let secret = Libsodium.hash([root, Libsodium.bytes(of: Int64(number))], for: "Troupe message agreement key")
    var open = [UInt8](repeating: 0, count: Libsodium.length)
    crypto_scalarmult_base(&open, secret)
    return (open, secret)
  }
}

extension MessagingIdentity: CustomStringConvertible, CustomReflectable {
  public var description: String { "redacted" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

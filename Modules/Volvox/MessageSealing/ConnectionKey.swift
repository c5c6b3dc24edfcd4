internal import CSodium
public import Platform

/// The place of a message, to which its ciphertext is bound: it opens nowhere else, and as no other message.
public struct MessagePlace: Sendable, Hashable {
  public let message: UUID
  public let connection: UUID
  public let sender: UUID
  public let recipient: UUID

  public init(_ message: UUID, in connection: UUID, from sender: UUID, to recipient: UUID) {
    self.message = message
    self.connection = connection
    self.sender = sender
    self.recipient = recipient
  }
}

/// The key with which two people seal what they write to each other in one connection.
public struct ConnectionKey: Sendable {
  private let key: [UInt8]

  init(_ key: [UInt8]) { self.key = key }

  /// Seals a text with XChaCha20-Poly1305, padded so that its length is known to 64 bytes only.
  public func seal(_ text: String, at place: MessagePlace, from number: Int, to other: Int) -> SealedMessageBody {
    Libsodium.ready()
    let padded = ConnectionKey.padded(Array(text.utf8))
    var nonce = [UInt8](repeating: 0, count: SealedMessageBody.nonceLength)
    randombytes_buf(&nonce, nonce.count)
    var sealed = [UInt8](repeating: 0, count: padded.count + SealedMessageBody.tagLength)
    let bound = SealedMessageBody.bound(place, number, other)
    crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, padded, UInt64(padded.count), bound, UInt64(bound.count), nil, nonce, key)
    return SealedMessageBody(sender: number, recipient: other, nonce: nonce, sealed: sealed)
  }

  /// Returns the text; nil when the message was changed, belongs elsewhere or was sealed with another key.
  public func open(_ body: SealedMessageBody, at place: MessagePlace) -> String? {
    Libsodium.ready()
    var padded = [UInt8](repeating: 0, count: body.sealed.count - SealedMessageBody.tagLength)
    let bound = SealedMessageBody.bound(place, body.sender, body.recipient)
    guard
      crypto_aead_xchacha20poly1305_ietf_decrypt(
        &padded, nil, nil, body.sealed, UInt64(body.sealed.count), bound, UInt64(bound.count), body.nonce, key) == 0,
      let text = ConnectionKey.unpadded(padded)
    else { return nil }
    return String(validating: text, as: UTF8.self)
  }

  // MARK: Padding

  static let block = 64

  /// Adds a byte 0x80 and then zeros, to the next multiple of a block (ISO 7816-4).
  static func padded(_ text: [UInt8]) -> [UInt8] {
    text + [0x80] + [UInt8](repeating: 0, count: block - 1 - text.count % block)
  }

  static func unpadded(_ padded: [UInt8]) -> ArraySlice<UInt8>? {
    guard let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == 0x80 else { return nil }
    return padded[..<end]
  }
}

extension ConnectionKey: CustomStringConvertible, CustomReflectable {
  public var description: String { "redacted" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

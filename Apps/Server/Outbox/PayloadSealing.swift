internal import CSodium
public import JSON
internal import Signing

/// Seals payloads with XChaCha20-Poly1305, each bound to its entry: codes and links in mails are as good as passwords, and
/// no table holds one in plain text.
public struct PayloadSealing: Sendable {
  private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  private let key: [UInt8]

  /// `key` has 32 bytes.
  public init(_ key: [UInt8]) {
    precondition(key.count == Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES), "the key has 32 bytes")
    precondition(sodium_init() >= 0, "libsodium cannot be used")
    self.key = key
  }

  /// Returns nil for a payload that is not JSON, such as an infinite number.
  public func seal(_ payload: JSON, of id: String, _ kind: String) -> String? {
    guard let text = try? JSON.text(payload) else { return nil }
    let (plain, place) = (Array(text.utf8), Array("\(id) \(kind)".utf8))
    var nonce = [UInt8](repeating: 0, count: Self.nonceLength)
    randombytes_buf(&nonce, nonce.count)
    var sealed = [UInt8](repeating: 0, count: plain.count + Self.tagLength)
    crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, plain, UInt64(plain.count), place, UInt64(place.count), nil, nonce, key)
    return Base64URL.text(nonce + sealed)
  }

  /// Returns nil for a text that was sealed with another key or for another entry, or that was changed.
  public func open(_ text: String, of id: String, _ kind: String) -> JSON? {
    guard let bytes = Base64URL.bytes(text), bytes.count >= Self.nonceLength + Self.tagLength else { return nil }
    let nonce = Array(bytes.prefix(Self.nonceLength))
    let sealed = Array(bytes.dropFirst(Self.nonceLength))
    let place = Array("\(id) \(kind)".utf8)
    var plain = [UInt8](repeating: 0, count: sealed.count - Self.tagLength)
    let isGenuine =
      crypto_aead_xchacha20poly1305_ietf_decrypt(
        &plain, nil, nil, sealed, UInt64(sealed.count), place, UInt64(place.count), nonce, key) == 0
    return isGenuine ? try? JSON(bytes: plain) : nil
  }
}

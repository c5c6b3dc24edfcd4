internal import CSodium
internal import Kernel
internal import Signing

/// The secret of an export's link. It opens the archive, and the server keeps no copy once the export is ready.
struct ExportSecret: Sendable {
  private static let length = 32

  private let bytes: Redacted<[UInt8]>

  init() {
    var bytes = [UInt8](repeating: 0, count: ExportSecret.length)
    randombytes_buf(&bytes, bytes.count)
    self.bytes = Redacted(bytes)
  }

  /// Nil for any text that is no secret.
  init?(_ text: String) {
    guard text.utf8.count <= 64, let bytes = Base64URL.bytes(text), bytes.count == ExportSecret.length else {
      return nil
    }
    self.bytes = Redacted(bytes)
  }

  var revealed: String { Base64URL.text(bytes.revealed) }

  /// The part that the database holds.
  var hash: String {
    var hash = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256(&hash, bytes.revealed, UInt64(bytes.revealed.count))
    return Base64URL.text(hash)
  }

  /// Compares in constant time.
  func matches(_ stored: String) -> Bool {
    let (own, stored) = (Array(hash.utf8), Array(stored.utf8))
    return own.count == stored.count && sodium_memcmp(own, stored, own.count) == 0
  }

  /// The key of the archive of one export.
  func key(of id: String) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: Int(crypto_secretstream_xchacha20poly1305_KEYBYTES))
    let place = Array("troupe export \(id)".utf8)
    crypto_generichash(
      &key, key.count, place, UInt64(place.count), bytes.revealed, bytes.revealed.count)
    return key
  }
}

/// Contents of a link: an export and its secret.
struct ExportToken: Sendable {
  let id: String
  let secret: ExportSecret

  init(id: String, secret: ExportSecret) {
    self.id = id
    self.secret = secret
  }

  /// Nil for any text that is no token.
  init?(_ text: String?) {
    guard let parts = text?.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false), parts.count == 2,
      let id = ID<ExportToken>(String(parts[0])), let secret = ExportSecret(String(parts[1]))
    else { return nil }
    self.init(id: id.description, secret: secret)
  }

  var text: String { "\(id).\(secret.revealed)" }
}

/// Seals the secret of an export that is not ready yet with the server's key, bound to the export.
struct SecretSealing: Sendable {
  private let key: Redacted<[UInt8]>

  /// `key` has 32 bytes.
  init(_ key: [UInt8]) {
    precondition(key.count == Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES), "the key has 32 bytes")
    precondition(sodium_init() >= 0, "libsodium cannot be used")
    self.key = Redacted(key)
  }

  private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  func seal(_ secret: ExportSecret, of id: String) -> String {
    let (plain, place) = (Array(secret.revealed.utf8), Array(id.utf8))
    var nonce = [UInt8](repeating: 0, count: Self.nonceLength)
    randombytes_buf(&nonce, nonce.count)
    var sealed = [UInt8](repeating: 0, count: plain.count + Self.tagLength)
    crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, plain, UInt64(plain.count), place, UInt64(place.count), nil, nonce, key.revealed)
    return Base64URL.text(nonce + sealed)
  }

  /// Nil for a text that was sealed for another export, with another key, or changed.
  func open(_ text: String?, of id: String) -> ExportSecret? {
    guard let bytes = text.flatMap(Base64URL.bytes), bytes.count > Self.nonceLength + Self.tagLength else { return nil }
    let (nonce, sealed) = (Array(bytes.prefix(Self.nonceLength)), Array(bytes.dropFirst(Self.nonceLength)))
    let place = Array(id.utf8)
    var plain = [UInt8](repeating: 0, count: sealed.count - Self.tagLength)
    guard
      crypto_aead_xchacha20poly1305_ietf_decrypt(
        &plain, nil, nil, sealed, UInt64(sealed.count), place, UInt64(place.count), nonce, key.revealed) == 0
    else { return nil }
    return ExportSecret(String(decoding: plain, as: UTF8.self))
  }
}

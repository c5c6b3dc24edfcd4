internal import CSodium

/// Seals small values that lie outside of a store, each under its name.
public enum SealedValue {
  private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  public static func seal(_ bytes: [UInt8], named name: String, with key: MasterKey) -> [UInt8] {
    Sodium.ready()
    var nonce = [UInt8](repeating: 0, count: nonceLength)
    randombytes_buf(&nonce, nonce.count)
    let associated = Array(name.utf8)
    var text = [UInt8](repeating: 0, count: bytes.count + tagLength)
    key.derive(.values) { key in
      _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
        &text, nil, bytes, UInt64(bytes.count), associated, UInt64(associated.count), nil, nonce, key)
    }
    return nonce + text
  }

  /// Returns nil when the value was not sealed with this key and name, or was changed.
  public static func open(_ sealed: [UInt8], named name: String, with key: MasterKey) -> [UInt8]? {
    guard sealed.count >= nonceLength + tagLength else { return nil }
    let (nonce, text) = (Array(sealed.prefix(nonceLength)), Array(sealed.dropFirst(nonceLength)))
    let associated = Array(name.utf8)
    var bytes = [UInt8](repeating: 0, count: text.count - tagLength)
    let isGenuine = key.derive(.values) { key in
      crypto_aead_xchacha20poly1305_ietf_decrypt(
        &bytes, nil, nil, text, UInt64(text.count), associated, UInt64(associated.count), nonce, key)
    }
    return isGenuine == 0 ? bytes : nil
  }
}

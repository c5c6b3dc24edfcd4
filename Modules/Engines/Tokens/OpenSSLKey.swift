internal import COpenSSL

/// A key held by OpenSSL.
///
/// Sendable though it holds a pointer: the key is never changed after it was read, and OpenSSL counts its references
/// with atomics.
final class OpenSSLKey: @unchecked Sendable {
  private let key: OpaquePointer

  /// Reads a `SubjectPublicKeyInfo`. Refuses points that are not on their curve.
  init?(publicKey encoded: [UInt8]) {
    let read = encoded.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var start = bytes.baseAddress
      return d2i_PUBKEY(nil, &start, bytes.count)
    }
    guard let read else {
      ERR_clear_error()
      return nil
    }
    key = read
  }

  init?(pem: String) {
    let bytes = Array(pem.utf8)
    guard let memory = BIO_new_mem_buf(bytes, CInt(bytes.count)) else { return nil }
    defer { BIO_free(memory) }
    // Keeps OpenSSL from asking for a passphrase at the terminal.
    guard let read = PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in -1 }, nil) else {
      ERR_clear_error()
      return nil
    }
    key = read
  }

  /// Makes a new key on a curve, such as `P-256`.
  init?(newOn curve: String) {
    let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
    defer { EVP_PKEY_CTX_free(context) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, curve) == 1,
      EVP_PKEY_keygen(context, &made) == 1, let made
    else {
      ERR_clear_error()
      return nil
    }
    key = made
  }

  deinit { EVP_PKEY_free(key) }

  /// The private half; nil for a key without one.
  var pem: String? {
    guard let memory = BIO_new(BIO_s_mem()) else { return nil }
    defer { BIO_free(memory) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    defer { OPENSSL_cleanse(&bytes, bytes.count) }
    guard PEM_write_bio_PrivateKey(memory, key, nil, nil, 0, nil, nil) == 1 else {
      ERR_clear_error()
      return nil
    }
    let count = BIO_read(memory, &bytes, CInt(bytes.count))
    return count > 0 ? String(decoding: bytes.prefix(Int(count)), as: UTF8.self) : nil
  }

  var isOnP256: Bool {
    var name = [CChar](repeating: 0, count: 64)
    var length = 0
    guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else {
      ERR_clear_error()
      return false
    }
    return name.prefix(length).elementsEqual("prime256v1".utf8.map { CChar($0) })
  }

  /// The length of an RSA key in bits; none for another kind of key.
  var rsaBits: Int { EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA ? Int(EVP_PKEY_get_bits(key)) : 0 }

  /// The public half as an uncompressed point; empty for a key without one.
  var encodedPublicKey: [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = EVP_PKEY_get1_encoded_public_key(key, &bytes)
    guard count > 0, let bytes else {
      ERR_clear_error()
      return []
    }
    defer { CRYPTO_free(bytes, nil, 0) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    let isGood =
      EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    // A failure stays in this thread's error queue, and TLS on the same thread would take it for its own.
    if !isGood { ERR_clear_error() }
    return isGood
  }

  func signature(of message: [UInt8]) -> [UInt8]? {
    guard let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    var length = 256
    var signature = [UInt8](repeating: 0, count: length)
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, &signature, &length, message, message.count) == 1
    else {
      ERR_clear_error()
      return nil
    }
    return Array(signature.prefix(length))
  }
}

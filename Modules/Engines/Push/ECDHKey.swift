internal import COpenSSL

/// A key pair on P-256 for one message.
final class ECDHKey {
  private let key: OpaquePointer

  /// A new pair; nil if OpenSSL could not make one.
  init?() {
    guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1,
      EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
      EVP_PKEY_keygen(context, &made) == 1, let made
    else {
      ERR_clear_error()
      return nil
    }
    key = made
  }

  /// The pair of a known private number, for the samples of the standards.
  init?(number: [UInt8], point: [UInt8]) {
    // ECPrivateKey of RFC 5915, with its curve and its public half.
    let encoded: [UInt8] =
      [0x30, 0x77, 0x02, 0x01, 0x01, 0x04, 0x20] + number
      + [0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0xA1, 0x44, 0x03, 0x42, 0x00] + point
    let read = encoded.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var start = bytes.baseAddress
      return d2i_AutoPrivateKey(nil, &start, bytes.count)
    }
    guard let read else {
      ERR_clear_error()
      return nil
    }
    key = read
  }

  deinit { EVP_PKEY_free(key) }

  /// The public half as an uncompressed point.
  var point: [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = EVP_PKEY_get1_encoded_public_key(key, &bytes)
    guard count > 0, let bytes else { return [] }
    defer { CRYPTO_free(bytes, nil, 0) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The secret that is shared with the owner of a point; nil for what is no point of the curve.
  func secret(with point: [UInt8]) -> [UInt8]? {
    guard let other = ECDHKey.read(point) else { return nil }
    defer { EVP_PKEY_free(other) }
    guard let context = EVP_PKEY_CTX_new(key, nil) else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    var secret = [UInt8](repeating: 0, count: 32)
    var length = secret.count
    guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other) == 1,
      EVP_PKEY_derive(context, &secret, &length) == 1, length == 32
    else {
      ERR_clear_error()
      return nil
    }
    return secret
  }

  static func isOnCurve(_ point: [UInt8]) -> Bool {
    guard let key = read(point) else { return false }
    EVP_PKEY_free(key)
    return true
  }

  /// Reads a point as a `SubjectPublicKeyInfo`, which OpenSSL holds to the curve.
  private static func read(_ point: [UInt8]) -> OpaquePointer? {
    guard point.count == 65 else { return nil }
    let encoded: [UInt8] =
      [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
      ] + point
    let read = encoded.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var start = bytes.baseAddress
      return d2i_PUBKEY(nil, &start, bytes.count)
    }
    if read == nil { ERR_clear_error() }
    return read
  }
}

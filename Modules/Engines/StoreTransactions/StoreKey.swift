internal import COpenSSL

/// The public key of a certificate that signs, on the curve P-256.
///
/// Sendable though it holds a pointer: the key is never changed after it was read, and OpenSSL counts its references with
/// atomics.
final class StoreKey: @unchecked Sendable {
  private let key: OpaquePointer

  /// The key of a certificate; nil for one of another kind or curve.
  init?(of certificate: OpaquePointer) {
    guard let key = X509_get_pubkey(certificate) else {
      ERR_clear_error()
      return nil
    }
    var name = [CChar](repeating: 0, count: 64)
    var length = 0
    guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1,
      name.prefix(length).elementsEqual("prime256v1".utf8.map { CChar($0) })
    else {
      EVP_PKEY_free(key)
      ERR_clear_error()
      return nil
    }
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  /// Verifies a signature as a JSON Web Signature has it: the two numbers of ECDSA side by side (RFC 7518, 3.4).
  func verifies(_ pair: [UInt8], of message: [UInt8]) -> Bool {
    guard pair.count == 64, let signature = StoreKey.encoded(pair), let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    let isGood =
      EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    // A failure stays in this thread's error queue, and TLS on the same thread would take it for its own.
    if !isGood { ERR_clear_error() }
    return isGood
  }

  /// The two numbers as a DER sequence of two integers.
  private static func encoded(_ pair: [UInt8]) -> [UInt8]? {
    var content: [UInt8] = []
    for half in [pair[..<32], pair[32...]] {
      var digits = half.drop { $0 == 0 }
      // A number of zero is no signature.
      guard let first = digits.first else { return nil }
      if first >= 0x80 { digits = [0] + digits }
      content += [0x02, UInt8(digits.count)] + digits
    }
    return [0x30, UInt8(content.count)] + content
  }
}

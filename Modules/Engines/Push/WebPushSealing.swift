internal import COpenSSL
internal import Kernel
internal import Signing

/// The encryption of Web Push messages: one record of `aes128gcm` (RFC 8188) with keys of RFC 8291.
enum WebPushSealing {
  /// The most bytes of a message: push services must take bodies of 4096 bytes.
  static let largest = 4096 - overhead - 1
  private static let recordSize = 4096
  /// Salt, record size, length of the key, key, and the mark of authenticity.
  private static let overhead = 16 + 4 + 1 + 65 + 16

  /// Returns the body of a request. The text is filled up to a multiple of 128 bytes, so that its length tells little.
  static func seal(_ text: [UInt8], for subscription: WebPushSubscription) throws(Problem) -> [UInt8] {
    guard text.count <= largest else {
      throw Problem(
        "push-too-large", "A notification takes at most \(largest) bytes, and this one has \(text.count).",
        safe: "Nothing was sent.", remedy: "Send less text; the app shows the rest.")
    }
    var salt = [UInt8](repeating: 0, count: 16)
    guard let key = ECDHKey(), RAND_bytes(&salt, CInt(salt.count)) == 1 else { throw failed }
    let filled = min(largest, (text.count / 128 + 1) * 128)
    return try seal(text + [2] + [UInt8](repeating: 0, count: filled - text.count), for: subscription, key, salt)
  }

  /// Seals a text with its delimiter and padding, with a known key and salt.
  static func seal(
    _ padded: [UInt8], for subscription: WebPushSubscription, _ key: ECDHKey, _ salt: [UInt8]
  ) throws(Problem) -> [UInt8] {
    let point = key.point
    guard let shared = key.secret(with: subscription.publicKey), point.count == 65 else { throw failed }
    let about = Array("WebPush: info".utf8) + [0] + subscription.publicKey + point
    let input = try expand(try extract(shared, salt: subscription.secret), about, 32)
    let pseudorandom = try extract(input, salt: salt)
    let contentKey = try expand(pseudorandom, Array("Content-Encoding: aes128gcm".utf8) + [0], 16)
    let nonce = try expand(pseudorandom, Array("Content-Encoding: nonce".utf8) + [0], 12)
    let size = withUnsafeBytes(of: UInt32(recordSize).bigEndian) { Array($0) }
    return salt + size + [UInt8(point.count)] + point + (try encrypted(padded, contentKey, nonce))
  }

  // MARK: HKDF with SHA-256 (RFC 5869), for at most one block

  private static func extract(_ input: [UInt8], salt: [UInt8]) throws(Problem) -> [UInt8] {
    try HMACSHA256.code(of: input, key: salt)
  }

  private static func expand(_ key: [UInt8], _ about: [UInt8], _ count: Int) throws(Problem) -> [UInt8] {
    Array(try HMACSHA256.code(of: about + [1], key: key).prefix(count))
  }

  // MARK: AES-128-GCM

  private static func encrypted(_ text: [UInt8], _ key: [UInt8], _ nonce: [UInt8]) throws(Problem) -> [UInt8] {
    guard let context = EVP_CIPHER_CTX_new() else { throw failed }
    defer { EVP_CIPHER_CTX_free(context) }
    var sealed = [UInt8](repeating: 0, count: text.count + 16)
    var mark = [UInt8](repeating: 0, count: 16)
    var (length, rest): (CInt, CInt) = (0, 0)
    guard EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1,
      EVP_EncryptUpdate(context, &sealed, &length, text, CInt(text.count)) == 1,
      EVP_EncryptFinal_ex(context, &sealed, &rest) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, 16, &mark) == 1
    else {
      ERR_clear_error()
      throw failed
    }
    return Array(sealed.prefix(Int(length))) + mark
  }

  private static let failed = Problem(
    "push-sealing", "OpenSSL could not seal a notification.", safe: "Nothing was sent.",
    remedy: "Check that libcrypto 3 is installed, and try again.")
}

internal import CSodium
internal import Kernel
internal import Signing
internal import Tokens

/// Creates tokens and codes, and the hashes under which they are stored.
struct Secrets: Sendable {
  private let refresh: Redacted<[UInt8]>
  private let codes: Redacted<[UInt8]>
  private let certificates: Redacted<[UInt8]>
  private let certificatePair: (public: [UInt8], secret: Redacted<[UInt8]>)

  init(_ key: TokenKey) {
    refresh = Redacted(key.derived(for: "refresh tokens"))
    codes = Redacted(key.derived(for: "one-time codes"))
    certificates = Redacted(key.derived(for: "erasure certificates"))
    var (open, secret) = (
      [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES)),
      [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
    )
    let made = crypto_sign_seed_keypair(&open, &secret, key.derived(for: "signature of erasure certificates"))
    precondition(made == 0, "libsodium makes no key")
    certificatePair = (open, Redacted(secret))
  }

  /// An unguessable token of 24 characters (144 random bits).
  static func token() -> String {
    var bytes = [UInt8](repeating: 0, count: 18)
    randombytes_buf(&bytes, bytes.count)
    return Base64URL.text(bytes)
  }

  /// A random code of six digits, uniformly distributed.
  static func code() -> String {
    let digits = String(randombytes_uniform(1_000_000))
    return String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// SHA-256, which suffices for unguessable texts. Also the S256 challenge of RFC 7636.
  static func hash(_ text: String) -> String {
    var hash = [UInt8](repeating: 0, count: 32)
    let bytes = Array(text.utf8)
    crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return Base64URL.text(hash)
  }

  /// Derives the refresh token that follows another. While it is current, it can be derived again for a client that
  /// repeats the request, although only its hash is stored.
  func child(of parent: String, nonce: String) -> String {
    Base64URL.text(Array(Secrets.keyed("\(nonce) \(parent)", refresh.revealed).prefix(18)))
  }

  /// The keyed hash of a code. Without the key, six digits could be found by trial from the table. `to` binds a code to
  /// its address.
  func hash(ofCode code: String, to address: String) -> String {
    Base64URL.text(Secrets.keyed("\(address) \(code)", codes.revealed))
  }

  /// The public key that verifies this server's certificates (Ed25519).
  var certificateKey: String { Base64URL.text(certificatePair.public) }

  /// The signature of a certificate's statement, which anyone can verify with the public key.
  func signature(ofCertificate statement: String) -> String {
    let message = Array(statement.utf8)
    var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
    let done = crypto_sign_detached(
      &signature, nil, message, UInt64(message.count), certificatePair.secret.revealed)
    precondition(done == 0, "libsodium makes no signature")
    return Base64URL.text(signature)
  }

  /// Whether the holder of a public key signed a text. False for anything that is no key or no signature.
  static func isGenuine(_ signature: String, of statement: String, by key: String) -> Bool {
    guard let signature = Base64URL.bytes(signature), signature.count == Int(crypto_sign_BYTES),
      let key = Base64URL.bytes(key), key.count == Int(crypto_sign_PUBLICKEYBYTES)
    else { return false }
    let message = Array(statement.utf8)
    return crypto_sign_verify_detached(signature, message, UInt64(message.count), key) == 0
  }

  /// The name under which the certificate of an erased account is kept. It says nothing to whoever lacks the key.
  func hash(ofAccount user: String) -> String {
    Base64URL.text(Secrets.keyed("account \(user)", certificates.revealed))
  }

  /// The receipt of a deletion, with which its person fetches the certificate after the account is gone. It is derived
  /// again for each of the person's devices.
  func receipt(of deletion: ScheduledDeletion) -> String {
    Base64URL.text(
      Array(Secrets.keyed("receipt \(deletion.user) \(deletion.requested)", certificates.revealed).prefix(18)))
  }

  /// Compares in constant time.
  static func isSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    return left.count == right.count && sodium_memcmp(left, right, left.count) == 0
  }

  private static func keyed(_ text: String, _ key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    let bytes = Array(text.utf8)
    crypto_auth_hmacsha256(&code, bytes, UInt64(bytes.count), key)
    return code
  }
}

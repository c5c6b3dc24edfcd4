internal import CSodium
internal import Kernel
internal import Signing
internal import Tokens

/// What only we can make and what nobody can guess: tokens, codes, and the hashes by which we know them again.
struct Secrets: Sendable {
  private let refresh: Redacted<[UInt8]>
  private let codes: Redacted<[UInt8]>

  init(_ key: TokenKey) {
    refresh = Redacted(key.derived(for: "refresh tokens"))
    codes = Redacted(key.derived(for: "one-time codes"))
  }

  /// 24 characters that nobody guesses.
  static func token() -> String {
    var bytes = [UInt8](repeating: 0, count: 18)
    randombytes_buf(&bytes, bytes.count)
    return Base64URL.text(bytes)
  }

  /// Six digits, each as likely as another.
  static func code() -> String {
    let digits = String(randombytes_uniform(1_000_000))
    return String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// Enough for what cannot be guessed. It is also the challenge of RFC 7636.
  static func hash(_ text: String) -> String {
    var hash = [UInt8](repeating: 0, count: 32)
    let bytes = Array(text.utf8)
    crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
    return Base64URL.text(hash)
  }

  /// The refresh token that follows another: whoever shows that one again, while this one is the current one, gets it
  /// again, though only its hash is kept.
  func child(of parent: String, nonce: String) -> String {
    Base64URL.text(Array(Secrets.keyed("\(nonce) \(parent)", refresh.revealed).prefix(18)))
  }

  /// Six digits can be tried one after another by whoever reads the table, but for the key. `to` binds a code to where
  /// it was sent.
  func hash(ofCode code: String, to address: String) -> String {
    Base64URL.text(Secrets.keyed("\(address) \(code)", codes.revealed))
  }

  /// Takes as long for the first byte that differs as for the last.
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

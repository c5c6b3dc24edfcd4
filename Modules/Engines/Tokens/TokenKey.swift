internal import COpenSSL
internal import JSON
public import Kernel
internal import Platform
internal import Signing

/// The secret of a project, which signs and verifies tokens with HS256 only. Its value is redacted in logs and output.
public struct TokenKey: Sendable {
  /// In bytes; a shorter secret could be guessed.
  public static let least = 32
  public static let most = 1024
  static let algorithm = "HS256"
  private static let header = Base64URL.text(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))

  private let secret: Redacted<[UInt8]>

  public init(_ secret: String) throws(Problem) {
    let bytes = Array(secret.utf8)
    guard TokenKey.least...TokenKey.most ~= bytes.count else {
      throw Problem(
        "token-secret-length",
        "The secret that signs tokens has \(bytes.count) bytes; it takes \(TokenKey.least) to \(TokenKey.most).",
        safe: "Nothing was started.", remedy: "Set TROUPE_JWT_SECRET to a long random text, or leave it out.")
    }
    self.secret = Redacted(bytes)
  }

  /// The secret itself, for showing it to its owner.
  public var revealed: String { String(decoding: secret.revealed, as: UTF8.self) }

  /// Signs claims. The same claims make the same token.
  public func token(_ claims: Claims) throws(Problem) -> String {
    guard let payload = try? JSON.data(claims.json) else {
      throw Problem(
        "token-claims", "The claims have a number that JSON does not know.", safe: "Nothing was signed.",
        remedy: "Leave it out.")
    }
    let signed = "\(TokenKey.header).\(Base64URL.text([UInt8](payload)))"
    return "\(signed).\(Base64URL.text(code(of: Array(signed.utf8))))"
  }

  /// Returns the claims of a token if this key signed it and the rules hold. `now` is in seconds since 1970.
  public func claims(of text: String, by rules: TokenRules, at now: Int) throws(TokenRefusal) -> Claims {
    let token = try TokenText(text)
    try verify(token)
    let claims = try token.claims()
    try rules.check(claims, at: now)
    return claims
  }

  /// Derives a key for another purpose. This key cannot be found from it.
  public func derived(for purpose: StaticString) -> [UInt8] { code(of: Array("troupe \(purpose)".utf8)) }

  /// Throws unless this key signed the token.
  func verify(_ token: TokenText) throws(TokenRefusal) {
    guard token.algorithm == TokenKey.algorithm else { throw .wrongAlgorithm }
    let code = code(of: token.signed)
    guard token.signature.count == code.count, CRYPTO_memcmp(token.signature, code, code.count) == 0 else {
      throw .wrongSignature
    }
  }

  func code(of message: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: CUnsignedInt = 0
    let key = secret.revealed
    let done = HMAC(EVP_sha256(), key, CInt(key.count), message, message.count, &code, &length)
    // OpenSSL fails only when out of memory. A code of zeroes would be known to everyone.
    precondition(done != nil && length == 32, "OpenSSL computes no HMAC")
    return Array(code.prefix(Int(length)))
  }
}

extension TokenKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "redacted" }
  public var debugDescription: String { "redacted" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

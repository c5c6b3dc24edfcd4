internal import COpenSSL
public import JSON
internal import Signing

/// An issuer's public key, which verifies its tokens by RS256 or ES256, whichever the key is for.
public struct PublicKey: Sendable {
  public enum Algorithm: String, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"
  }

  public let algorithm: Algorithm
  public let id: String?
  private let key: OpenSSLKey

  /// Reads a JSON Web Key (RFC 7517). Returns nil for keys of other types and uses, which a provider may publish too,
  /// and for weak keys.
  public init?(_ jwk: JSON) {
    if let use = jwk["use"], use != "sig" { return nil }
    let encoded: [UInt8]
    switch jwk["kty"]?.string {
    case "RSA":
      // 2048 bits at least. Beyond 8192 bits a check costs enough to be an attack.
      guard let n = PublicKey.number(jwk["n"]), let e = PublicKey.number(jwk["e"]), 256...1024 ~= n.count,
        e.count <= 4, let last = e.last, last & 1 == 1, e != [1]
      else { return nil }
      algorithm = .rs256
      encoded = DER.sequence(DER.rsa, DER.bitString(DER.sequence(DER.integer(n), DER.integer(e))))
    case "EC":
      guard jwk["crv"] == "P-256", let x = PublicKey.bytes(jwk["x"]), let y = PublicKey.bytes(jwk["y"]),
        x.count == 32, y.count == 32
      else { return nil }
      algorithm = .es256
      encoded = DER.sequence(DER.p256, DER.bitString([4] + x + y))
    default: return nil
    }
    if let named = jwk["alg"]?.string, named != algorithm.rawValue { return nil }
    guard let key = OpenSSLKey(publicKey: encoded) else { return nil }
    self.key = key
    id = jwk["kid"]?.string
  }

  /// Returns the claims of a token if this key signed it and the rules hold. `now` is in seconds since 1970.
  public func claims(of text: String, by rules: TokenRules, at now: Int) throws(TokenRefusal) -> Claims {
    try claims(of: try TokenText(text), by: rules, at: now)
  }

  func claims(of token: TokenText, by rules: TokenRules, at now: Int) throws(TokenRefusal) -> Claims {
    try verify(token)
    let claims = try token.claims()
    try rules.check(claims, at: now)
    return claims
  }

  /// Throws unless this key signed the token.
  func verify(_ token: TokenText) throws(TokenRefusal) {
    guard token.algorithm == algorithm.rawValue else { throw .wrongAlgorithm }
    guard key.verifies(signature(token), of: token.signed) else { throw .wrongSignature }
  }

  /// Returns the signature as OpenSSL expects it. A token has the two integers of ECDSA side by side (RFC 7518, 3.4).
  private func signature(_ token: TokenText) -> [UInt8] {
    guard algorithm == .es256 else { return token.signature }
    guard token.signature.count == 64 else { return [] }
    return DER.sequence(DER.integer(token.signature[..<32]), DER.integer(token.signature[32...]))
  }

  private static func bytes(_ value: JSON?) -> [UInt8]? {
    guard let text = value?.string, text.utf8.count <= 2048 else { return nil }
    return Base64URL.bytes(text)
  }

  private static func number(_ value: JSON?) -> [UInt8]? { bytes(value).map { Array($0.drop { $0 == 0 }) } }
}

/// The published keys of a provider (RFC 7517, 5).
public struct KeySet: Sendable {
  /// More keys than any provider publishes.
  static let most = 32

  public let keys: [PublicKey]

  public init(_ json: JSON) { keys = (json["keys"]?.array ?? []).prefix(KeySet.most).compactMap { PublicKey($0) } }

  /// Returns the claims of a token if one of these keys signed it and the rules hold. `unknownKey` means that the
  /// provider may have published a new key since.
  public func claims(of text: String, by rules: TokenRules, at now: Int) throws(TokenRefusal) -> Claims {
    let token = try TokenText(text)
    guard PublicKey.Algorithm(rawValue: token.algorithm) != nil else { throw .wrongAlgorithm }
    let named = keys.filter { $0.id == token.keyID }
    guard let key = named.first(where: { $0.algorithm.rawValue == token.algorithm }) else {
      throw named.isEmpty ? .unknownKey : .wrongAlgorithm
    }
    return try key.claims(of: token, by: rules, at: now)
  }
}

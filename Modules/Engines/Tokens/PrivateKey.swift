internal import COpenSSL
internal import JSON
public import Kernel
internal import Signing

/// An ES256 signing key whose public half others hold, such as Apple's.
public struct PrivateKey: Sendable {
  private let key: OpenSSLKey

  /// Makes a new key.
  package static func generated() throws(Problem) -> PrivateKey {
    guard let key = OpenSSLKey(newOn: "P-256"), key.encodedPublicKey.count == 65 else { throw failed }
    return PrivateKey(key)
  }

  private init(_ key: OpenSSLKey) { self.key = key }

  /// Reads a key on the curve P-256 as PEM, which is what Apple's `.p8` files are.
  public init(pem: String) throws(Problem) {
    guard pem.utf8.count <= 8192, let key = OpenSSLKey(pem: pem), key.isOnP256 else {
      throw Problem(
        "private-key", "The text is no private key on the curve P-256 in PEM.", safe: "Nothing was signed.",
        remedy: "Give the whole file as it was downloaded, with its first and last line.")
    }
    self.key = key
  }

  /// The public half as an uncompressed point, 65 bytes.
  public var publicPoint: [UInt8] { key.encodedPublicKey }

  /// The key as PEM, to be kept where only its owner can read it.
  package var pem: String? { key.pem }

  /// The thumbprint of the public half (RFC 7638).
  var id: String {
    let (x, y) = coordinates
    return Base64URL.text(SHA256.hash(of: Array(#"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#.utf8)))
  }

  /// The public half as a JSON Web Key.
  var jwk: JSON {
    let (x, y) = coordinates
    return [
      "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "key_ops": ["verify"], "kid": .string(id),
      "x": .string(x), "y": .string(y),
    ]
  }

  private var coordinates: (x: String, y: String) {
    let point = publicPoint.dropFirst()
    return (Base64URL.text(Array(point.prefix(32))), Base64URL.text(Array(point.dropFirst(32))))
  }

  public func token(_ claims: Claims, keyID: String?) throws(Problem) -> String {
    let signed = try PrivateKey.unsigned(claims, algorithm: "ES256", keyID: keyID)
    guard let signature = key.signature(of: Array(signed.utf8)), let pair = DER.pair(signature) else {
      throw PrivateKey.failed
    }
    return "\(signed).\(Base64URL.text(pair))"
  }

  /// The header and the claims of a token, which its signature is of.
  fileprivate static func unsigned(_ claims: Claims, algorithm: String, keyID: String?) throws(Problem) -> String {
    var header: [String: JSON] = ["alg": .string(algorithm), "typ": "JWT"]
    if let keyID { header["kid"] = .string(keyID) }
    guard let header = try? JSON.data(header), let payload = try? JSON.data(claims.json) else { throw failed }
    return "\(Base64URL.text([UInt8](header))).\(Base64URL.text([UInt8](payload)))"
  }

  static let failed = Problem(
    "private-key-failed", "OpenSSL could not sign a token.", safe: "Nothing was sent.",
    remedy: "Check that libcrypto 3 is installed, and try again.")
}

/// An RS256 signing key whose public half others hold, such as that of a Google service account.
public struct RSAPrivateKey: Sendable {
  private let key: OpenSSLKey

  /// Reads an RSA key of at least 2048 bits as PEM.
  public init(pem: String) throws(Problem) {
    guard pem.utf8.count <= 16_384, let key = OpenSSLKey(pem: pem), key.rsaBits >= 2048 else {
      throw Problem(
        "private-key", "The text is no private RSA key of at least 2048 bits in PEM.", safe: "Nothing was signed.",
        remedy: "Give the whole key as it was downloaded, with its first and last line.")
    }
    self.key = key
  }

  public func token(_ claims: Claims, keyID: String?) throws(Problem) -> String {
    let signed = try PrivateKey.unsigned(claims, algorithm: "RS256", keyID: keyID)
    guard let signature = key.signature(of: Array(signed.utf8)) else { throw PrivateKey.failed }
    return "\(signed).\(Base64URL.text(signature))"
  }
}

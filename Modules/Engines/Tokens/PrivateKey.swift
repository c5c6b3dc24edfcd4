internal import COpenSSL
internal import JSON
public import Kernel
internal import Signing

/// An ES256 signing key whose public half others hold, such as Apple's.
public struct PrivateKey: Sendable {
  private let key: OpenSSLKey

  /// Reads a key on the curve P-256 as PEM, which is what Apple's `.p8` files are.
  public init(pem: String) throws(Problem) {
    guard pem.utf8.count <= 8192, let key = OpenSSLKey(pem: pem), key.isOnP256 else {
      throw Problem(
        "private-key", "The text is no private key on the curve P-256 in PEM.", safe: "Nothing was signed.",
        remedy: "Give the whole file as it was downloaded, with its first and last line.")
    }
    self.key = key
  }

  public func token(_ claims: Claims, keyID: String) throws(Problem) -> String {
    guard let header = try? JSON.data(["alg": "ES256", "kid": keyID, "typ": "JWT"]),
      let payload = try? JSON.data(claims.json)
    else { throw PrivateKey.failed }
    let signed = "\(Base64URL.text([UInt8](header))).\(Base64URL.text([UInt8](payload)))"
    guard let signature = key.signature(of: Array(signed.utf8)), let pair = DER.pair(signature) else {
      throw PrivateKey.failed
    }
    return "\(signed).\(Base64URL.text(pair))"
  }

  private static let failed = Problem(
    "private-key-failed", "OpenSSL could not sign a token.", safe: "Nothing was sent.",
    remedy: "Check that libcrypto 3 is installed, and try again.")
}

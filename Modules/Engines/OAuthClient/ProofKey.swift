internal import Signing

/// The proof key of an authorization: a random verifier that stays here, and its challenge, which is sent (RFC 7636).
public enum ProofKey {
  private static let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// An unguessable text of 43 characters (258 random bits), for a verifier, a state or a nonce.
  public static func random() -> String {
    var chance = SystemRandomNumberGenerator()
    return String(decoding: (0..<43).map { _ in signs[Int(chance.next() & 63)] }, as: UTF8.self)
  }

  /// The challenge of a verifier by the method S256.
  public static func challenge(of verifier: String) -> String {
    Base64URL.text(SHA256.hash(of: Array(verifier.utf8)))
  }
}

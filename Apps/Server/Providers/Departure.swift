internal import Fetch
internal import Signing

/// A redirect to a provider, with the values needed upon the user's return.
public struct Departure: Sendable, Hashable {
  /// The address to which the browser is redirected.
  public let address: String
  /// Stored with the state until the return; never shown.
  public let nonce: String
  public let verifier: String

  init(
    to discovery: Discovery, of provider: Provider, redirect: String, state: String, scopes: [String],
    nonce: String, verifier: String
  ) {
    var wanted = ["openid"] + provider.scopes
    for scope in scopes.prefix(20) where !wanted.contains(scope) && Departure.isScope(scope) { wanted.append(scope) }
    var fields = [
      ("response_type", "code"), ("client_id", provider.clients.first ?? ""), ("redirect_uri", redirect),
      ("scope", wanted.joined(separator: " ")), ("state", state), ("nonce", nonce),
    ]
    if discovery.challenges(provider) {
      let challenge = Base64URL.text(SHA256.hash(of: Array(verifier.utf8)))
      fields += [("code_challenge", challenge), ("code_challenge_method", "S256")]
    }
    // Apple requires a form post when scopes are requested.
    if provider.isApple { fields.append(("response_mode", "form_post")) }
    let query = fields.map { "\($0)=\(Outgoing.escaped($1))" }.joined(separator: "&")
    address = discovery.authorize + (discovery.authorize.contains("?") ? "&" : "?") + query
    self.nonce = nonce
    self.verifier = verifier
  }

  private static func isScope(_ text: String) -> Bool {
    1...100 ~= text.utf8.count
      && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  private static let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// An unguessable text of 43 characters (258 random bits).
  static func random() -> String {
    var chance = SystemRandomNumberGenerator()
    return String(decoding: (0..<43).map { _ in signs[Int(chance.next() & 63)] }, as: UTF8.self)
  }
}

internal import Fetch
internal import Signing

/// A person on the way to a provider: where their browser goes, and what must come back with them.
public struct Departure: Sendable, Hashable {
  /// Where the browser is sent.
  public let address: String
  /// What we must know again when they come back; kept beside the state, and shown to nobody.
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
    // Apple sends what it is asked for in no other way.
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

  /// 43 characters that nobody guesses: 258 bits of the machine's own randomness.
  static func random() -> String {
    var chance = SystemRandomNumberGenerator()
    return String(decoding: (0..<43).map { _ in signs[Int(chance.next() & 63)] }, as: UTF8.self)
  }
}

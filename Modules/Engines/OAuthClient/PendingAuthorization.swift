internal import HTTP
public import Kernel
public import Platform

/// An authorization that a person is giving in a browser: what must be known here when the browser returns.
public struct PendingAuthorization: Sendable, Hashable {
  /// The time for which a return is awaited, in seconds.
  public static let patience = 600.0

  /// Identifies the authorization in the address of the return.
  public let state: String
  /// The secret without which the code of the return is worthless.
  let verifier: Redacted<String>
  /// The address to which the browser returns.
  public let redirect: String
  /// The scopes that were asked for.
  public let scopes: [String]
  public let expires: Date

  public init(scopes: [String], redirect: String, at now: Date) {
    state = ProofKey.random()
    verifier = Redacted(ProofKey.random())
    self.redirect = redirect
    self.scopes = scopes
    expires = now.addingTimeInterval(PendingAuthorization.patience)
  }

  /// An authorization that was begun elsewhere, such as on a person's device, and is completed here.
  public init(verifier: Redacted<String>, scopes: [String], redirect: String, expires: Date) {
    state = ""
    self.verifier = verifier
    self.redirect = redirect
    self.scopes = scopes
    self.expires = expires
  }

  /// The page to open in the system's browser.
  public func page(of provider: OAuthProvider) throws(Problem) -> String {
    try OAuthProvider.check(provider.authorization)
    let fields: [(String, String)] =
      [
        ("response_type", "code"), ("client_id", provider.client), ("redirect_uri", redirect),
        ("scope", scopes.joined(separator: provider.separator.rawValue)), ("state", state),
        ("code_challenge", ProofKey.challenge(of: verifier.revealed)), ("code_challenge_method", "S256"),
      ] + provider.parameters.map { ($0.name, $0.value) }
    let query = fields.map { "\($0)=\(Outgoing.escaped($1))" }.joined(separator: "&")
    return "\(provider.authorization)\(provider.authorization.contains("?") ? "&" : "?")\(query)"
  }

  /// Reads the code of a return. Throws `oauth-foreign` unless the return is for this authorization and in time,
  /// `oauth-denied` when the person declined, and `oauth-refused` or `oauth-incomplete` for what the provider could not do.
  public func grant(
    in returned: ReturnAddress, of provider: OAuthProvider, at now: Date
  ) throws(Problem) -> AuthorizationGrant {
    guard returned["state"] == state, returned.address == redirect else { throw .foreignReturn }
    guard now < expires else { throw .lateReturn }
    if let expected = provider.issuer, let issuer = returned["iss"], issuer != expected { throw .foreignReturn }
    switch returned["error"] {
    case nil: break
    case "access_denied": throw .denied
    case "server_error", "temporarily_unavailable": throw .providerLater
    default: throw .providerRefused
    }
    guard let code = returned["code"], 1...4096 ~= code.utf8.count else { throw .incompleteReturn }
    return AuthorizationGrant(code: Redacted(code), scopes: returned["scope"].map(OAuthTokens.scopes))
  }
}

/// The code with which a provider answers a person's consent.
public struct AuthorizationGrant: Sendable, Hashable {
  let code: Redacted<String>
  /// The scopes that the person allowed, where the return names them.
  let scopes: [String]?

  public init(code: Redacted<String>, scopes: [String]?) {
    self.code = code
    self.scopes = scopes
  }
}

extension PendingAuthorization: Codable {
  private enum CodingKeys: String, CodingKey { case state, verifier, redirect, scopes, expires }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    state = try fields.decode(String.self, forKey: .state)
    verifier = Redacted(try fields.decode(String.self, forKey: .verifier))
    redirect = try fields.decode(String.self, forKey: .redirect)
    scopes = try fields.decode([String].self, forKey: .scopes)
    expires = try fields.decode(Date.self, forKey: .expires)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(state, forKey: .state)
    try fields.encode(verifier.revealed, forKey: .verifier)
    try fields.encode(redirect, forKey: .redirect)
    try fields.encode(scopes, forKey: .scopes)
    try fields.encode(expires, forKey: .expires)
  }
}

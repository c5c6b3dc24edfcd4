public import Kernel

/// Turns a project's tokens into callers, in one place for all services. Valid tokens are cached until they expire,
/// since a device presents the same token with every request.
public struct Vouching: Sendable {
  public let key: TokenKey
  public let keys: ProjectKeys
  private let rules: TokenRules
  private let known: TokenCache

  /// `issuer` restricts tokens of persons to that issuer; nil accepts any issuer that has the secret.
  public init(_ key: TokenKey, issuer: String? = nil, remembering most: Int = 4096) throws(Problem) {
    self.key = key
    keys = try ProjectKeys(key)
    rules = TokenRules(audiences: [Caller.Role.authenticated.rawValue], issuers: issuer.map { [$0] } ?? [])
    known = TokenCache(most)
  }

  /// `now` is in seconds since 1970.
  public func credential(_ text: String, at now: Int) -> Credential {
    if let caller = keys.caller(text) { return .caller(caller, expires: nil) }
    do throws(TokenRefusal) {
      if let known = known[text] {
        try rules.check(expires: known.expires, notBefore: known.notBefore, at: now)
        return .caller(known.caller, expires: known.expires)
      }
      let vouched = try vouched(text, at: now)
      known.remember(text, vouched)
      return .caller(vouched.caller, expires: vouched.expires)
    } catch {
      return .refused(error)
    }
  }

  private func vouched(_ text: String, at now: Int) throws(TokenRefusal) -> TokenCache.Known {
    let token = try key.genuine(text)
    let claims = try token.claims()
    guard let role = claims.role.flatMap(Caller.Role.init), role != .system else { throw .malformed }
    var rules = rules
    // A project's keys are valid for every issuer and name no person.
    if role == .authenticated { rules.needsExpiry = true } else { rules.issuers = [] }
    try rules.check(claims, at: now)
    let caller = Caller(
      role, user: role == .authenticated ? try Vouching.person(claims) : nil,
      session: role == .authenticated ? claims.session : nil, claims: String(decoding: token.payload, as: UTF8.self))
    return TokenCache.Known(caller: caller, expires: claims.expires, notBefore: claims.notBefore)
  }

  /// Returns the subject as a UUID in lower case, which policies compare as text.
  private static func person(_ claims: Claims) throws(TokenRefusal) -> String {
    guard let subject = claims.subject, let id = ID<Caller>(subject) else { throw .malformed }
    return id.description
  }
}

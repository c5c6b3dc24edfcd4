public import JSON
public import Kernel

/// Signs a project's tokens and turns them into callers, in one place for all services. Valid tokens are cached until
/// they expire, since a device presents the same token with every request.
public struct Vouching: Sendable {
  public let key: TokenKey
  public let keys: ProjectKeys
  private let signing: SigningKeys
  private let tokenLife: Int
  private let rules: TokenRules
  private let known: TokenCache

  /// `issuer` restricts tokens of persons to that issuer; nil accepts any issuer that has a key. `tokenLife` is for how
  /// many seconds tokens are issued, and so for how long a former key is accepted.
  public init(
    _ key: TokenKey, signing: SigningKeys = .none, issuer: String? = nil, tokenLife: Int = 3600,
    remembering most: Int = 4096
  ) throws(Problem) {
    self.key = key
    self.signing = signing
    self.tokenLife = tokenLife
    keys = try ProjectKeys(key)
    rules = TokenRules(audiences: [Caller.Role.authenticated.rawValue], issuers: issuer.map { [$0] } ?? [])
    known = TokenCache(most)
  }

  /// Signs the claims with the newest key.
  public func token(_ claims: Claims, at now: Int) throws(Problem) -> String {
    guard let newest = signing.current(at: now, isNewest: true).ring.signing else { return try key.token(claims) }
    return try newest.token(claims, keyID: newest.id)
  }

  /// The public keys whose tokens are accepted, as a JSON Web Key Set; empty while the secret signs.
  public func publishedKeys(at now: Int) -> JSON {
    let keys = signing.current(at: now, isNewest: true).ring.keys.filter { !hasEnded($0.retired, at: now) }
    return ["keys": .array(keys.map(\.jwk))]
  }

  /// `now` is in seconds since 1970.
  public func credential(_ text: String, at now: Int) -> Credential {
    if let caller = keys.caller(text) { return .caller(caller, expires: nil) }
    do throws(TokenRefusal) {
      let current = signing.current(at: now)
      if let known = known[text], known.generation == current.generation {
        try rules.check(expires: known.expires, notBefore: known.notBefore, at: now)
        return .caller(known.caller, expires: known.expires)
      }
      let vouched = try vouched(text, at: now, by: current)
      known.remember(text, vouched)
      return .caller(vouched.caller, expires: vouched.expires)
    } catch {
      return .refused(error)
    }
  }

  /// Returns the claims of a token if any key of this project signed it, a former one too, and the rules hold.
  public func formerClaims(of text: String, by rules: TokenRules, at now: Int) throws(TokenRefusal) -> Claims {
    let token = try TokenText(text)
    _ = try signer(of: token, at: now, by: signing.current(at: now))
    let claims = try token.claims()
    try rules.check(claims, at: now)
    return claims
  }

  private func vouched(
    _ text: String, at now: Int, by current: SigningKeys.Current
  ) throws(TokenRefusal) -> TokenCache.Known {
    let token = try TokenText(text)
    let signer = try signer(of: token, at: now, by: current)
    guard !hasEnded(signer.retired, at: now) else { throw .unknownKey }
    let claims = try token.claims()
    guard let role = claims.role.flatMap(Caller.Role.init), role != .system else { throw .malformed }
    var rules = rules
    // A project's keys are valid for every issuer and name no person.
    if role == .authenticated { rules.needsExpiry = true } else { rules.issuers = [] }
    try rules.check(claims, at: now)
    let caller = Caller(
      role, user: role == .authenticated ? try Vouching.person(claims) : nil,
      session: role == .authenticated ? claims.session : nil, claims: String(decoding: token.payload, as: UTF8.self))
    // No token outlives its key, whatever it says.
    let expires = [claims.expires, signer.retired.map { $0 + tokenLife }].compactMap(\.self).min()
    return TokenCache.Known(
      caller: caller, expires: expires, notBefore: claims.notBefore, generation: signer.generation)
  }

  /// The key that signed a token: when it ceased to sign, nil while it does, and among which keys it was found.
  private struct Signer {
    let retired: Int?
    let generation: Int
  }

  /// Verifies the signature of a token. Looks for newer keys when it names an unknown one.
  private func signer(
    of token: TokenText, at now: Int, by current: SigningKeys.Current
  ) throws(TokenRefusal) -> Signer {
    guard token.algorithm != TokenKey.algorithm else {
      try key.verify(token)
      return Signer(retired: current.ring.secretRetired, generation: current.generation)
    }
    guard token.algorithm == PublicKey.Algorithm.es256.rawValue else { throw .wrongAlgorithm }
    var current = current
    if current.ring.key(token.keyID) == nil { current = signing.current(at: now, isNewest: true) }
    guard let found = current.ring.key(token.keyID) else {
      throw current.ring.keys.isEmpty ? .wrongAlgorithm : .unknownKey
    }
    try found.publicKey.verify(token)
    return Signer(retired: found.retired, generation: current.generation)
  }

  /// Whether all tokens of a key have ended.
  private func hasEnded(_ retired: Int?, at now: Int) -> Bool {
    retired.map { now >= $0 + tokenLife + rules.skew } ?? false
  }

  /// Returns the subject as a UUID in lower case, which policies compare as text.
  private static func person(_ claims: Claims) throws(TokenRefusal) -> String {
    guard let subject = claims.subject, let id = ID<Caller>(subject) else { throw .malformed }
    return id.description
  }
}

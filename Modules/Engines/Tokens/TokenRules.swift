/// The conditions on a token's claims, checked besides its signature.
public struct TokenRules: Sendable, Hashable {
  /// A token's audience must be among these; empty accepts any.
  public var audiences: Set<String>
  /// Whether a token without an audience is refused. False follows PostgREST, which accepts it.
  public var needsAudience: Bool
  public var issuers: Set<String>
  public var needsExpiry: Bool
  /// The tolerated difference between clocks, in seconds.
  public var skew: Int

  public init(
    audiences: Set<String> = [], needsAudience: Bool = false, issuers: Set<String> = [], needsExpiry: Bool = false,
    skew: Int = 30
  ) {
    self.audiences = audiences
    self.needsAudience = needsAudience
    self.issuers = issuers
    self.needsExpiry = needsExpiry
    self.skew = skew
  }

  /// `now` is in seconds since 1970.
  public func check(_ claims: Claims, at now: Int) throws(TokenRefusal) {
    if needsExpiry, claims.expires == nil { throw .malformed }
    try check(expires: claims.expires, notBefore: claims.notBefore, at: now)
    if claims.audience.isEmpty {
      if needsAudience { throw .wrongAudience }
    } else if !audiences.isEmpty, audiences.isDisjoint(with: claims.audience) {
      throw .wrongAudience
    }
    if !issuers.isEmpty {
      guard let issuer = claims.issuer, issuers.contains(issuer) else { throw .wrongIssuer }
    }
  }

  func check(expires: Int?, notBefore: Int?, at now: Int) throws(TokenRefusal) {
    if let expires, now >= expires + skew { throw .expired }
    if let notBefore, now < notBefore - skew { throw .notYet }
  }
}

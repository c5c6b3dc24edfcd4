internal import JSON
internal import Kernel
internal import Signing

/// The claims of an ID token with a valid signature, and their validation (OpenID Connect Core 1.0, 3.1.3.7).
struct IDTokenClaims: Sendable {
  /// The tolerated clock difference in seconds.
  static let skew = 60.0
  /// The largest age of a token in seconds, whatever its expiry.
  static let oldest = 86_400.0

  /// The expected nonce.
  enum Nonce: Sendable, Hashable {
    /// The nonce of the authorization request.
    case exactly(String)
    /// For native apps: the nonce's SHA-256 in hexadecimal, or none on either side.
    case hashed(String?, skips: Bool)
  }

  let claims: [String: JSON]

  func check(for provider: Provider, nonce: Nonce, at now: Double) throws(Problem) {
    guard let issuer = claims["iss"]?.string, provider.issuers.contains(issuer) else {
      throw .idToken("issuer", "somebody else made it")
    }
    try checkAudience(provider)
    guard let expires = claims["exp"]?.number, let made = claims["iat"]?.number else {
      throw .idToken("malformed", "it does not say how long it lasts")
    }
    guard expires > now - IDTokenClaims.skew, made > now - IDTokenClaims.oldest else {
      throw .idToken("expired", "its time is over")
    }
    guard made < now + IDTokenClaims.skew, (claims["nbf"]?.number ?? 0) < now + IDTokenClaims.skew else {
      throw .idToken("early", "its time has not come")
    }
    try checkNonce(nonce)
  }

  private func checkAudience(_ provider: Provider) throws(Problem) {
    let audience = claims["aud"].map { one in one.string.map { [$0] } ?? one.array?.compactMap(\.string) ?? [] } ?? []
    guard audience.contains(where: provider.clients.contains) else {
      throw .idToken("audience", "it was made for somebody else")
    }
    // A token for several audiences names its authorized party, which must be one of our clients.
    let party = claims["azp"]?.string
    if audience.count > 1 || party != nil {
      // A native app's token names the app as party and the server's client as audience.
      guard let party, provider.clients.contains(party) else {
        throw .idToken("audience", "it was made for somebody else")
      }
    }
  }

  private func checkNonce(_ nonce: Nonce) throws(Problem) {
    let said = claims["nonce"]?.string
    switch nonce {
    case .exactly(let wanted):
      guard let said, said == wanted else { throw .idToken("nonce", "it answers another question than ours") }
    case .hashed(_, skips: true): return
    case .hashed(let wanted, skips: false):
      guard (said == nil) == (wanted == nil) else {
        throw .idToken("nonce", "the nonce must be in the token and beside it, or in neither")
      }
      guard let wanted else { return }
      guard said == SHA256.hash(of: Array(wanted.utf8)).hexadecimal else {
        throw .idToken("nonce", "the nonce beside it is not the one in it")
      }
    }
  }

  /// Validates an access token against the hash in the ID token, if it contains one (3.1.3.8): the first half of the
  /// SHA-256.
  func check(accessToken: String?) throws(Problem) {
    guard let accessToken, let said = claims["at_hash"]?.string else { return }
    guard Base64URL.text(Array(SHA256.hash(of: Array(accessToken.utf8)).prefix(16))) == said else {
      throw .idToken("access", "it speaks of another access token")
    }
  }
}

internal import JSON
internal import Kernel
internal import Tokens

/// The public keys of a provider, with which tokens are verified.
struct KeyRing: Sendable {
  private let set: KeySet

  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(bytes: bytes, deepest: 16), json.object != nil else { return nil }
    set = KeySet(json)
  }

  /// Verifies a token and returns its claims. Nil if the token names an unknown key: the provider may have a new one.
  func claims(of text: String, at now: Double) throws(Problem) -> [String: JSON]? {
    // Claims are validated separately; only malformed times are rejected here.
    let rules = TokenRules(skew: Int(IDTokenClaims.skew))
    do throws(TokenRefusal) {
      return try claims(of: text, by: rules, at: Int(now)).json.object ?? [:]
    } catch {
      switch error {
      case .unknownKey: return nil
      // Only for tokens of this server.
      case .sessionEnded: throw .idToken("session", "its session has ended")
      case .malformed: throw .idToken("malformed", "it cannot be read")
      case .wrongSignature, .wrongAlgorithm: throw .idToken("signature", "its provider has not signed it")
      case .expired: throw .idToken("expired", "its time is over")
      case .notYet: throw .idToken("early", "its time has not come")
      case .wrongAudience: throw .idToken("audience", "it was made for somebody else")
      case .wrongIssuer: throw .idToken("issuer", "somebody else made it")
      }
    }
  }

  private func claims(of text: String, by rules: TokenRules, at now: Int) throws(TokenRefusal) -> Claims {
    // A provider with a single key of a kind may omit its identifier (OpenID Connect Core 1.0, 10.1).
    let token = try TokenText(text)
    let fitting = set.keys.filter { $0.algorithm.rawValue == token.algorithm }
    if token.keyID == nil, fitting.count == 1, let only = fitting.first {
      return try only.claims(of: text, by: rules, at: now)
    }
    return try set.claims(of: text, by: rules, at: now)
  }
}

internal import JSON
internal import Kernel
internal import Tokens

/// The keys that a provider shows, and what a token says that one of them has signed.
struct KeyRing: Sendable {
  private let set: KeySet

  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON(bytes: bytes, deepest: 16), json.object != nil else { return nil }
    set = KeySet(json)
  }

  /// Nil when no key here is the one that the token names: the provider may have a new one.
  func claims(of text: String, at now: Double) throws(Problem) -> [String: JSON]? {
    // What the token must say is judged with its claims, but a time that is no number is no token.
    let rules = TokenRules(skew: Int(IDTokenClaims.skew))
    do throws(TokenRefusal) {
      return try claims(of: text, by: rules, at: Int(now)).json.object ?? [:]
    } catch {
      switch error {
      case .unknownKey: return nil
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
    // A provider with one key of a kind may leave its name out (OpenID Connect Core 1.0, 10.1).
    let token = try TokenText(text)
    let fitting = set.keys.filter { $0.algorithm.rawValue == token.algorithm }
    if token.keyID == nil, fitting.count == 1, let only = fitting.first {
      return try only.claims(of: text, by: rules, at: now)
    }
    return try set.claims(of: text, by: rules, at: now)
  }
}

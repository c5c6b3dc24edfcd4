/// What a request shows to say who sends it, judged once for all services.
public enum Credential: Sendable, Hashable {
  /// Nothing: neither a key nor a token.
  case none
  /// A key of the project, or a token that holds. `expires` is in seconds since 1970; keys do not.
  case caller(Caller, expires: Int?)
  /// A token or key that does not hold.
  case refused(TokenRefusal)

  public var caller: Caller? { if case .caller(let caller, _) = self { caller } else { nil } }
}

/// Why a token does not hold.
public enum TokenRefusal: Error, Sendable, Hashable {
  case malformed
  case unknownKey
  case wrongSignature
  case wrongAlgorithm
  case expired
  case notYet
  case wrongAudience
  case wrongIssuer
}

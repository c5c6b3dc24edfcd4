/// The credential of a request, checked once for all services.
public enum Credential: Sendable, Hashable {
  /// Neither a key nor a token.
  case none
  /// A key of the project, or a valid token. `expires` is in seconds since 1970; nil for keys.
  case caller(Caller, expires: Int?)
  /// An invalid token or key.
  case refused(TokenRefusal)

  public var caller: Caller? { if case .caller(let caller, _) = self { caller } else { nil } }
}

/// The reason that a token is refused.
public enum TokenRefusal: Error, Sendable, Hashable {
  case malformed
  case unknownKey
  case wrongSignature
  case wrongAlgorithm
  case expired
  case notYet
  case wrongAudience
  case wrongIssuer
  /// The token is valid, and the session it was issued for has ended.
  case sessionEnded
}

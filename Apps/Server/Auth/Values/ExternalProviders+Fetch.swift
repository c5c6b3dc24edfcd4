internal import JSON
internal import Kernel
public import Providers

extension ExternalProviders {
  /// Sign-in with the configured providers.
  public init(_ known: Providers) {
    self.init(
      providers: Set(known.names),
      depart: { name, redirect, state, scopes throws(Problem) in
        let departure = try await ExternalProviders.client(name, of: known)
          .departure(redirect: redirect, state: state, scopes: scopes)
        return Departure(address: departure.address, nonce: departure.nonce, verifier: departure.verifier)
      },
      arrive: { name, arrival throws(Problem) in
        let identity = try await ExternalProviders.client(name, of: known)
          .arrival(
            code: arrival.code, nonce: arrival.nonce, verifier: arrival.verifier, redirect: arrival.redirect,
            user: arrival.user)
        return ExternalIdentity(identity)
      },
      check: { name, proof throws(Problem) in
        let identity = try await ExternalProviders.client(name, of: known)
          .identity(idToken: proof.idToken, nonce: proof.nonce, accessToken: proof.accessToken)
        return ExternalIdentity(identity)
      })
  }

  private static func client(_ name: String, of known: Providers) throws(Problem) -> ProviderClient {
    guard let client = known[name] else { throw unknown }
    return client
  }
}

extension ExternalIdentity {
  /// Drops the provider's tokens, which are not needed later.
  init(_ identity: Identity) {
    var claims = identity.claims
    // Apple sends the name only once, and not in the token.
    if claims["name"] == nil { claims["name"] = identity.name.map { .string($0) } }
    self.init(
      provider: identity.provider, subject: identity.subject, email: identity.email,
      isEmailVerified: identity.isEmailVerified, claims: claims)
  }
}

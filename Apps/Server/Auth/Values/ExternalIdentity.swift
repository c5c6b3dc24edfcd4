public import JSON
public import Kernel

/// Whom a provider vouches for.
public struct ExternalIdentity: Sendable, Hashable {
  public let provider: String
  /// The person at this provider, for ever.
  public let subject: String
  public let email: String?
  public let isEmailVerified: Bool
  /// Whatever the provider says of them.
  public let claims: [String: JSON]

  public init(provider: String, subject: String, email: String?, isEmailVerified: Bool, claims: [String: JSON]) {
    self.provider = provider
    self.subject = subject
    self.email = email
    self.isEmailVerified = isEmailVerified
    self.claims = claims
  }
}

/// How people come in by somebody else's word.
public struct Strangers: Sendable {
  /// Somebody on the way to a provider.
  public struct Departure: Sendable {
    public let address: String
    public let nonce: String
    public let verifier: String

    public init(address: String, nonce: String, verifier: String) {
      self.address = address
      self.nonce = nonce
      self.verifier = verifier
    }
  }

  /// Somebody who is back with a code. `user` is what Apple adds the first time.
  public struct Arrival: Sendable {
    public let code: String
    public let redirect: String
    public let nonce: String
    public let verifier: String
    public let user: String?
  }

  /// What a native app has got from a provider.
  public struct Proof: Sendable {
    public let idToken: String
    public let accessToken: String?
    public let nonce: String?
  }

  /// Whose word counts here.
  public var providers: Set<String>
  public var depart:
    @Sendable (_ provider: String, _ redirect: String, _ state: String, _ scopes: [String]) async throws(Problem) ->
      Departure
  public var arrive: @Sendable (_ provider: String, _ arrival: Arrival) async throws(Problem) -> ExternalIdentity
  public var check: @Sendable (_ provider: String, _ proof: Proof) async throws(Problem) -> ExternalIdentity

  public init(
    providers: Set<String>,
    depart:
      @escaping @Sendable (_ provider: String, _ redirect: String, _ state: String, _ scopes: [String])
      async throws(Problem) -> Departure,
    arrive: @escaping @Sendable (_ provider: String, _ arrival: Arrival) async throws(Problem) -> ExternalIdentity,
    check: @escaping @Sendable (_ provider: String, _ proof: Proof) async throws(Problem) -> ExternalIdentity
  ) {
    self.providers = providers
    self.depart = depart
    self.arrive = arrive
    self.check = check
  }

  public static let nobody = Strangers(
    providers: [], depart: { _, _, _, _ throws(Problem) in throw unknown },
    arrive: { _, _ throws(Problem) in throw unknown }, check: { _, _ throws(Problem) in throw unknown })

  static let unknown = Problem(
    "no-provider", "Nobody else's word counts here.", safe: "Nobody was signed in.",
    remedy: "Name a provider in the server's settings.")
}

public import JSON
public import Kernel

/// A user as identified by a provider.
public struct ExternalIdentity: Sendable, Hashable {
  public let provider: String
  /// The user's permanent identifier at the provider.
  public let subject: String
  public let email: String?
  public let isEmailVerified: Bool
  /// All claims of the provider.
  public let claims: [String: JSON]

  public init(provider: String, subject: String, email: String?, isEmailVerified: Bool, claims: [String: JSON]) {
    self.provider = provider
    self.subject = subject
    self.email = email
    self.isEmailVerified = isEmailVerified
    self.claims = claims
  }
}

/// Sign-in with external providers.
public struct ExternalProviders: Sendable {
  /// A browser's redirect to a provider, with the values needed upon its return.
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

  /// The return from a provider, with a code. `user` is the form field that Apple adds the first time.
  public struct Arrival: Sendable {
    public let code: String
    public let redirect: String
    public let nonce: String
    public let verifier: String
    public let user: String?
  }

  /// The tokens that a native app obtained from a provider.
  public struct Proof: Sendable {
    public let idToken: String
    public let accessToken: String?
    public let nonce: String?
  }

  /// The names of the accepted providers.
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

  public static let nobody = ExternalProviders(
    providers: [], depart: { _, _, _, _ throws(Problem) in throw unknown },
    arrive: { _, _ throws(Problem) in throw unknown }, check: { _, _ throws(Problem) in throw unknown })

  static let unknown = Problem(
    "no-provider", "This sign-in provider is not set up.", safe: "You were not signed in.",
    remedy: "Name a provider in the server's settings.")
}

/// On whose behalf something is read or written. Whoever holds the data decides by it what is there for them.
public struct Caller: Sendable, Hashable {
  public enum Role: String, Sendable, Hashable {
    /// Nobody in particular: the project's public key and nothing else.
    case anonymous = "anon"
    case authenticated
    /// Whoever runs the server, from outside: no policy holds them back.
    case service = "service_role"
    /// The server itself: its own tables too.
    case system
  }

  public let role: Role
  /// The person, as a UUID in lower case; nil for all roles but `authenticated`.
  public let user: String?
  /// The session by which they came in.
  public let session: String?
  /// The claims of their token as JSON text, which PostgreSQL's policies read.
  public let claims: String

  public init(_ role: Role, user: String? = nil, session: String? = nil, claims: String = "{}") {
    self.role = role
    self.user = user
    self.session = session
    self.claims = claims
  }

  public static let anonymous = Caller(.anonymous, claims: #"{"role":"anon"}"#)
  public static let service = Caller(.service, claims: #"{"role":"service_role"}"#)
  public static let system = Caller(.system)

  /// A person, with the claims that name them and nothing else.
  public static func person(_ user: String, session: String? = nil) -> Caller {
    Caller(.authenticated, user: user, session: session, claims: #"{"sub":"\#(user)","role":"authenticated"}"#)
  }

  /// Whether policies hold for them.
  public var isHeldByPolicies: Bool { role == .anonymous || role == .authenticated }
}

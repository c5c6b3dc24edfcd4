/// The identity on whose behalf data is read or written. Stores use it to decide which rows are visible.
public struct Caller: Sendable, Hashable {
  public enum Role: String, Sendable, Hashable {
    /// No person: only the project's public key was presented.
    case anonymous = "anon"
    case authenticated
    /// The server's operator, calling from outside: exempt from policies.
    case service = "service_role"
    /// The server itself, with access to its own tables too.
    case system
  }

  public let role: Role
  /// The person's identifier, a UUID in lower case; nil for all roles but `authenticated`.
  public let user: String?
  /// The session of the sign-in.
  public let session: String?
  /// The claims of the token as JSON text, which PostgreSQL's policies read.
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

  /// Returns an authenticated caller whose claims hold only the subject and the role.
  public static func person(_ user: String, session: String? = nil) -> Caller {
    Caller(.authenticated, user: user, session: session, claims: #"{"sub":"\#(user)","role":"authenticated"}"#)
  }

  /// Whether row policies apply to this caller.
  public var isHeldByPolicies: Bool { role == .anonymous || role == .authenticated }
}

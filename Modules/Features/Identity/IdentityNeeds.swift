public import Kernel

/// What the world must do for it.
///
/// No sync may begin because a session is there: it begins with the event `signedIn`, which is said when the profile is
/// known to be that account's.
public struct IdentityNeeds: Sendable {
  /// What the session says: how it is now, then every change.
  public var standing: @Sendable () -> AsyncStream<Heard<Standing>>
  public var signUp: @Sendable (_ email: String, Redacted<String>) async throws(Problem) -> SignedUp
  public var signIn: @Sendable (_ email: String, Redacted<String>) async throws(Problem) -> Account
  /// Takes away what is the account's on this device, then that the profile is that account's, and the session last: who
  /// is stopped in between is still signed in. Without `discarding` it throws when something is unsent after all.
  public var signOut: @Sendable (_ discarding: Bool) async throws(Problem) -> Void
  /// Drops a session that may not stay, and touches nothing else.
  public var drop: @Sendable () async -> Void
  /// How many entries the server has not got yet.
  public var unsent: @Sendable () async throws(Problem) -> Int
  /// Whose what is kept in this profile is; nobody's before the first sync.
  public var owner: @Sendable () async throws(Problem) -> Account?
  /// Returns when it is on disk that the profile is that account's.
  public var claim: @Sendable (Account) async throws(Problem) -> Void

  public init(
    standing: @escaping @Sendable () -> AsyncStream<Heard<Standing>>,
    signUp: @escaping @Sendable (_ email: String, Redacted<String>) async throws(Problem) -> SignedUp,
    signIn: @escaping @Sendable (_ email: String, Redacted<String>) async throws(Problem) -> Account,
    signOut: @escaping @Sendable (_ discarding: Bool) async throws(Problem) -> Void,
    drop: @escaping @Sendable () async -> Void, unsent: @escaping @Sendable () async throws(Problem) -> Int,
    owner: @escaping @Sendable () async throws(Problem) -> Account?,
    claim: @escaping @Sendable (Account) async throws(Problem) -> Void
  ) {
    self.standing = standing
    self.signUp = signUp
    self.signIn = signIn
    self.signOut = signOut
    self.drop = drop
    self.unsent = unsent
    self.owner = owner
    self.claim = claim
  }
}

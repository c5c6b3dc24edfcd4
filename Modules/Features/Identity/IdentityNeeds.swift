public import Kernel

/// The dependencies of signing in and out.
///
/// Sync must not begin because a session exists. It begins with the event `signedIn`, which is sent when the profile is
/// known to belong to that account.
public struct IdentityNeeds: Sendable {
  /// The session's state, then every change.
  public var standing: @Sendable () -> AsyncStream<Heard<Standing>>
  /// Creates an account. The mail that confirms it leads back to the window's front end.
  public var signUp: @Sendable (_ email: String, Redacted<String>, WindowID) async throws(Problem) -> SignedUp
  public var signIn: @Sendable (_ email: String, Redacted<String>) async throws(Problem) -> Account
  /// Removes the account's data from this device, then the profile's ownership, and the session last, so that an
  /// interrupted sign-out leaves the user signed in. Without `discarding` it throws when something is unsent after all.
  public var signOut: @Sendable (_ discarding: Bool) async throws(Problem) -> Void
  /// Drops a session that may not stay, and touches nothing else.
  public var drop: @Sendable () async -> Void
  /// The entries that the server has not received yet. A withdrawn consent among them is kept beyond signing out when this
  /// returns.
  public var unsent: @Sendable () async throws(Problem) -> Unsent
  /// The account that owns this profile's data; nil before the first sync.
  public var owner: @Sendable () async throws(Problem) -> Account?
  /// Stores that the profile belongs to the account; returns when that is on disk.
  public var claim: @Sendable (Account) async throws(Problem) -> Void
  /// Mails, passwords, addresses and providers.
  public var account: AccountNeeds

  public init(
    standing: @escaping @Sendable () -> AsyncStream<Heard<Standing>>,
    signUp: @escaping @Sendable (_ email: String, Redacted<String>, WindowID) async throws(Problem) -> SignedUp,
    signIn: @escaping @Sendable (_ email: String, Redacted<String>) async throws(Problem) -> Account,
    signOut: @escaping @Sendable (_ discarding: Bool) async throws(Problem) -> Void,
    drop: @escaping @Sendable () async -> Void, unsent: @escaping @Sendable () async throws(Problem) -> Unsent,
    owner: @escaping @Sendable () async throws(Problem) -> Account?,
    claim: @escaping @Sendable (Account) async throws(Problem) -> Void, account: AccountNeeds
  ) {
    self.standing = standing
    self.signUp = signUp
    self.signIn = signIn
    self.signOut = signOut
    self.drop = drop
    self.unsent = unsent
    self.owner = owner
    self.claim = claim
    self.account = account
  }
}

public import Interface
public import Kernel
public import Platform

/// The dependencies of managing an account: mails, passwords, addresses and providers. A window determines the address to
/// which links and providers lead back.
public struct AccountNeeds: Sendable {
  /// Sends a mail with a code and a link. Does not tell whether the address has an account.
  public var mail: @Sendable (MailPurpose, _ email: String, WindowID) async throws(Problem) -> Void
  /// Confirms by a code and signs in. Nil when another address must be confirmed too.
  public var confirm: @Sendable (MailPurpose, _ email: String, Redacted<String>) async throws(Problem) -> Account?
  /// Changes the password and ends the account's other sessions. Without the current one after a recovery, and for an
  /// account that has none.
  public var changePassword:
    @Sendable (_ current: Redacted<String>?, _ new: Redacted<String>) async throws(Problem) -> Void
  /// Changes the address, with the current password when the server has asked for it. Returns false when the address must
  /// be confirmed first.
  public var changeEmail:
    @Sendable (_ email: String, _ current: Redacted<String>?, WindowID) async throws(Problem) -> Bool
  public var ways: @Sendable () async throws(Problem) -> AccountWays
  /// The providers that can be offered at a window; none without a browser.
  public var providers: @Sendable (WindowID) async throws(Problem) -> [SignInProvider]
  /// Begins a sign-in or, when signed in, the linking of an account. Returns the page to open.
  public var depart: @Sendable (SignInProvider, _ isLinking: Bool, WindowID) async throws(Problem) -> BrowserVisit
  /// Takes the address or token with which the front end returned.
  public var arrive: @Sendable (BrowserAnswer) async throws(Problem) -> SignInReturn
  /// Removes a link. The server refuses to remove the last way in.
  public var unlink: @Sendable (UUID) async throws(Problem) -> Void

  public init(
    mail: @escaping @Sendable (MailPurpose, _ email: String, WindowID) async throws(Problem) -> Void,
    confirm: @escaping @Sendable (MailPurpose, _ email: String, Redacted<String>) async throws(Problem) -> Account?,
    changePassword:
      @escaping @Sendable (_ current: Redacted<String>?, _ new: Redacted<String>) async throws(Problem) -> Void,
    changeEmail:
      @escaping @Sendable (_ email: String, _ current: Redacted<String>?, WindowID) async throws(Problem) -> Bool,
    ways: @escaping @Sendable () async throws(Problem) -> AccountWays,
    providers: @escaping @Sendable (WindowID) async throws(Problem) -> [SignInProvider],
    depart: @escaping @Sendable (SignInProvider, _ isLinking: Bool, WindowID) async throws(Problem) -> BrowserVisit,
    arrive: @escaping @Sendable (BrowserAnswer) async throws(Problem) -> SignInReturn,
    unlink: @escaping @Sendable (UUID) async throws(Problem) -> Void
  ) {
    self.mail = mail
    self.confirm = confirm
    self.changePassword = changePassword
    self.changeEmail = changeEmail
    self.ways = ways
    self.providers = providers
    self.depart = depart
    self.arrive = arrive
    self.unlink = unlink
  }
}

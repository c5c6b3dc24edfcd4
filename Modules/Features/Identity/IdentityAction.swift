public import Interface
public import Kernel
public import Platform

/// The changes of the session, and the results of effects.
public enum IdentityAction: Sendable, Equatable {
  case begin
  /// The session has changed.
  case heard(Standing)
  /// Some session changes were missed.
  case lostTrack
  /// The session's state after it was checked against the profile's owner.
  case weighed(Standing)

  case entered(Account)
  case mustConfirm(email: String)
  case notEntered(Problem)

  case counted(Unsent, Counting, in: WindowID)
  case notCounted(Problem, Counting, in: WindowID)
  case left
  /// More entries are unsent than the user agreed to discard.
  case unsentLeft(Unsent)
  case notLeft(Problem)

  case worked(AccountOutcome)
  /// The ways to sign in to this account.
  case looked(AccountWays, of: UUID)
  case offered([SignInProvider], in: WindowID)
}

/// The user's actions in one window. A password enters an action only in redacted form.
public enum IdentityWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case typeEmail(String)
  case typePassword(Redacted<String>)
  case submit(IdentityWindowState.Form)

  case askToSignOut
  case dismiss
  case syncFirst
  case signOut

  case account(AccountAction)
}

/// The purpose of counting unsent entries.
public enum Counting: Sendable, Hashable {
  /// To show how many entries an account will receive.
  case entering
  /// To show how many entries signing out would lose.
  case leaving
}

/// The effects that the feature requests.
public enum IdentityEffect: Sendable, Equatable {
  case listen
  case weigh(Standing)
  case enter(IdentityWindowState.Form, email: String, Redacted<String>, in: WindowID)
  case count(Counting, in: WindowID)
  /// Signs out, discarding at most this many unsent entries.
  case leave(discarding: Int)
  case account(AccountTask, in: WindowID)
  case look(AccountLook, UUID?, in: WindowID)
}

/// A request of an account page to the server.
public enum AccountLook: Sendable, Hashable {
  case ways
  case providers
}

/// The events that other features may receive.
public enum IdentityEvent: Sendable, Equatable {
  /// The profile belongs to this account: sync may begin.
  case signedIn(Account)
  case signedOut
  case expired(Account)
  /// The user wants everything sent before signing out.
  case syncAsked
  /// A step is done; the user goes on to this page.
  case ledOn(Route)
  /// A page is to be opened in the system's browser.
  case browserAsked(BrowserVisit)
  /// For the user at one window.
  case told(Toast)
}

public import Interface
public import Kernel

/// What a person does at one window, and what the world answers.
public enum IdentityAction: Sendable, Equatable {
  case begin
  case at(IdentityDesk.Name, DeskAction)
  /// The window is gone.
  case close(IdentityDesk.Name)

  /// What the session says.
  case heard(Standing)
  /// Some of that was missed.
  case lostTrack
  /// What it comes to, held against whose profile this is.
  case weighed(Standing)

  case entered(Account)
  case mustConfirm(email: String)
  case notEntered(Problem)

  case counted(Int, Counting, at: IdentityDesk.Name)
  case notCounted(Problem, Counting, at: IdentityDesk.Name)
  case left
  /// More is unsent than was agreed to be discarded.
  case unsentLeft(Int)
  case notLeft(Problem)
}

/// What is done at a desk. Only a password that is redacted gets into an action.
public enum DeskAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case typeEmail(String)
  case typePassword(Redacted<String>)
  case submit(IdentityDesk.Form)

  case askToSignOut
  case dismiss
  case syncFirst
  case signOut
}

/// For what the unsent entries are counted.
public enum Counting: Sendable, Hashable {
  /// To say what an account will receive.
  case entering
  /// To say what signing out would lose.
  case leaving
}

/// What it asks of the world.
public enum IdentityEffect: Sendable, Equatable {
  case listen
  case weigh(Standing)
  case enter(IdentityDesk.Form, email: String, Redacted<String>)
  case count(Counting, at: IdentityDesk.Name)
  /// So many entries may be lost by it.
  case leave(discarding: Int)
}

/// What others may hear of it.
public enum IdentityEvent: Sendable, Equatable {
  /// The profile is this account's: sync may begin.
  case signedIn(Account)
  case signedOut
  case expired(Account)
  /// A person wants everything sent before they sign out.
  case syncAsked
  case told(Toast, at: IdentityDesk.Name)
}

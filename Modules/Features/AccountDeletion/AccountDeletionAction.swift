public import Interface
public import Kernel
public import Platform

/// Events of the session, and the results of effects.
public enum AccountDeletionAction: Sendable, Equatable {
  case begin
  case signedIn
  case signedOut
  /// The server has ended the session, perhaps because the account is erased.
  case expired
  /// The server has answered another request.
  case contact
  /// The day of the erasing has come, or it is time to ask again.
  case due

  case loaded(KeptDeletion?)
  case looked(ScheduledErasure?)
  case requested(ScheduledErasure, in: WindowID)
  case notRequested(Problem, in: WindowID)
  case cancelled(in: WindowID)
  case notCancelled(Problem, in: WindowID)
  /// The account is erased and so is its data on this device.
  case erased(ErasureDocument)
  /// The server says that the account is not erased.
  case notErased
  /// The account is being erased, or the certificate could not be fetched.
  case notCollected
  case notSaved(Problem, in: WindowID)
  /// The server or this device could not be asked now.
  case failed
}

/// The user's actions in one window. A password enters an action only in redacted form.
public enum AccountDeletionWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case typePassword(Redacted<String>)
  /// Leads to the question.
  case goOn
  case dismiss
  case request
  /// Keeps the account.
  case keep
  /// Saves the certificate as a file.
  case saveDocument
  /// Removes the certificate from this device.
  case discardDocument
}

/// The effects that the feature requests.
public enum AccountDeletionEffect: Sendable, Equatable {
  case load
  case look
  case request(Redacted<String>?, in: WindowID)
  case cancel(in: WindowID)
  /// Fetches the certificate; when there is one, removes the account's data from this device and keeps it. A device that
  /// was not told of the deletion has no scheduled one.
  case collect(ScheduledErasure?)
  case save(ErasureDocument, in: WindowID)
  case keep(KeptDeletion?)
  /// Waits for the day of the erasing, or for the next time to ask.
  case wait(until: Date)
}

/// The events that other features may receive.
public enum AccountDeletionEvent: Sendable, Equatable {
  /// For the user at one window.
  case told(Toast)
}

/// Input and questions of one window.
public struct AccountDeletionWindowState: LocalState {
  static let longestPassword = 1000

  /// Held only until it is sent: no screen shows it, and nothing prints it.
  var password = Redacted("")
  /// Number of times that the password was taken out of its field.
  var emptied = 0
  /// Whether the question is in front.
  public internal(set) var isAsking = false
  public internal(set) var problem: Problem?
  /// Whether the problem is a missing connection: what was chosen is kept then.
  var needsConnection = false

  public init() {}

  /// Clears the form. The field's identifier changes with it, since a browser empties a field only when it is replaced.
  mutating func clear() {
    let emptied = emptied + (password.revealed.isEmpty ? 0 : 1)
    self = AccountDeletionWindowState()
    self.emptied = emptied
  }
}

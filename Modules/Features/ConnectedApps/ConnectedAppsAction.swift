public import Interface
public import Kernel
public import Platform

/// The start, and the results of effects.
public enum ConnectedAppsAction: Sendable, Equatable {
  case begin
  case loaded([AppAccount], awaited: [String: ConnectedApp.ID])
  case notLoaded(Problem)
  /// The stored accounts are different now, as when a demonstration was added or removed.
  case changedElsewhere
  /// Another list of apps, such as one that was fetched.
  case offered([ConnectedApp])
  case departed(BrowserVisit, ConnectedApp.ID, state: String, in: WindowID)
  case connected(AppAccount, replacing: ConnectedApp.ID?, in: WindowID)
  case notConnected(ConnectedApp.ID?, Problem, in: WindowID)
  /// Access was used.
  case used(ConnectedApp.ID)
  /// The provider asks for consent again.
  case refused(ConnectedApp.ID)
  /// The provider has ended the access, or offers no way to do so.
  case revoked(ConnectedApp.ID, byProvider: Bool)
  case notRevoked(ConnectedApp.ID, Problem)
  /// The time for another attempt has come.
  case rang(ConnectedApp.ID)
  /// The credentials are deleted. With `byHand` the provider has still to be told.
  case forgotten(ConnectedApp.ID, byHand: Bool, replacedBy: ConnectedApp.ID?)
  case notForgotten(ConnectedApp.ID, Problem)
  case notKept(Problem)
  /// An hour has passed since accounts were last looked at for deliveries.
  case deliveriesDue
  case delivered(ConnectedApp.ID)
  case notDelivered(ConnectedApp.ID, Problem)
}

/// The user's actions in one window.
public enum ConnectedAppsWindowAction: Sendable, Equatable {
  case left
  /// Connects an app, or connects it again. With `replacing` it takes over from one that has ended.
  case connect(ConnectedApp.ID, replacing: ConnectedApp.ID? = nil)
  /// Chooses one of the first two apps, and connects it unless it is connected.
  case choose(ConnectedApp.ID, as: ConnectedApp.Role)
  /// Shows or hides the apps that cannot be chosen.
  case toggleOthers
  /// Goes on with the first two apps.
  case goOn
  case cancel
  /// The front end reports the end of a visit to a page.
  case returned(BrowserAnswer)
  case askToDisconnect(ConnectedApp.ID)
  case keep
  case disconnect
  /// Disconnects here without waiting for the provider any longer.
  case disconnectHere(ConnectedApp.ID)
  case disconnectAgain(ConnectedApp.ID)
  /// The person has read where to end an access by hand.
  case dismissReminder(ConnectedApp.ID)
  case dismissProblem
  case syncNow(ConnectedApp.ID)
  /// Moves an app one place up in the order of preference.
  case prefer(ConnectedApp.ID)
  case retry
}

/// The effects that the feature requests.
public enum ConnectedAppsEffect: Sendable, Equatable {
  case load
  case depart(ConnectedApp, replacing: ConnectedApp.ID?, in: WindowID)
  case permit(ConnectedApp, replacing: ConnectedApp.ID?, in: WindowID)
  case arrive(Redacted<String>, in: WindowID)
  case abandon(state: String)
  case keep(AppAccount)
  case revoke(AppAccount)
  case wait(ConnectedApp.ID, until: Date)
  case forget(AppAccount, reminder: AppAccount?, replacedBy: ConnectedApp.ID?)
  case drop(AppAccount)
  case deliver(ConnectedApp.ID, since: Date?)
  case awaitDeliveries
}

/// The events that other features may receive.
public enum ConnectedAppsEvent: Sendable, Equatable {
  /// A page is to be opened in the system's browser.
  case browserAsked(BrowserVisit)
  case connected(ConnectedApp.ID)
  /// Somebody declined at the provider, gave up, or could not be admitted.
  case authorizationFailed(ConnectedApp.ID)
  /// The provider asks for consent again.
  case attentionNeeded(ConnectedApp.ID)
  case disconnectAsked(ConnectedApp.ID)
  case disconnectConfirmed(ConnectedApp.ID)
  case disconnectCancelled(ConnectedApp.ID)
  /// Credentials and everything that used the account are deleted.
  case disconnected(ConnectedApp.ID)
  /// Another account has taken over from one that has ended.
  case replaced(ConnectedApp.ID, by: ConnectedApp.ID)
  /// One of the first two apps was chosen, could be connected or could not.
  case chosen(ConnectedApp.ID, as: ConnectedApp.Role)
  case chosenConnected(ConnectedApp.ID, as: ConnectedApp.Role)
  case chosenFailed(ConnectedApp.ID, as: ConnectedApp.Role)
  /// Both of the first two apps are connected.
  case pairReady(source: ConnectedApp.ID, destination: ConnectedApp.ID)
  /// A step is done; the person goes on to this page.
  case ledOn(Route)
  /// The records of an account were brought over.
  case delivered(ConnectedApp.ID)
  /// They could not be brought over; another attempt follows.
  case notDelivered(ConnectedApp.ID)
  case told(Toast)
}

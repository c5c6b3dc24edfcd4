public import Kernel

/// The state of one window. Accounts belong to the person and are the same in every window.
public struct ConnectedAppsWindowState: LocalState {
  /// A consent that is being given.
  public struct Connecting: Sendable, Equatable {
    public enum Phase: Sendable, Equatable {
      /// The page is being prepared, or the device's dialog is open.
      case opening
      /// The person is in the browser.
      case away
      /// The answer is being exchanged for tokens.
      case arriving
    }

    public let app: ConnectedApp.ID
    var replacing: ConnectedApp.ID?
    public internal(set) var phase = Phase.opening
    /// Identifies the consent, once its page is known.
    var state: String?
  }

  public internal(set) var connecting: Connecting?
  /// The first two apps, by their end of the sync.
  public internal(set) var pair: [ConnectedApp.Role: ConnectedApp.ID] = [:]
  /// The end for which an app is being connected.
  var choosing: ConnectedApp.Role?
  /// The question in front: whether to disconnect an app.
  public internal(set) var asking: ConnectedApp.ID?
  public internal(set) var problem: Problem?
  /// Whether the apps that cannot be chosen are shown below the others.
  var showsOthers = false

  public init() {}
}

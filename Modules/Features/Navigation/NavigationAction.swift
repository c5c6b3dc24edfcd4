public import Connectivity
public import Entitlement
public import Interface
public import Kernel
public import Platform

/// Requests to navigation by the user, or by another feature through the shell.
public enum NavigationAction: Sendable, Equatable {
  // Moving.
  case select(Tab.ID)
  case open(Route)
  case back
  /// Leaves pages whose step is done, for the place that asked for a sign-in, which `backTo` may contain, or else for a
  /// route.
  case leadOn(to: Route, past: Set<Route>, backTo: Set<Route> = [])
  /// Closes the sheets in front and shows the screen below them.
  case closeSheets
  case scrolled(Double)
  case search(String)

  // Links from outside, as text.
  case follow(String)
  case checked(Link, isGenuine: Bool)

  // Channels, and the questions in front.
  case openChannel(Channel.ID)
  case setChannel(Channel.ID, Channel.Standing)
  case acceptPrompt
  case dismissPrompt

  // State of other features.
  case setBadge(Tab.ID, Badge?)
  case setNotifications(Int)
  case surroundingsChanged(Allowance)
  /// The window knows who is signed in: kept places that were closed until then open.
  case surroundingsKnown(Allowance)

  // Restoring kept places.
  case restore
  case restored(Data?)
  case notKept(Problem)
}

/// The facts that decide which places a user may open, and which channel comes first.
public struct Allowance: Sendable, Hashable {
  public let entitlements: Set<Entitlement>
  public let connectivity: Connectivity
  public let isSignedIn: Bool
  public let gate: PlaceGate?
  public let preferredChannel: Channel.ID?

  public init(
    entitlements: Set<Entitlement> = [], connectivity: Connectivity = .offline, isSignedIn: Bool = false,
    gate: PlaceGate? = nil, preferredChannel: Channel.ID? = nil
  ) {
    self.entitlements = entitlements
    self.connectivity = connectivity
    self.isSignedIn = isSignedIn
    self.gate = gate
    self.preferredChannel = preferredChannel
  }

  public init(_ surroundings: Surroundings) {
    self.init(
      entitlements: surroundings.entitlements, connectivity: surroundings.connectivity,
      isSignedIn: surroundings.isSignedIn, gate: surroundings.gate, preferredChannel: surroundings.preferredChannel)
  }
}

/// The effects that navigation requests.
public enum NavigationEffect: Sendable, Equatable {
  case load
  case keep(Data)
  case verify(Link)
}

/// The events of navigation, for the product's wiring. No event carries anything that a user entered.
public enum NavigationEvent: Sendable, Equatable {
  case moved(from: Route, to: Route)
  case tabUsed(Tab.ID)
  case toast(Toast)
  case announced(Announcement)
  case channelOpened(Channel.ID)
  case permissionAsked(Channel.ID)
  case setupAsked(Channel.ID)
  case upgradeAsked(Entitlement)
  case signInAsked
  /// Back was requested on the first screen: a phone moves the app to the background.
  case leaveAsked
}

public import Connectivity
public import Entitlement
public import FoundationEssentials
public import Interface
public import Kernel

/// Requests to navigation by the user, or by another feature through the shell.
public enum NavigationAction: Sendable, Equatable {
  // Moving.
  case select(Tab.ID)
  case open(Route)
  case back
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

  // Restoring kept places.
  case restore
  case restored(Data?)
  case notKept(Problem)
}

/// The facts that decide which places a user may open.
public struct Allowance: Sendable, Hashable {
  public let entitlements: Set<Entitlement>
  public let connectivity: Connectivity
  public let isSignedIn: Bool

  public init(entitlements: Set<Entitlement> = [], connectivity: Connectivity = .offline, isSignedIn: Bool = false) {
    self.entitlements = entitlements
    self.connectivity = connectivity
    self.isSignedIn = isSignedIn
  }

  public init(_ surroundings: Surroundings) {
    self.init(
      entitlements: surroundings.entitlements, connectivity: surroundings.connectivity,
      isSignedIn: surroundings.isSignedIn)
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

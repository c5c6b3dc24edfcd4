public import Connectivity
public import Entitlement
public import FoundationEssentials
public import Interface
public import Kernel

/// What a person, or another part of the product by way of the shell, asks of the navigation.
public enum NavigationAction: Sendable, Equatable {
  // Moving.
  case select(Tab.ID)
  case open(Route)
  case back
  case scrolled(Double)
  case search(String)

  // Links from outside, as text.
  case follow(String)
  case checked(Link, isGenuine: Bool)

  // Channels, and the questions that stand in front.
  case openChannel(Channel.ID)
  case setChannel(Channel.ID, Channel.Standing)
  case acceptPrompt
  case dismissPrompt

  // What others have to tell.
  case setBadge(Tab.ID, Badge?)
  case setNotifications(Int)
  case surroundingsChanged(Allowance)

  // What was kept.
  case restore
  case restored(Data?)
  case notKept(Problem)
}

/// What navigation has to know of the surroundings to let a person in.
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

/// What navigation asks the world to do.
public enum NavigationEffect: Sendable, Equatable {
  case load
  case keep(Data)
  case verify(Link)
}

/// What happened, for whoever wires a product. No event carries anything a person entered.
public enum NavigationEvent: Sendable, Equatable {
  case moved(from: Route, to: Route)
  case tabUsed(Tab.ID)
  case toast(Toast)
  case announced(Announcement)
  case channelOpened(Channel.ID)
  case permissionAsked(Channel.ID)
  case linkingAsked(Channel.ID)
  case upgradeAsked(Entitlement)
  case signInAsked
  /// Back on the first screen of all: a phone puts the app away.
  case leaveAsked
}

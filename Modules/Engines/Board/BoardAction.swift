public import Interface
public import Kernel
public import Mode
public import Platform

/// Inputs from the product, and the results of effects.
public enum BoardAction<Facts: BoardFacts>: Sendable, Equatable {
  case begin
  /// All current facts, and the instant up to which they hold. Ends a pending refresh.
  case facts(Facts, at: Date)
  /// The refresh failed.
  case notRefreshed(Problem)
  /// The refresh is delayed; until then the current content or the loading state stays.
  case later
  /// The cache is invalid: much data was imported or removed.
  case dataChanged
  /// The person's level of detail, at the start and whenever it changes.
  case mode(Mode)

  case loaded(KeptBoard<Facts>?)
  case notLoaded(Problem)
  /// Another part of the day begins.
  case turned
  case gaveUp
}

/// The user's actions in one window. The screen passes on whether the server is reachable where that matters.
public enum BoardWindowAction<Tap: Sendable & Hashable>: Sendable, Hashable {
  /// The board was opened here, or its window came to the front.
  case appeared
  case refresh(isOnline: Bool)
  /// Light or Deep, chosen here.
  case choose(Mode)
  case tap(Tap)
}

/// The effects that a board requests.
public enum BoardEffect<Facts: BoardFacts>: Sendable, Equatable {
  case load
  case keep(KeptBoard<Facts>)
  case clear
  case awaitTurn(Date)
  case awaitFacts(until: Date)
}

/// The way in which a refresh began.
public enum BoardRefresh: String, Sendable, Hashable {
  /// The content may be old; no user is waiting.
  case background
  /// A user pulled to refresh and waits: everything is fetched again, from the server too.
  case pulled
}

/// The events that other features may receive.
public enum BoardEvent<Tap: Sendable & Hashable>: Sendable, Hashable {
  /// The product is asked to gather the facts and send them, or to report why it cannot.
  case refreshAsked(BoardRefresh)
  /// For one window: the user opens a route.
  case opened(Route)
  /// For one window: the user tapped something that the product itself does.
  case chosen(Tap)
  /// For one window.
  case told(Toast)
  case modeChosen(Mode)
  /// For every window.
  case announced(Announcement)
  /// For analytics and for ranking.
  case tapped(Tap)
}

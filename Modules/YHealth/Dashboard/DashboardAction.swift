public import FoundationEssentials
public import Interface
public import Kernel
public import Mode

/// What the shell tells it, what a person does at one window, and what the world answers.
public enum DashboardAction: Sendable, Equatable {
  case begin
  /// All that is known now, and the instant up to which it holds. Ends whatever was asked for.
  case facts(DashboardFacts, at: Date)
  /// What was asked for could not be had.
  case notRefreshed(Problem)
  /// What was asked for comes once it is here; until then what is shown stays, or is said to be loading.
  case later
  /// What is kept no longer holds: much was imported, or removed.
  case dataChanged
  /// How much the person wants to see, at the start and whenever it changes.
  case mode(Mode)
  case at(DashboardDesk.Name, DashboardDeskAction)
  /// The window is gone.
  case close(DashboardDesk.Name)

  case loaded(CachedDashboard?)
  case notLoaded(Problem)
  /// Another part of the day begins.
  case turned
  case gaveUp
}

/// What is done at a desk. Where it matters whether the server is in reach, the screen says so.
public enum DashboardDeskAction: Sendable, Equatable {
  /// The dashboard is shown here: the window came to it, or to the front.
  case appeared
  case refresh(isOnline: Bool)
  /// Light or Deep, said here.
  case choose(Mode)
  case tap(DashboardTap)
}

/// What it asks of the world.
public enum DashboardEffect: Sendable, Equatable {
  case load
  case keep(CachedDashboard)
  case clear
  case awaitTurn(Date)
  case awaitFacts(until: Date)
}

/// What others may hear of it.
public enum DashboardEvent: Sendable, Equatable {
  public enum Refresh: String, Sendable, Hashable {
    /// What is shown may be old; nobody waits.
    case background
    /// Somebody pulled and waits: everything is to be had anew, from the server too.
    case pulled
  }

  /// The shell gathers the facts and sends them, or says why it cannot.
  case refreshAsked(Refresh)
  /// A person wants to go there.
  case opened(Route, at: DashboardDesk.Name)
  case voiceAsked(at: DashboardDesk.Name)
  case told(Toast, at: DashboardDesk.Name)
  case modeChosen(Mode)
  /// For every window.
  case announced(Announcement)
  /// For whoever counts or learns from it.
  case tapped(DashboardTap)
}

public import Interface
public import Kernel
public import Platform

/// The start, and the results of effects.
public enum MeetingsAction: Sendable, Equatable {
  case begin
  case read(MeetingBook)
  case notRead(Problem)
  /// A meeting has begun or ended while the list is shown.
  case turned
  case opened(MeetingFeed)
  case notOpened(Problem)
  case replaced(MeetingBook)
  case notReplaced(Problem)
  case starred(Meeting)
  case notStarred(Problem, in: WindowID)
}

/// The person's actions in one window.
public enum MeetingsWindowAction: Sendable, Equatable {
  case appeared(Route)
  case left(Route)
  case search(String)
  /// Shows one day of the week, from "0", Sunday, to "6"; "any" shows all.
  case chooseDay(String)
  case chooseKind(String)
  case choosePlace(String)
  /// Shows or hides the filters.
  case toggleFilters
  case showAll
  case turnPage(Int)
  case star(ID<Meeting>, Bool)
  /// Opens the public meeting search of a fellowship.
  case find(MeetingFinder.ID)
  case type(String)
  /// Imports the file at the typed path.
  case importTyped
  /// Imports an uploaded file, which stays at `path` until it is read, under its name.
  case importHanded(path: String, name: String)
  /// Answers the question whether the list is to be replaced.
  case replace
  case dismiss
  case dismissProblem
  case retry
}

/// The effects that the feature requests.
public enum MeetingsEffect: Sendable, Equatable {
  case read
  case open(path: String)
  case replace(MeetingFeed, file: String, at: Date)
  case star(ID<Meeting>, Bool, in: WindowID)
  case awaitChange(Date)
}

/// The events that other features may receive.
public enum MeetingsEvent: Sendable, Equatable {
  /// For the person at one window.
  case told(Toast)
  /// The uploaded file is not needed any more.
  case readThrough(path: String)
  /// The sheet is done; only its window is told.
  case finished([Route])
  /// A public page was asked for at one window.
  case addressAsked(OutgoingAddress)
}

public import Days
public import Interface
public import Kernel

/// The start, and the results of effects.
public enum ConnectorsAction: Sendable, Equatable {
  case begin
  case loaded([ConnectedSource])
  case notLoaded(Problem)
  case progressed(ImportProgress)
  case read(ImportedData)
  case notRead(Problem)
  /// Number of days stored so far.
  case handed(Int)
  case connected(ConnectedSource)
  case notConnected(ConnectedSource, Problem)
  case removed(Connector.ID)
  case notRemoved(Connector.ID, Problem)
}

/// The user's actions in one window.
public enum ConnectorsWindowAction: Sendable, Equatable {
  case type(Connector.ID, String)
  /// Imports the file at the typed path.
  case importFile(Connector.ID)
  /// Imports an uploaded file, which stays at `path` until it is read, under its name.
  case importHanded(Connector.ID, path: String, name: String)
  case cancel
  /// Fetches or generates the data of a source without a file.
  case request(Connector.ID)
  /// Sends and fetches data now; `isAway` says whether the connection is known to be missing.
  case sync(isAway: Bool)
  case askToRemove(Connector.ID)
  case dismiss
  case remove
  case dismissProblem
  case retry
}

/// The effects that connectors request.
public enum ConnectorsEffect: Sendable, Equatable {
  case load
  case read(Connector.ID, path: String)
  case request(Connector.ID, today: CalendarDay)
  case hand(ConnectedSource, ImportedData)
  case remove(Connector.ID)
}

/// The events that other features may receive.
public enum ConnectorsEvent: Sendable, Equatable {
  /// The connector has delivered days, and they are stored.
  case connected(Connector.ID)
  case removed(Connector.ID)
  /// The user asked for a sync.
  case syncAsked
  /// For the user at one window.
  case told(Toast)
  /// The file that was uploaded in one window is not needed any more, whatever the result.
  case readThrough(path: String)
}

public import AppleHealth
public import Interface
public import Kernel

/// The start, and the results of effects.
public enum ConnectorsAction: Sendable, Equatable {
  case begin
  case loaded([ConnectedSource])
  case notLoaded(Problem)
  case progressed(ReadingProgress)
  case read(ReadExport)
  case notRead(Problem)
  /// Number of days stored so far.
  case handed(Int)
  case connected(ConnectedSource)
  case notConnected(ConnectedSource, Problem)
  case removed(Connector)
  case notRemoved(Connector, Problem)
}

/// The user's actions in one window.
public enum ConnectorsWindowAction: Sendable, Equatable {
  case type(String)
  /// Imports the file at the typed path.
  case importFile
  /// Imports an uploaded file, which stays at `path` until it is read, under its name.
  case importHanded(path: String, name: String)
  case cancel
  case simulate
  /// Sends and fetches data now; `isAway` says whether the connection is known to be missing.
  case sync(isAway: Bool)
  case askToRemove(Connector)
  case dismiss
  case remove
  case dismissProblem
  case retry
}

/// The effects that connectors request.
public enum ConnectorsEffect: Sendable, Equatable {
  case load
  case read(path: String)
  case hand(ConnectedSource, [ReadDay])
  case remove(Connector)
}

/// The events that other features may receive.
public enum ConnectorsEvent: Sendable, Equatable {
  /// The connector has delivered days, and they are stored.
  case connected(Connector)
  case removed(Connector)
  /// The user asked for a sync.
  case syncAsked
  /// For the user at one window.
  case told(Toast)
  /// The file that was uploaded in one window is not needed any more, whatever the result.
  case readThrough(path: String)
}

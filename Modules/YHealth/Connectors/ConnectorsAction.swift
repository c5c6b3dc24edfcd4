public import AppleHealth
public import Interface
public import Kernel

/// What a person does at one window, and what the world answers.
public enum ConnectorsAction: Sendable, Equatable {
  case begin
  case at(ConnectorsDesk.Name, DeskAction)
  /// The window is gone.
  case close(ConnectorsDesk.Name)

  case loaded([Connection])
  case notLoaded(Problem)
  case progressed(ReadingProgress)
  case read(ReadExport)
  case notRead(Problem)
  /// So many days of all are kept.
  case handed(Int)
  case connected(Connection)
  case notConnected(Connection, Problem)
  case removed(Connector)
  case notRemoved(Connector, Problem)
}

/// What is done at a desk.
public enum DeskAction: Sendable, Equatable {
  case type(String)
  /// The file whose path was typed.
  case importFile
  /// A file that was handed over, which lies there until it is read, and what it is called.
  case importHanded(path: String, name: String)
  case cancel
  case simulate
  /// What other devices brought is fetched now, and what came here is sent; whether a way there is known.
  case sync(isAway: Bool)
  case askToRemove(Connector)
  case dismiss
  case remove
  case dismissProblem
  case retry
}

/// What it asks of the world.
public enum ConnectorsEffect: Sendable, Equatable {
  case load
  case read(path: String)
  case hand(Connection, [ReadDay])
  case remove(Connector)
}

/// What others may hear of it.
public enum ConnectorsEvent: Sendable, Equatable {
  /// It has brought days, and they are kept.
  case connected(Connector)
  case removed(Connector)
  /// What came here and what came elsewhere is to meet.
  case syncAsked(at: ConnectorsDesk.Name)
  case told(Toast, at: ConnectorsDesk.Name)
  /// The file that was handed over is not needed any more, whatever came of it.
  case readThrough(path: String, at: ConnectorsDesk.Name)
}

public import Kernel

/// The state of one window. Connections belong to the person and are the same in every window.
public struct ConnectorsWindowState: LocalState {
  /// The longest path that the system accepts.
  static let longestPath = 4096

  /// The typed path of the file.
  public internal(set) var path = ""
  /// Whether an import was requested without a path.
  var isChecked = false
  /// The last failure, with the connector it concerns.
  public internal(set) var problem: Trouble?
  /// The question in front: whether to remove the data of a connector.
  public internal(set) var question: Connector?

  public struct Trouble: Sendable, Equatable {
    public let connector: Connector
    public let problem: Problem
  }

  public init() {}
}

public import Kernel

/// The state of one window. Connections belong to the person and are the same in every window.
public struct ConnectorsWindowState: LocalState {
  /// The longest path that the system accepts.
  static let longestPath = 4096

  /// The typed path of each source's file.
  public internal(set) var paths: [Connector.ID: String] = [:]
  /// The name of the file last chosen for each source, which is imported without a path.
  var chosen: [Connector.ID: String] = [:]
  /// The source whose import was requested without a path.
  var checked: Connector.ID?
  /// The last failure, with the connector it concerns.
  public internal(set) var problem: Trouble?
  /// The question in front: whether to remove the data of a connector.
  public internal(set) var question: Connector.ID?

  public struct Trouble: Sendable, Equatable {
    public let connector: Connector.ID
    public let problem: Problem
  }

  public init() {}
}

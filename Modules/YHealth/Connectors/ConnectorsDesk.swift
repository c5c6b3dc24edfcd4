public import Kernel

/// What one window has in hand. What is connected is the person's and the same in every window.
public struct ConnectorsDesk: Sendable, Equatable {
  public typealias Name = ID<ConnectorsDesk>

  /// The longest path that the system takes.
  static let longestPath = 4096

  /// Where the file lies, as far as it was typed.
  public internal(set) var path = ""
  /// Somebody wanted to import without having said where the file lies.
  var isChecked = false
  /// What went wrong last, and with what.
  public internal(set) var problem: Trouble?
  /// The question in front: whether what came from it is taken away.
  public internal(set) var question: Connector?

  public struct Trouble: Sendable, Equatable {
    public let connector: Connector
    public let problem: Problem
  }
}

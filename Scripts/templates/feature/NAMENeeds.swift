public import Kernel

/// What the world must do for it. The product fills this in; a test hands in fakes.
public struct NAMENeeds: Sendable {
  /// Returns when the note is on disk.
  public var keep: @Sendable (_ note: String) async throws(Problem) -> Void

  public init(keep: @escaping @Sendable (_ note: String) async throws(Problem) -> Void) {
    self.keep = keep
  }
}

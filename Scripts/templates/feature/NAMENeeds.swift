public import Kernel

/// What the world must do for it. The shell fills this in; a test hands in fakes.
public struct NAMENeeds: Sendable {
  /// The note kept last, or nil when there is none.
  public var load: @Sendable () async throws(Problem) -> String?
  /// Returns when the note is on disk.
  public var keep: @Sendable (_ note: String) async throws(Problem) -> Void

  public init(
    load: @escaping @Sendable () async throws(Problem) -> String?,
    keep: @escaping @Sendable (_ note: String) async throws(Problem) -> Void
  ) {
    self.load = load
    self.keep = keep
  }
}

public import Kernel

/// The operations that the feature needs. The product supplies them; a test supplies fakes.
public struct NAMENeeds: Sendable {
  /// Returns the note saved last, or nil when there is none.
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

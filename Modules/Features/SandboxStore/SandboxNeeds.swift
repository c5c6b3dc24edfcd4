public import Kernel
public import Platform

/// The dependencies of a sandbox store: where it keeps its keys and its customers, which is not the app's profile, so that
/// they outlive it.
public struct SandboxNeeds: Sendable {
  /// Nil for what was never kept.
  public var load: @Sendable (_ name: String) async throws(Problem) -> Data?
  public var keep: @Sendable (_ name: String, Data) async throws(Problem) -> Void
  /// Keeps what nobody has kept yet. Returns false, and changes nothing, otherwise.
  public var create: @Sendable (_ name: String, Data) async throws(Problem) -> Bool

  public init(
    load: @escaping @Sendable (_ name: String) async throws(Problem) -> Data?,
    keep: @escaping @Sendable (_ name: String, Data) async throws(Problem) -> Void,
    create: @escaping @Sendable (_ name: String, Data) async throws(Problem) -> Bool
  ) {
    self.load = load
    self.keep = keep
    self.create = create
  }
}

public import Kernel
public import Platform

/// The dependencies of navigation.
public struct NavigationNeeds: Sendable {
  /// The bytes stored last, or nil when there are none.
  public var load: @Sendable () async throws(Problem) -> Data?
  public var keep: @Sendable (Data) async throws(Problem) -> Void
  /// Whether the signature over the text is valid.
  public var verify: @Sendable (_ text: String, _ signature: String) async -> Bool

  public init(
    load: @escaping @Sendable () async throws(Problem) -> Data?,
    keep: @escaping @Sendable (Data) async throws(Problem) -> Void,
    verify: @escaping @Sendable (_ text: String, _ signature: String) async -> Bool
  ) {
    self.load = load
    self.keep = keep
    self.verify = verify
  }
}

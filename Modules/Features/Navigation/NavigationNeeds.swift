public import FoundationEssentials
public import Kernel

/// What the shell hands to navigation.
public struct NavigationNeeds: Sendable {
  /// The bytes kept last, or nil when there are none.
  public var load: @Sendable () async throws(Problem) -> Data?
  public var keep: @Sendable (Data) async throws(Problem) -> Void
  /// Whether that signature over that text is one of ours.
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

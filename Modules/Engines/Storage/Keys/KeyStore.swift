public import Kernel

/// Where a master key is kept. A native shell fills it with its keychain.
public struct KeyStore: Sendable {
  /// Nil when there is no key yet.
  public let load: @Sendable () async throws(Problem) -> MasterKey?
  public let keep: @Sendable (MasterKey) async throws(Problem) -> Void

  public init(
    load: @escaping @Sendable () async throws(Problem) -> MasterKey?,
    keep: @escaping @Sendable (MasterKey) async throws(Problem) -> Void
  ) {
    self.load = load
    self.keep = keep
  }

  /// The key, made and kept now when there is none.
  public func key() async throws(Problem) -> MasterKey {
    if let key = try await load() { return key }
    let key = MasterKey.random()
    try await keep(key)
    return key
  }
}

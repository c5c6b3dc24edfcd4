public import Kernel

/// A place that stores a master key. A native shell supplies its keychain.
public struct KeyStore: Sendable {
  /// Returns nil when there is no key yet.
  public let load: @Sendable () async throws(Problem) -> MasterKey?
  public let keep: @Sendable (MasterKey) async throws(Problem) -> Void

  public init(
    load: @escaping @Sendable () async throws(Problem) -> MasterKey?,
    keep: @escaping @Sendable (MasterKey) async throws(Problem) -> Void
  ) {
    self.load = load
    self.keep = keep
  }

  /// Returns the stored key; creates and stores one if there is none.
  public func key() async throws(Problem) -> MasterKey {
    if let key = try await load() { return key }
    let key = MasterKey.random()
    try await keep(key)
    return key
  }
}

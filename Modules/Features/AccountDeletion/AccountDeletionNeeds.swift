public import Kernel

/// The dependencies of deleting an account.
public struct AccountDeletionNeeds: Sendable {
  /// The device's note of a deletion, and the function that stores it; nil removes it.
  public var load: @Sendable () async throws(Problem) -> KeptDeletion?
  public var keep: @Sendable (KeptDeletion?) async throws(Problem) -> Void
  /// The deletion that is scheduled on the server.
  public var look: @Sendable () async throws(Problem) -> ScheduledErasure?
  public var request: @Sendable (Redacted<String>?) async throws(Problem) -> ScheduledErasure
  public var cancel: @Sendable () async throws(Problem) -> Void
  /// Asks for the certificate of the account, with the receipt if there is one, else with what this device still has of
  /// its session.
  public var certificate: @Sendable (Redacted<String>?) async throws(Problem) -> ErasureAnswer
  /// Offers the certificate as a file at a window.
  public var save: @Sendable (ErasureDocument, WindowID) async throws(Problem) -> Void
  /// Removes the account and all of its data from this device.
  public var clear: @Sendable () async throws(Problem) -> Void

  public init(
    load: @escaping @Sendable () async throws(Problem) -> KeptDeletion?,
    keep: @escaping @Sendable (KeptDeletion?) async throws(Problem) -> Void,
    look: @escaping @Sendable () async throws(Problem) -> ScheduledErasure?,
    request: @escaping @Sendable (Redacted<String>?) async throws(Problem) -> ScheduledErasure,
    cancel: @escaping @Sendable () async throws(Problem) -> Void,
    certificate: @escaping @Sendable (Redacted<String>?) async throws(Problem) -> ErasureAnswer,
    save: @escaping @Sendable (ErasureDocument, WindowID) async throws(Problem) -> Void,
    clear: @escaping @Sendable () async throws(Problem) -> Void
  ) {
    self.load = load
    self.keep = keep
    self.look = look
    self.request = request
    self.cancel = cancel
    self.certificate = certificate
    self.save = save
    self.clear = clear
  }
}

public import Kernel

/// The check of a fingerprint or face by the device. A native shell supplies it; without one no screen offers it.
///
/// The device keeps a secret that it releases after a successful check, and makes unreadable when the enrolled fingers or
/// faces change.
public struct BiometricPort: Sendable {
  public enum Answer: Sendable, Equatable {
    /// The check succeeded; this is the secret that was kept.
    case released(Redacted<[UInt8]>)
    /// Another finger or face.
    case failed
    /// The person closed the device's question.
    case cancelled
    /// Too many failed checks: the device refuses more until its own code is entered.
    case lockedOut
    /// The device has no finger or face enrolled.
    case notEnrolled
    /// Fingers or faces were added or removed since the secret was kept, which is gone now.
    case changedEnrolment
  }

  /// Shows the device's question with the reason, and returns its end.
  public let ask: @Sendable (_ reason: String) async -> Answer
  /// Keeps the secret until it is replaced or forgotten.
  public let keep: @Sendable (Redacted<[UInt8]>) async throws(Problem) -> Void
  public let forget: @Sendable () async -> Void

  public init(
    ask: @escaping @Sendable (_ reason: String) async -> Answer,
    keep: @escaping @Sendable (Redacted<[UInt8]>) async throws(Problem) -> Void,
    forget: @escaping @Sendable () async -> Void
  ) {
    self.ask = ask
    self.keep = keep
    self.forget = forget
  }
}

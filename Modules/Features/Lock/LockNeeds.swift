public import Kernel
public import Permissions

/// The dependencies of the lock.
public struct LockNeeds: Sendable {
  /// False for a profile that cannot be locked, such as one in memory.
  public var isAvailable = true
  /// Nil where the device has no such check.
  public var device: BiometricPort?
  /// Whether the lock is on, and whether a secret of the device opens it. At the first call a lock that is on is locked.
  public var standing: @Sendable () async throws(Problem) -> (isOn: Bool, hasSecret: Bool)
  /// The kept values; nil when there are none.
  public var load: @Sendable () async throws(Problem) -> KeptLock?
  /// Returns when the values are on disk. They are readable while the profile is locked.
  public var keep: @Sendable (KeptLock) async throws(Problem) -> Void
  public var turnOn: @Sendable (_ passcode: Redacted<String>) async throws(Problem) -> Void
  /// These four throw `wrong-passcode` for another passcode.
  public var turnOff: @Sendable (_ passcode: Redacted<String>) async throws(Problem) -> Void
  public var change: @Sendable (_ passcode: Redacted<String>, _ new: Redacted<String>) async throws(Problem) -> Void
  public var enroll: @Sendable (_ passcode: Redacted<String>) async throws(Problem) -> Redacted<[UInt8]>
  public var open: @Sendable (_ passcode: Redacted<String>) async throws(Problem) -> Void
  /// Opens with a secret that the device released. Throws `wrong-secret` for another.
  public var release: @Sendable (Redacted<[UInt8]>) async throws(Problem) -> Void
  public var forgetSecret: @Sendable () async throws(Problem) -> Void
  /// Returns when the store is closed and its key is gone from memory.
  public var close: @Sendable () async -> Void
  /// Deletes the profile's data and begins anew, in that window with signing in or at home.
  public var startOver: @Sendable (WindowID, _ signsIn: Bool) async throws(Problem) -> Void

  public init(
    isAvailable: Bool = true, device: BiometricPort? = nil,
    standing: @escaping @Sendable () async throws(Problem) -> (isOn: Bool, hasSecret: Bool),
    load: @escaping @Sendable () async throws(Problem) -> KeptLock?,
    keep: @escaping @Sendable (KeptLock) async throws(Problem) -> Void,
    turnOn: @escaping @Sendable (_ passcode: Redacted<String>) async throws(Problem) -> Void,
    turnOff: @escaping @Sendable (_ passcode: Redacted<String>) async throws(Problem) -> Void,
    change: @escaping @Sendable (_ passcode: Redacted<String>, _ new: Redacted<String>) async throws(Problem) -> Void,
    enroll: @escaping @Sendable (_ passcode: Redacted<String>) async throws(Problem) -> Redacted<[UInt8]>,
    open: @escaping @Sendable (_ passcode: Redacted<String>) async throws(Problem) -> Void,
    release: @escaping @Sendable (Redacted<[UInt8]>) async throws(Problem) -> Void,
    forgetSecret: @escaping @Sendable () async throws(Problem) -> Void,
    close: @escaping @Sendable () async -> Void,
    startOver: @escaping @Sendable (WindowID, _ signsIn: Bool) async throws(Problem) -> Void
  ) {
    self.isAvailable = isAvailable
    self.device = device
    self.standing = standing
    self.load = load
    self.keep = keep
    self.turnOn = turnOn
    self.turnOff = turnOff
    self.change = change
    self.enroll = enroll
    self.open = open
    self.release = release
    self.forgetSecret = forgetSecret
    self.close = close
    self.startOver = startOver
  }
}

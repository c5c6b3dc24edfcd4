public import Kernel

/// The dependencies of the list of devices.
public struct DevicesNeeds: Sendable {
  /// The devices that are signed in to the account.
  public var devices: @Sendable () async throws(Problem) -> [Device]
  /// Ends the session of one device.
  public var signOut: @Sendable (_ device: String) async throws(Problem) -> Void
  /// Ends the sessions of all devices but this one.
  public var signOutOthers: @Sendable () async throws(Problem) -> Void
  /// Whether another device has ended the session of this one; first as it is, then each change.
  public var endings: @Sendable () -> AsyncStream<Heard<Bool>>

  public init(
    devices: @escaping @Sendable () async throws(Problem) -> [Device],
    signOut: @escaping @Sendable (_ device: String) async throws(Problem) -> Void,
    signOutOthers: @escaping @Sendable () async throws(Problem) -> Void,
    endings: @escaping @Sendable () -> AsyncStream<Heard<Bool>>
  ) {
    self.devices = devices
    self.signOut = signOut
    self.signOutOthers = signOutOthers
    self.endings = endings
  }
}

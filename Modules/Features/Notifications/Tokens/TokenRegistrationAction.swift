public import Kernel
public import Permissions
public import Platform

/// An address of this device with all that the server is to know of it.
public struct DeviceRegistration: Sendable, Hashable, Codable {
  public let account: UUID
  /// The token or subscription as the JSON text that the server takes. It is a secret.
  public let address: Redacted<String>
  /// The person's time zone, by whose night the server holds notifications back.
  public let zone: String
  public let expires: Date?

  private enum CodingKeys: String, CodingKey {
    case account, address, zone, expires
  }

  public init(account: UUID, address: Redacted<String>, zone: String, expires: Date?) {
    self.account = account
    self.address = address
    self.zone = zone
    self.expires = expires
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    account = try fields.decode(UUID.self, forKey: .account)
    address = Redacted(try fields.decode(String.self, forKey: .address))
    zone = try fields.decode(String.self, forKey: .zone)
    expires = try fields.decodeIfPresent(Date.self, forKey: .expires)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(account, forKey: .account)
    try fields.encode(address.revealed, forKey: .address)
    try fields.encode(zone, forKey: .zone)
    try fields.encodeIfPresent(expires, forKey: .expires)
  }
}

/// A registration that the server has taken.
public struct RegisteredDevice: Sendable, Hashable, Codable {
  public let registration: DeviceRegistration
  public let at: Date

  public init(_ registration: DeviceRegistration, at: Date) {
    self.registration = registration
    self.at = at
  }
}

/// The server's answer to a registration, or the reason for none.
public enum RegistrationAnswer: Sendable, Equatable {
  case taken
  /// The server sends nothing to such a device.
  case notOffered
  /// The network is away.
  case away
  case failed(Problem)
}

/// Everything that happens to the registration of this device.
public enum TokenRegistrationAction: Sendable, Equatable {
  public enum Account: Sendable, Equatable {
    case unknown, signedOut
    case signedIn(UUID)
  }

  case begin
  case loaded(RegisteredDevice?)
  case account(Account)
  /// Whether the person has turned notifications on; nil until that is known.
  case allowed(Bool?)
  /// An address that a front end tells, or nil for none.
  case address(Redacted<String>?)
  /// The token that was asked for, or one with which the service replaces the former.
  case token(PushToken)
  case noToken(Problem)
  /// Whether the server can be reached.
  case network(Bool)
  case answered(RegistrationAnswer, to: DeviceRegistration)
  case removed(RegistrationAnswer)
  case woke
}

/// The effects that the registration requests.
public enum TokenRegistrationEffect: Sendable, Equatable {
  case load
  case keep(RegisteredDevice?)
  case obtain(isRenewal: Bool)
  case register(DeviceRegistration)
  case remove
  case wait(Date)
  case listen
  /// Notes a failure for support.
  case log(Problem, tries: Int)
}

/// The events that others may receive.
public enum TokenRegistrationEvent: Sendable, Equatable {
  /// The server knows this device now.
  case registered
  case removed
}

/// The dependencies of the registration.
public struct TokenRegistrationNeeds: Sendable {
  public var load: @Sendable () async -> RegisteredDevice?
  /// Returns when it is sealed on disk.
  public var keep: @Sendable (RegisteredDevice?) async -> Void
  public var register: @Sendable (DeviceRegistration) async -> RegistrationAnswer
  /// Removes this device from the server.
  public var remove: @Sendable () async -> RegistrationAnswer
  /// The device's side; nil where a front end tells its address.
  public var port: PushPort?

  public init(
    load: @escaping @Sendable () async -> RegisteredDevice?,
    keep: @escaping @Sendable (RegisteredDevice?) async -> Void,
    register: @escaping @Sendable (DeviceRegistration) async -> RegistrationAnswer,
    remove: @escaping @Sendable () async -> RegistrationAnswer, port: PushPort? = nil
  ) {
    self.load = load
    self.keep = keep
    self.register = register
    self.remove = remove
    self.port = port
  }
}

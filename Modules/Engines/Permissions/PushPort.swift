public import Kernel
public import Platform

/// The token under which a push service reaches this device. It is a secret.
public struct PushToken: Sendable, Hashable {
  public enum Service: String, Sendable, Hashable {
    case apns, fcm
  }

  public let service: Service
  public let text: Redacted<String>
  /// The instant at which the service stops taking it; nil if it does not say.
  public let expires: Date?

  public init(_ service: Service, _ text: Redacted<String>, expires: Date? = nil) {
    self.service = service
    self.text = text
    self.expires = expires
  }
}

/// A category under which the device lists notifications, and which its settings can silence: a channel of Android.
public struct PushChannel: Sendable, Hashable, Identifiable {
  public enum Importance: String, Sendable, Hashable {
    /// In the list, without sound.
    case low
    case usual
    /// With a banner. No channel asks to pass Do Not Disturb.
    case high
  }

  /// A short stable name. The device keeps what the person chose for it.
  public let id: String
  public let title: String
  public let importance: Importance

  public init(_ id: String, title: String, importance: Importance) {
    self.id = id
    self.title = title
    self.importance = importance
  }
}

/// The device's side of push notifications. A native shell supplies it.
public struct PushPort: Sendable {
  /// Returns the device's token; a new one when the former is about to expire.
  public var token: @Sendable (_ isRenewal: Bool) async throws(Problem) -> PushToken
  /// The tokens with which the service replaces the former one by itself.
  public var rotations: @Sendable () -> AsyncStream<PushToken>
  /// Sets up the channels. Those that exist already stay as the person has set them.
  public var setUp: @Sendable ([PushChannel]) async -> Void
  /// Shows the number of unread notifications on the app's icon; 0 removes it.
  public var badge: @Sendable (Int) async -> Void
  /// Whether the device's Do Not Disturb is on: its present state first, then each change.
  public var doNotDisturb: @Sendable () -> AsyncStream<Bool>

  public init(
    token: @escaping @Sendable (_ isRenewal: Bool) async throws(Problem) -> PushToken,
    rotations: @escaping @Sendable () -> AsyncStream<PushToken> = { AsyncStream { nil } },
    setUp: @escaping @Sendable ([PushChannel]) async -> Void = { _ in },
    badge: @escaping @Sendable (Int) async -> Void = { _ in },
    doNotDisturb: @escaping @Sendable () -> AsyncStream<Bool> = { AsyncStream { nil } }
  ) {
    self.token = token
    self.rotations = rotations
    self.setUp = setUp
    self.badge = badge
    self.doNotDisturb = doNotDisturb
  }
}

public import Interface
public import Kernel
public import Permissions
public import Platform
public import Storage

/// A notification as it is handed to the device.
public struct NotificationDelivery: Sendable, Hashable {
  /// The same for all deliveries of it; a device shows it once.
  public let name: String
  public let title: String
  public let body: String
  /// The picture of its kind.
  public let icon: Icon
  public let link: Route
  /// The label of the button that opens the link.
  public let action: String
  public let isSnoozable: Bool
  /// The channel under which the device lists it.
  public let channel: String
  /// Whether it goes into the list alone, without banner, sound or vibration.
  public let isSilent: Bool
}

/// A notification that the server has sent.
public struct NotificationArrival: Sendable, Hashable {
  /// The name under which the history has it.
  public let name: String
  public let kind: String
  public let body: String
  public let link: Route

  public init(_ name: String, kind: String, _ body: String, opens link: Route) {
    (self.name, self.kind, self.body, self.link) = (name, kind, body, link)
  }
}

/// The device's answer to a notification.
public enum NotificationAnswer: Sendable, Hashable {
  case shown
  /// No window is open, so it waits in the history.
  case noWindow
  case refused(Problem)
}

/// Hands notifications to the device.
public struct NotificationPort: Sendable {
  public var deliver: @Sendable (NotificationDelivery) async -> NotificationAnswer
  /// Takes back what was opened or cleared, also on another device.
  public var withdraw: @Sendable (Set<String>) async -> Void
  /// Shows the number of unread notifications where the device shows one, such as on the app's icon.
  public var badge: @Sendable (Int) async -> Void = { _ in }
  /// The device's side of push notifications; nil for one without.
  public var push: PushPort?
  /// The device's permission; nil for one that needs none, where the person's own choice counts.
  public var permissions: PermissionPort?

  public init(
    deliver: @escaping @Sendable (NotificationDelivery) async -> NotificationAnswer,
    withdraw: @escaping @Sendable (Set<String>) async -> Void, permissions: PermissionPort? = nil
  ) {
    self.deliver = deliver
    self.withdraw = withdraw
    self.permissions = permissions
  }
}

/// The dependencies of notifications.
public struct NotificationsNeeds: Sendable {
  /// The stored memory; without one nothing was kept here before.
  public var load: @Sendable () async throws(Problem) -> ([NotificationEntry], NotificationMemory?)
  /// The instant at which the app was installed, of which the history here begins; nil if it was there before this was
  /// noted. It is asked with whether something was kept here before.
  public var installed: @Sendable (_ isKnown: Bool) async -> Date? = { _ in nil }
  /// Returns when the entries are on disk.
  public var save: @Sendable ([NotificationEntry]) async throws(Problem) -> Void
  /// Deletes the entries of before an instant, also those that were not read.
  public var forget: @Sendable (Date) async throws(Problem) -> Void
  public var remember: @Sendable (NotificationMemory) async throws(Problem) -> Void
  /// Tells of each change of the history, by this device and others.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>
  public var port: NotificationPort

  /// The most entries that are read.
  static let most = 1_000
}

extension NotificationsNeeds {
  /// Keeps the history in the person's store, where it goes with the account unless the holding is local; what is learnt stays
  /// on the device.
  public init(_ store: Store, _ holding: Holding = .owned(.background), port: NotificationPort) {
    let entries = Shelf<NotificationEntry>(store, holding)
    let memories = Shelf<NotificationMemory>(store, .local)
    self.init(
      load: { () throws(Problem) in
        let memory = try await memories.collection().record(ID(named: "own"))
        return (
          try await entries.collection().records(newest: NotificationsNeeds.most), memory
        )
      },
      save: { changed throws(Problem) in
        let all = try await entries.collection()
        try await entries.write { batch throws(Problem) in
          for entry in changed { try batch.save(entry, over: .anything, in: all) }
        }
      },
      forget: { date throws(Problem) in
        // A collection is known to its store once it is open.
        _ = try await entries.collection()
        try await store.expire(NotificationEntry.collection, before: date)
      },
      remember: { memory throws(Problem) in try await memories.collection().save(memory, over: .anything) },
      changes: {
        let (stream, continuation) = AsyncStream.makeStream(
          of: Heard<Void>.self, bufferingPolicy: .bufferingNewest(1))
        let following = Task {
          // A closed store reports nothing more; saving to it throws.
          if let collection = try? await entries.collection() {
            for await _ in collection.revision.changes() { continuation.yield(Heard(())) }
          }
          continuation.finish()
        }
        continuation.onTermination = { _ in following.cancel() }
        return stream
      }, port: port)
  }
}

public import Kernel
internal import Notices
internal import Permissions
public import Platform
public import Storage

/// The part of the planning that never leaves the device: when notifications were opened, which are snoozed, where the
/// person was, and explanations that tell what was learnt.
public struct NotificationMemory: Kept {
  public static let collection = "notification_memory"

  struct Opening: Codable, Sendable, Hashable {
    let kind: String
    let at: Date
  }

  struct Snooze: Codable, Sendable, Hashable {
    let name: String
    let until: Date
  }

  struct Stay: Codable, Sendable, Hashable {
    let from: Date
    let zone: String
  }

  struct Reason: Codable, Sendable, Hashable {
    let name: String
    let why: String
    let at: Date
  }

  struct Part: Codable, Sendable, Hashable {
    let name: String
    let at: Date
  }

  /// Whether the person turned notifications on here, on a device that asks no permission of its own.
  var isAllowed = false
  /// The device's last answer about its permission, which counts until it answers again.
  var standing: PermissionStanding?
  var opens: [Opening] = []
  var snoozes: [Snooze] = []
  var stays: [Stay] = []
  /// Notifications that became part of another one of their kind.
  var parts: [Part] = []
  /// Nothing before it is learnt from.
  var learnsSince: Date?
  /// Explanations of entries that stay on this device, by the entries' names.
  var reasons: [Reason]?

  public var id: ID<NotificationMemory> { ID(named: "own") }
  public var when: Date { Date(timeIntervalSince1970: 0) }

  static let mostOpens = 500
  static let mostStays = 100
  static let mostReasons = 300

  public init() {}

  /// Adds the zone in which the person is now.
  mutating func note(_ now: Moment) {
    guard stays.last?.zone != now.zone.identifier else { return }
    stays.append(Stay(from: now.date, zone: now.zone.identifier))
    stays = stays.suffix(NotificationMemory.mostStays)
  }

  /// Keeps the explanation of an entry that does not leave this device.
  mutating func explain(_ name: String, _ why: String, at date: Date) {
    let others = (reasons ?? []).filter { $0.name != name }
    reasons = (others + [Reason(name: name, why: why, at: date)]).suffix(NotificationMemory.mostReasons)
  }

  func reason(of name: String) -> String? { reasons?.first { $0.name == name }?.why }

  /// Forgets what is too old to count.
  mutating func prune(before date: Date) {
    opens = opens.filter { $0.at >= date }.suffix(NotificationMemory.mostOpens)
    parts.removeAll { $0.at < date }
    reasons?.removeAll { $0.at < date }
    snoozes.removeAll { $0.until < date }
    let current = stays.lastIndex { $0.from <= date } ?? 0
    stays.removeFirst(min(current, stays.count))
  }

  /// The zones that the person was in, up to an instant.
  func journey(at now: Moment, until end: Date) -> Journey {
    let known = stays.compactMap { stay in TimeZone(named: stay.zone).map { Journey.Stay(from: stay.from, in: $0) } }
    // Before the first stay its zone counts, with its changes of the clock.
    let start = now.date.addingTimeInterval(-70 * 86_400)
    let first = known.first.map { Journey.Stay(from: min(start, $0.from), in: $0.zone) }
    return Journey((first.map { [$0] } ?? [.init(from: start, in: now.zone)]) + known.dropFirst(), until: end)
  }
}

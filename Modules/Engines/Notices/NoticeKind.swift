/// A kind of notification, which a product hands in: a reminder to check in, a message, a milestone.
public struct NoticeKind: Sendable, Hashable, Identifiable {
  /// The order in which notifications are sent when there is no room for all.
  public enum Priority: Int, Sendable, Hashable, Codable, Comparable, CaseIterable {
    case low, usual, high

    public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
  }

  /// A short stable name, such as `check-in`.
  public let id: String
  public var priority: Priority
  /// The time follows when the person opens notifications of this kind. For reminders, whose time is a guess; not for
  /// news, which has the time at which it happened.
  public var isAdaptive: Bool
  /// Sent at the moment it happens, without the pause after the one before it. Quiet hours and caps hold all the same.
  public var isImmediate: Bool
  /// The setting that turns the kind off, where several kinds share one; by default the kind's own name.
  public var setting: String

  public init(
    _ id: String, priority: Priority = .usual, isAdaptive: Bool = false, isImmediate: Bool = false,
    setting: String? = nil
  ) {
    self.id = id
    self.priority = priority
    self.isAdaptive = isAdaptive
    self.isImmediate = isImmediate
    self.setting = setting ?? id
  }
}

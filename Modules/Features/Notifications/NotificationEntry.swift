public import Interface
public import Kernel
public import Platform
public import Storage

/// A notification that was sent, in the history of all of the person's devices. Its identifier follows from its name, so
/// that two devices that plan the same one write the same record.
public struct NotificationEntry: Syncable {
  public static let collection = "notifications"
  public static let form = 2
  /// The longest texts that are kept, in characters.
  static let longestText = 1_000
  static let longestName = 200

  /// Made from kind and day, such as "meal 2026-03-02".
  public let name: String
  public let kind: String
  public let body: String
  /// A route as text.
  public let link: String
  /// The label of the button that opens the link.
  public let action: String
  public let isSnoozable: Bool
  /// Explains why it was sent, and why then, without what was learnt on the device that sent it.
  public let why: String
  public let sentAt: Date
  /// Flags alone leave the device: the instants would tell when the person has time.
  public internal(set) var isRead: Bool
  public internal(set) var isOpened: Bool
  public internal(set) var isCleared: Bool

  public var id: ID<NotificationEntry> { ID(named: name) }
  public var when: Date { sentAt }
  public var isUnread: Bool { !isRead && !isCleared }
  /// The place that it opens; nil for a link that cannot be read.
  public var route: Route? { Route(link) }

  public init(
    name: String, kind: String, body: String, link: Route, action: String, isSnoozable: Bool = false, why: String,
    sentAt: Date
  ) {
    self.name = String(name.prefix(NotificationEntry.longestName))
    self.kind = kind
    self.body = String(body.prefix(NotificationEntry.longestText))
    self.link = link.text
    self.action = action
    self.isSnoozable = isSnoozable
    self.why = String(why.prefix(NotificationEntry.longestText))
    self.sentAt = sentAt
    (isRead, isOpened, isCleared) = (false, false, false)
  }

  public enum CodingKeys: String, ColumnKey {
    case id, name, kind, body, link, action, why
    case isSnoozable = "is_snoozable"
    case sentAt = "sent_at"
    case isRead = "is_read"
    case isOpened = "is_opened"
    case isCleared = "is_cleared"
  }

  /// Form 1 had the instants at which it was read and opened in place of the flags.
  public static func upgrade(_ fields: inout Fields, from form: Int) {
    for (former, flag) in [("read_at", CodingKeys.isRead), ("opened_at", .isOpened)] {
      guard let instant = fields.removeValue(forKey: former), fields[flag.rawValue] == nil else { continue }
      fields[flag.rawValue] = .bool(instant != .null)
    }
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = try fields.decode(String.self, forKey: .name)
    kind = try fields.decode(String.self, forKey: .kind)
    body = try fields.decode(String.self, forKey: .body)
    link = try fields.decode(String.self, forKey: .link)
    action = try fields.decode(String.self, forKey: .action)
    isSnoozable = try fields.decode(Bool.self, forKey: .isSnoozable)
    why = try fields.decode(String.self, forKey: .why)
    sentAt = try fields.decode(Date.self, forKey: .sentAt)
    isRead = try fields.decodeIfPresent(Bool.self, forKey: .isRead) ?? false
    isOpened = try fields.decodeIfPresent(Bool.self, forKey: .isOpened) ?? false
    isCleared = try fields.decode(Bool.self, forKey: .isCleared)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(name, forKey: .name)
    try fields.encode(kind, forKey: .kind)
    try fields.encode(body, forKey: .body)
    try fields.encode(link, forKey: .link)
    try fields.encode(action, forKey: .action)
    try fields.encode(isSnoozable, forKey: .isSnoozable)
    try fields.encode(why, forKey: .why)
    try fields.encode(sentAt, forKey: .sentAt)
    try fields.encode(isRead, forKey: .isRead)
    try fields.encode(isOpened, forKey: .isOpened)
    try fields.encode(isCleared, forKey: .isCleared)
  }
}

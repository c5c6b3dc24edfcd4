public import Notices
public import Relational

/// A notification that another person causes: the server sends it to a person's devices when a row appears. Its words are
/// the same for every row, so that they tell nothing to whoever carries or sees them.
public struct ServerNotice: Sendable {
  /// The product whose devices show it.
  public let product: String
  public let kind: NoticeKind
  /// The table whose new rows are told of; its key is `id`.
  public let table: String
  /// The column with the person who is told.
  public let recipient: String
  /// The column with the instant at which it happened.
  public let instant: String
  /// Among several rows with the same value in this column only the newest is told; nil tells each.
  public let together: String?
  /// The rows that are still to be told of. Nothing is sent of a row that its recipient does not see.
  public let due: Filter
  public let title: String
  public let body: String
  /// The route that it opens, which names nobody.
  public let link: String
  /// Whether a row is an entry of the person's own history: one of their devices has told of something, and the server tells
  /// the others.
  public let isEcho: Bool

  public init(
    _ kind: NoticeKind, of product: String, in table: String, to recipient: String, at instant: String,
    together: String? = nil, due: Filter, title: String, body: String, link: String
  ) {
    self.kind = kind
    self.product = product
    self.table = table
    self.recipient = recipient
    self.instant = instant
    self.together = together
    self.due = due
    self.title = title
    self.body = body
    self.link = link
    isEcho = false
  }

  /// Notices that a device of the person has told of, for the other devices. The words are the server's own, so that the entry's
  /// stay sealed.
  public init(echo kind: NoticeKind, of product: String, title: String, body: String, link: String) {
    self.product = product
    self.kind = kind
    (table, recipient, instant, together) = ("notifications", "owner", "sent_at", nil)
    // Of an entry the server reads its name alone, which begins with its kind.
    due = .like("name", pattern: "\(kind.id) %", ignoringCase: false)
    self.title = title
    self.body = body
    self.link = link
    isEcho = true
  }

  /// The beginning of the identifiers under which echoes are noted.
  public static let echoes = "echo "

  /// Whether a row with this name belongs to it. Only entries of the history have names that tell.
  public func isOf(name: String?) -> Bool { !isEcho || name?.hasPrefix("\(kind.id) ") == true }

  /// The identifier under which the server notes a row for a person. Two people may have entries of one name.
  public func noteID(of row: String, to person: String) -> String {
    isEcho ? "\(ServerNotice.echoes)\(kind.id) \(row) \(person)" : id(of: row)
  }

  /// The identifier of the notification of one row, which devices give it too.
  public func id(of row: String) -> String { "\(kind.id) \(row)" }
}

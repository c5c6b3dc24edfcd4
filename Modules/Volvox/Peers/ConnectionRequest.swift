public import JSON
public import Kernel
public import Platform
public import Storage

/// A request of one person to become another's sponsor or sponsee. The server's functions write it; devices of both
/// people receive it.
public struct ConnectionRequest: Syncable {
  public static let collection = "connection_requests"
  /// Characters of the message that comes with a request.
  public static let longestNote = 1_000

  public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    case pending, accepted, declined, withdrawn
  }

  /// The role of the person who is asked.
  public enum Wish: String, Sendable, Hashable, Codable, CaseIterable {
    case sponsor, sponsee

    public var other: Wish { self == .sponsor ? .sponsee : .sponsor }
  }

  public let id: ID<ConnectionRequest>
  public let sender: UUID
  public let recipient: UUID
  public let asksFor: Wish
  public let note: String?
  public var status: Status
  public var answeredAt: Date?
  /// When it was sent, by the server's clock.
  public let sentAt: Date

  public var when: Date { sentAt }

  public init(
    id: ID<ConnectionRequest>, from sender: UUID, to recipient: UUID, for wish: Wish, note: String? = nil,
    status: Status = .pending, sentAt: Date, answeredAt: Date? = nil
  ) {
    self.id = id
    self.sender = sender
    self.recipient = recipient
    asksFor = wish
    self.note = note
    self.status = status
    self.sentAt = sentAt
    self.answeredAt = answeredAt
  }

  public enum CodingKeys: String, ColumnKey {
    case id, sender, recipient, note, status
    case asksFor = "asks_for"
    case answeredAt = "answered_at"
    case sentAt = "sent_at"
  }
}

extension ConnectionRequest {
  /// Reads a row of the server; nil when a value is missing or of another kind.
  public init?(_ json: JSON) {
    guard let id = json["id"]?.string.flatMap({ ID<ConnectionRequest>($0) }),
      let sender = json["sender"]?.string.flatMap({ UUID(uuidString: $0) }),
      let recipient = json["recipient"]?.string.flatMap({ UUID(uuidString: $0) }),
      let wish = json["asks_for"]?.string.flatMap(Wish.init), let status = json["status"]?.string.flatMap(Status.init),
      let sentAt = json["sent_at"]?.string.flatMap(Moment.date)
    else { return nil }
    self.init(
      id: id, from: sender, to: recipient, for: wish, note: json["note"]?.string, status: status, sentAt: sentAt,
      answeredAt: json["answered_at"]?.string.flatMap(Moment.date))
  }
}

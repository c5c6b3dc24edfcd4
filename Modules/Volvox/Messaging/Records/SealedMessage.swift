public import Kernel
internal import MessageSealing
public import Platform
public import Storage

/// A message between two connected people. Its body is ciphertext, here and on the server.
public struct SealedMessage: Syncable, GroupedRecord {
  public static let collection = "messages"
  /// Characters of a text, counted as the server counts them.
  static let longestText = 10_000

  public let id: ID<SealedMessage>
  public let connection: UUID
  public let sender: UUID
  public let recipient: UUID
  public let body: String
  /// By the sender's clock, and later than all messages of the connection that the sender's device knew.
  public let sentAt: Date
  /// When a device of the recipient received it.
  public var deliveredAt: Date?
  public var readAt: Date?

  /// When the server has taken it, by the server's clock; nil until this device has heard of it.
  public var insertedAt: Date?

  /// The difference of clocks that is made up for, in seconds.
  static let mostAhead: TimeInterval = 600

  /// The time by which messages are ordered: the sender's, but at most ten minutes ahead of the server's, so that a clock
  /// that is ahead puts no message last for good.
  public var when: Date { insertedAt.map { min(sentAt, $0.addingTimeInterval(Self.mostAhead)) } ?? sentAt }
  /// Its conversation.
  public var group: UUID { connection }

  public init(
    id: ID<SealedMessage>, connection: UUID, sender: UUID, recipient: UUID, body: String, sentAt: Date,
    deliveredAt: Date? = nil, readAt: Date? = nil, insertedAt: Date? = nil
  ) {
    self.id = id
    self.connection = connection
    self.sender = sender
    self.recipient = recipient
    self.body = body
    self.sentAt = sentAt
    self.deliveredAt = deliveredAt
    self.readAt = readAt
    self.insertedAt = insertedAt
  }

  var place: MessagePlace { MessagePlace(id.uuid, in: connection, from: sender, to: recipient) }

  public enum CodingKeys: String, ColumnKey {
    case id, connection, sender, recipient, body
    case sentAt = "sent_at"
    case deliveredAt = "delivered_at"
    case readAt = "read_at"
    case insertedAt = "inserted_at"
  }
}

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

  public var when: Date { sentAt }
  /// Its conversation.
  public var group: UUID { connection }

  public init(
    id: ID<SealedMessage>, connection: UUID, sender: UUID, recipient: UUID, body: String, sentAt: Date,
    deliveredAt: Date? = nil, readAt: Date? = nil
  ) {
    self.id = id
    self.connection = connection
    self.sender = sender
    self.recipient = recipient
    self.body = body
    self.sentAt = sentAt
    self.deliveredAt = deliveredAt
    self.readAt = readAt
  }

  var place: MessagePlace { MessagePlace(id.uuid, in: connection, from: sender, to: recipient) }

  public enum CodingKeys: String, ColumnKey {
    case id, connection, sender, recipient, body
    case sentAt = "sent_at"
    case deliveredAt = "delivered_at"
    case readAt = "read_at"
  }
}

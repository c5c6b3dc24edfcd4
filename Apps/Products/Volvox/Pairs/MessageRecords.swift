internal import Interface
internal import Messaging
package import ProductKit
internal import Storage

/// The synced records of messages. A message is written by its sender and marked by its recipient; its body is ciphertext.
package enum MessageRecords {
  package static let all = [keys, messages]

  /// Public message keys, which their owner announces and the people they are connected with receive. Never changed.
  static let keys = SyncedRecord(
    MessageKey.self, one: "message key", many: "message keys", icon: .lock, priority: .background, conflicts: .server,
    access: .people(
      [.person], seen: RecordSQL(stringLiteral: VolvoxTables.connected("person")),
      sources: VolvoxTables.connecting("person"), inserted: "owner = auth.uid() and person = auth.uid()"),
    columns: [
      .owner(.person),
      .integer(.number, .hidden, in: 1...9_999).required,
      .text(.signing, .hidden, length: 44...44).required,
      .text(.agreement, .hidden, length: 44...44).required,
      .text(.signature, .hidden, length: 88...88).required,
      .timestamp(.announcedAt, "Announced").filled(.now).required,
    ],
    rules: [.unique(perOwner: .number)])

  /// The longest body of a message: 10,000 characters of plain text as ciphertext. They are at most 40,000 bytes of UTF-8
  /// and 1,000 bytes of key, nonce, authentication and padding, which base64 makes a third longer.
  static let longestBody = (40_000 + 1_000 + 2) / 3 * 4

  /// Messages. Hidden from recipients who have blocked the sender, who is not told.
  static let messages = SyncedRecord(
    SealedMessage.self, one: "message", many: "messages", icon: .chat, conflicts: .server,
    access: .people(
      [.sender], seen: RecordSQL(stringLiteral: forRecipient), seenBy: [.recipient],
      sources: VolvoxTables.blocking("sender"),
      inserted: RecordSQL(
        stringLiteral: "owner = auth.uid() and sender = auth.uid() and delivered_at is null and read_at is null and "
          + "\(VolvoxTables.connected("recipient", and: " and c.id = connection")) and "
          + VolvoxTables.notBlocked("recipient")),
      updated: RecordSQL(stringLiteral: forRecipient)),
    columns: [
      .uuid(.connection, .hidden, to: PairRecords.connections, of: .anyone).required,
      .owner(.sender),
      .uuid(.recipient, .hidden).required.check("recipient_is_another", "recipient <> sender"),
      .text(.body, .hidden, length: 1...longestBody).required,
      .timestamp(.sentAt, "Sent").filled(.now).required,
      .timestamp(.deliveredAt, "Delivered"),
      .timestamp(.readAt, "Read"),
    ],
    rules: [
      .index(.connection, .sentAt),
      .unchanged(
        .connection, .sender, .recipient, .body, .sentAt, refusal: "A message that was sent stays as it is."),
      .transition(
        "marked_once",
        """
        (old.\(.deliveredAt) is null or new.\(.deliveredAt) is not null and new.\(.deliveredAt) = old.\(.deliveredAt)) \
        and (old.\(.readAt) is null or new.\(.readAt) is not null and new.\(.readAt) = old.\(.readAt))
        """,
        refusal: "What was delivered or read stays so."),
    ])

  private static let forRecipient = "recipient = auth.uid() and \(VolvoxTables.notBlocked("sender"))"
}

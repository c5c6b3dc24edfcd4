internal import Kernel
public import Platform

/// A message as a person sees it.
public struct OpenedMessage: Sendable, Equatable, Identifiable {
  /// Where an own message stands.
  enum Sending: Sendable, Hashable {
    case waiting, sent, delivered, read
    case refused(RefusedMessage)
  }

  public let id: UUID
  public let connection: UUID
  let isOwn: Bool
  var content: MessageContent
  /// The time by which it is ordered and shown.
  public let sentAt: Date
  /// The time that its sender gave it.
  let writtenAt: Date
  /// Whether the server's clock bounds its time.
  let isBounded: Bool
  var deliveredAt: Date?
  var readAt: Date?
  /// Whether it waits to be sent.
  var isWaiting = false
  var refused: RefusedMessage?

  init(_ message: SealedMessage, of person: UUID, _ content: MessageContent) {
    id = message.id.uuid
    connection = message.connection
    isOwn = message.sender == person
    self.content = content
    (sentAt, writtenAt, isBounded) = (message.when, message.sentAt, message.insertedAt != nil)
    (deliveredAt, readAt) = (message.deliveredAt, message.readAt)
  }

  var isUnread: Bool { !isOwn && readAt == nil }

  var sending: Sending {
    if let refused { return .refused(refused) }
    if isWaiting { return .waiting }
    return readAt != nil ? .read : deliveredAt != nil ? .delivered : .sent
  }

  /// By time. Several that one clock has dated too far ahead have the same time and stand as they were written. What is still
  /// equal is ordered by identifier, so that all devices agree.
  static func isEarlier(_ one: OpenedMessage, _ other: OpenedMessage) -> Bool {
    (one.sentAt, one.writtenAt, one.id.uuidString) < (other.sentAt, other.writtenAt, other.id.uuidString)
  }
}

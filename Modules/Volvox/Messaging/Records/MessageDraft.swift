public import Kernel
public import Platform
public import Storage

/// A text that was typed and not sent, one for each connection. It stays on the device.
public struct MessageDraft: Kept {
  public static let collection = "message_drafts"

  public let id: ID<MessageDraft>
  let text: String
  let at: Date

  public var when: Date { at }

  private enum CodingKeys: String, CodingKey { case id, text, at }

  init(_ connection: UUID, _ text: String, at: Date) {
    id = ID(connection)
    self.text = text
    self.at = at
  }
}

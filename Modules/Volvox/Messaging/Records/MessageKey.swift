public import Kernel
internal import MessageSealing
public import Platform
public import Storage

/// A person's public message key, which the people they are connected with receive. It is never changed.
public struct MessageKey: Syncable {
  public static let collection = "message_keys"

  public let id: ID<MessageKey>
  public let person: UUID
  public let number: Int
  /// The keys and the signature as base64.
  public let signing: String
  public let agreement: String
  public let signature: String
  public let announcedAt: Date

  public var when: Date { announcedAt }

  init(id: ID<MessageKey>, _ key: AnnouncedKey, at now: Date) {
    self.id = id
    person = key.person
    number = key.number
    signing = Data(key.signing).base64EncodedString()
    agreement = Data(key.agreement).base64EncodedString()
    signature = Data(key.signature).base64EncodedString()
    announcedAt = now
  }

  /// The key, unless it is not what its identity has signed.
  var genuine: AnnouncedKey? {
    func bytes(_ text: String) -> [UInt8] { Data(base64Encoded: text).map { [UInt8]($0) } ?? [] }
    let key = AnnouncedKey(
      person, number: number, signing: bytes(signing), agreement: bytes(agreement), signature: bytes(signature))
    return key.isGenuine ? key : nil
  }

  public enum CodingKeys: String, ColumnKey {
    case id, person, number, signing, agreement, signature
    case announcedAt = "announced_at"
  }
}

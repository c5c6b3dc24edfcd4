internal import CSodium
internal import Platform

/// A sealed message as it is stored and sent: the numbers of both people's keys, a nonce and the ciphertext, as base64.
public struct SealedMessageBody: Sendable, Hashable {
  /// The numbers of the keys of the sender and the recipient.
  public let sender: Int
  public let recipient: Int
  let nonce: [UInt8]
  let sealed: [UInt8]

  static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  static let tagLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
  /// The first byte: the form of what follows.
  private static let form: UInt8 = 1
  private static let headLength = 5
  /// The longest body that is read, in characters.
  public static let longest = 56_000

  init(sender: Int, recipient: Int, nonce: [UInt8], sealed: [UInt8]) {
    self.sender = sender
    self.recipient = recipient
    self.nonce = nonce
    self.sealed = sealed
  }

  public var text: String {
    let head = [SealedMessageBody.form] + [sender, recipient].flatMap { Libsodium.bytes(of: UInt16(clamping: $0)) }
    return Data(head + nonce + sealed).base64EncodedString()
  }

  /// Reads a body; nil when it has another form.
  public init?(_ text: String) {
    guard text.utf8.count <= SealedMessageBody.longest, let data = Data(base64Encoded: text) else { return nil }
    let bytes = [UInt8](data)
    let start = SealedMessageBody.headLength + SealedMessageBody.nonceLength
    guard bytes.count >= start + SealedMessageBody.tagLength + ConnectionKey.block, bytes[0] == SealedMessageBody.form
    else { return nil }
    func number(_ index: Int) -> Int { Int(bytes[index]) << 8 | Int(bytes[index + 1]) }
    self.init(
      sender: number(1), recipient: number(3), nonce: Array(bytes[SealedMessageBody.headLength..<start]),
      sealed: Array(bytes[start...]))
    guard AnnouncedKey.numbers.contains(sender), AnnouncedKey.numbers.contains(recipient) else { return nil }
  }

  /// The text that is authenticated with a message but not sent with it.
  static func bound(_ place: MessagePlace, _ sender: Int, _ recipient: Int) -> [UInt8] {
    [form] + Libsodium.bytes(of: Int64(sender)) + Libsodium.bytes(of: Int64(recipient)) + place.message.bytes
      + place.connection.bytes + place.sender.bytes + place.recipient.bytes
  }
}

internal import Kernel
internal import Navigation
internal import Signing
internal import Storage

/// Signs and verifies deep links with a key that is created once and stored readable by its owner only.
struct LinkKey: Sendable {
  private static let file = "link.key"

  private let key: SigningKey

  /// Loads the key of that folder, or creates it when it does not exist.
  init(in folder: OwnFolder) throws(Problem) {
    key = try SigningKey.kept(as: LinkKey.file, in: folder)
  }

  /// Creates a key that exists in this process only.
  init() throws(Problem) { key = try SigningKey.random() }

  /// The key with which the server signs notifications for a profile. It is another one for each, and tells nothing of this.
  func pushKey(of product: String, _ profile: String) throws(Problem) -> PushKey {
    let derived = try key.signature(of: Array("push notifications \(product)/\(profile)".utf8))
    return PushKey(key: try SigningKey(derived.bytes), text: derived.text)
  }

  /// The key that seals what is kept of a profile beside it. It is another one for each, and tells nothing of this.
  func shelfKey(of product: String, _ profile: String) throws(Problem) -> MasterKey {
    try MasterKey(try key.signature(of: Array("values beside a profile \(product)/\(profile)".utf8)).bytes)
  }

  func signature(of text: String) throws(Problem) -> String { try key.signature(of: Array(text.utf8)).text }

  func isGenuine(_ text: String, _ signature: String) -> Bool {
    guard let signature = try? Signature(text: signature) else { return false }
    return (try? key.verify(signature, of: Array(text.utf8))) ?? false
  }
}

/// The key that a profile gives the server at registration, so that it can sign what it sends here.
struct PushKey: Sendable {
  let key: SigningKey
  /// The key in base64url. It is a secret.
  let text: String
}

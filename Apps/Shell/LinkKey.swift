internal import Kernel
internal import Navigation
internal import Signing

/// Signs and verifies deep links, with a key that is made once and kept where only its owner can read it.
struct LinkKey: Sendable {
  private static let file = "link.key"

  private let key: SigningKey

  /// The key of that folder; made now when there is none yet.
  init(in folder: OwnFolder) throws(Problem) {
    key = try SigningKey.kept(as: LinkKey.file, in: folder)
  }

  /// A key of this process alone.
  init() throws(Problem) { key = try SigningKey.random() }

  func signature(of text: String) throws(Problem) -> String { try key.signature(of: Array(text.utf8)).text }

  func isGenuine(_ text: String, _ signature: String) -> Bool {
    guard let signature = try? Signature(text: signature) else { return false }
    return (try? key.verify(signature, of: Array(text.utf8))) ?? false
  }
}

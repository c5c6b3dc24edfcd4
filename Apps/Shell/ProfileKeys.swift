public import Kernel
public import Storage

/// The place of the key that encrypts a profile's store.
public enum ProfileKeys: Sendable {
  /// In the file `store.key` of the profile's folder, which only its owner can read.
  case file
  /// In the same file, encrypted with a passphrase.
  case passphrase(Redacted<String>)
  /// In a store that the program hands in, such as the desktop's keyring or the device's keychain. It gets the name under
  /// which a key is kept, `product/profile`, which is no path: the folder may move.
  case custom(@Sendable (_ name: String) -> KeyStore)

  func store(_ product: String, _ profile: String, _ folder: OwnFolder) -> KeyStore {
    let file = "\(folder.path)/store.key"
    return switch self {
    case .file: .file(file)
    case .passphrase(let words): .passphrase(words, file: file)
    case .custom(let store): store("\(product)/\(profile)")
    }
  }
}

public import Kernel
internal import SecretService
internal import Storage

/// The place of the key that encrypts a profile's store.
public enum ProfileKeys: Sendable {
  /// In the file `store.key` of the profile's folder, which only its owner can read.
  case file
  /// In the desktop's keyring, found through the environment.
  case keyring(environment: [String: String])
  /// In the same file, encrypted with a passphrase.
  case passphrase(Redacted<String>)

  func store(_ product: String, _ profile: String, _ folder: OwnFolder) -> KeyStore {
    let file = "\(folder.path)/store.key"
    return switch self {
    case .file: .file(file)
    case .keyring(let environment): .secretService(profile: "\(product)/\(profile)", environment: environment)
    case .passphrase(let words): .passphrase(words, file: file)
    }
  }
}

internal import Files
internal import FoundationEssentials
public import Kernel
public import Storage

/// The place of the key that seals the rows of a server's folder.
public enum RowKeys: Sendable {
  /// In the file `rows.key` of the server's folder, which only its owner can read.
  case file
  /// In the file `rows.key`, encrypted with a passphrase.
  case passphrase(Redacted<String>)
  /// In a store that the program hands in, such as the desktop's keyring. It gets the name under which the key is kept; the
  /// file `rows.keyring` has that name.
  case custom(@Sendable (_ name: String) -> KeyStore)

  func store(in folder: String) -> KeyStore {
    let file = "\(folder)/rows.key"
    return switch self {
    case .file: .file(file)
    case .passphrase(let words): .passphrase(words, file: file)
    case .custom(let store): RowKeys.named(by: PrivateFile("\(folder)/rows.keyring"), store)
    }
  }

  private static func named(by file: PrivateFile, _ store: @escaping @Sendable (String) -> KeyStore) -> KeyStore {
    KeyStore(
      load: { () throws(Problem) in
        guard let name = try name(in: file) else { return nil }
        return try await store("server/\(name)").load()
      },
      keep: { key throws(Problem) in
        let known = try name(in: file)
        let name = known ?? UUID().uuidString.lowercased()
        if known == nil {
          do throws(PrivateFileFailure) { try file.replace(with: Array(name.utf8)) } catch { throw unusable(file) }
        }
        try await store("server/\(name)").keep(key)
      })
  }

  private static func name(in file: PrivateFile) throws(Problem) -> String? {
    let bytes: [UInt8]?
    do throws(PrivateFileFailure) { bytes = try file.bytes(upTo: 64) } catch { throw unusable(file) }
    guard let bytes else { return nil }
    guard let name = UUID(uuidString: String(decoding: bytes, as: UTF8.self)) else { throw unusable(file) }
    return name.uuidString.lowercased()
  }

  private static func unusable(_ file: PrivateFile) -> Problem {
    Problem(
      "key-name", "The file \(file.path) cannot be read or written, or names no key.",
      safe: "What was saved before is unchanged.", remedy: "Restore it from a copy, or correct its permissions.")
  }
}

internal import Files
internal import Glibc
internal import Kernel
internal import Storage

/// The keys of a server's folder within a backup, encrypted with a passphrase: those of its tokens, and that of its rows.
struct KeyArchive {
  /// The files of a server's folder that hold a key, or the name of one in a keyring.
  private static let names = ["jwt.secret", signingKeys, "rows.key", "rows.keyring"]
  /// Changes with every rotation, so what is in the folder is newer than what was backed up.
  private static let signingKeys = "signing.keys"
  private static let longest = 65_536

  let folder: String

  private var lock: String { "\(folder)/keys.lock" }
  private func sealed(_ name: String) -> PrivateFile { PrivateFile("\(folder)/keys.\(name)") }

  var exists: Bool { access(lock, F_OK) == 0 }

  func write(of server: String, _ passphrase: Redacted<String>) async throws(Problem) {
    let key = MasterKey.random()
    try await KeyStore.passphrase(passphrase, file: lock).keep(key)
    let sealer = RowSealer(key)
    for name in KeyArchive.names {
      guard let bytes = try read(PrivateFile("\(server)/\(name)")) else { continue }
      do throws(PrivateFileFailure) {
        try sealed(name).replace(with: sealer.seal(bytes, at: KeyArchive.place(name)))
      } catch {
        throw failed(sealed(name))
      }
    }
  }

  /// Restores the keys that the server's folder does not have. Other keys than its own are refused before anything changes.
  func restore(into server: String, _ passphrase: Redacted<String>) async throws(Problem) {
    guard let key = try await KeyStore.passphrase(passphrase, file: lock).load() else { return }
    let sealer = RowSealer(key)
    var found: [(PrivateFile, [UInt8])] = []
    for name in KeyArchive.names {
      guard let bytes = try read(sealed(name)) else { continue }
      let place = KeyArchive.place(name)
      guard let opened = bytes.withUnsafeBytes({ sealer.open($0, at: place).map(Array.init) }) else {
        throw damaged(sealed(name))
      }
      let file = PrivateFile("\(server)/\(name)")
      guard let there = try read(file) else {
        found.append((file, opened))
        continue
      }
      guard there == opened || name == KeyArchive.signingKeys else { throw KeyArchive.other(file) }
    }
    for (file, bytes) in found {
      do throws(PrivateFileFailure) { _ = try file.create(bytes) } catch { throw failed(file) }
    }
  }

  private static func place(_ name: String) -> RowSealer.Place {
    Array(name.utf8).withUnsafeBytes { RowSealer.Place(table: RowSealer.number(of: "keys"), key: $0) }
  }

  private func read(_ file: PrivateFile) throws(Problem) -> [UInt8]? {
    do throws(PrivateFileFailure) {
      return try file.bytes(upTo: KeyArchive.longest)
    } catch {
      throw failed(file)
    }
  }

  private func failed(_ file: PrivateFile) -> Problem {
    Problem(
      "no-key-copy", "\(file.path) could not be read or written.", safe: "The server's keys are unchanged.",
      remedy: "Check its permissions: only its owner may read it.")
  }

  private func damaged(_ file: PrivateFile) -> Problem {
    Problem(
      "damaged-key", "\(file.path) is damaged.", safe: "Nothing was changed.", remedy: "Restore it from another copy.")
  }

  private static func other(_ file: PrivateFile) -> Problem {
    Problem(
      "other-key", "\(file.path) holds another key than the backup.", safe: "Nothing was changed.",
      remedy: "Restore into another folder. Who has signed in at this server would be signed out.")
  }
}

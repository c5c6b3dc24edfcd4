internal import COpenSSL
internal import Files
public import Kernel
internal import Platform
internal import Signing

extension TokenKey {
  /// Returns the given secret, or the one stored in `jwt.secret` of that folder, which is created once and readable by
  /// its owner only.
  public static func kept(in folder: String, given: String?) throws(Problem) -> TokenKey {
    if let given { return try TokenKey(given) }
    let file = SecretFile(path: "\(folder)/jwt.secret")
    if let text = try file.read() { return try TokenKey(text) }
    var bytes = [UInt8](repeating: 0, count: 48)
    guard RAND_bytes(&bytes, CInt(bytes.count)) == 1 else {
      throw Problem(
        "token-randomness", "The machine gave no random bytes for a secret.", safe: "Nothing was started.",
        remedy: "Try again; if it stays so, restart the machine.")
    }
    try file.create(Base64URL.text(bytes))
    // Read back what is there: of two processes that start together, one was first.
    guard let text = try file.read() else { throw file.problem("could not be read", String(cString: strerror(ENOENT))) }
    return try TokenKey(text)
  }
}

/// A file of one line that only its owner can read, created once.
struct SecretFile {
  private let file: PrivateFile

  init(path: String) { file = PrivateFile(path) }

  /// Returns nil when there is no such file.
  func read() throws(Problem) -> String? {
    let bytes: [UInt8]?
    do throws(PrivateFileFailure) {
      bytes = try file.bytes(upTo: TokenKey.most + 2)
    } catch {
      throw problem(error)
    }
    guard let bytes else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw problem("is not text", String(cString: strerror(EILSEQ)))
    }
    return String(text.prefix { !$0.isNewline })
  }

  /// Creates the file; an existing one stays.
  func create(_ text: String) throws(Problem) {
    do throws(PrivateFileFailure) {
      _ = try file.create(Array("\(text)\n".utf8))
    } catch {
      throw problem(error)
    }
  }

  private func problem(_ failure: PrivateFileFailure) -> Problem {
    switch failure {
    case .shared:
      Problem(
        "open-secret", "The file \(file.path) can be read by others.", safe: "Nothing was started.",
        remedy:
          "If nobody else has read it, run: chmod 600 \(file.path). Otherwise delete it: everybody signs in again."
      )
    case .unreadable(let reason): problem("could not be read", reason)
    case .unwritable(let reason): problem("could not be written", reason)
    }
  }

  fileprivate func problem(_ what: String, _ reason: String) -> Problem {
    Problem(
      "secret-file", "The file \(file.path) \(what): \(reason).", safe: "Nothing was started.",
      remedy: "Check its rights and the free space, then try again.")
  }
}

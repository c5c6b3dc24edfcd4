internal import COpenSSL
public import Kernel

/// A secret key that signs bytes and verifies its own signatures. It is not Codable and its description is redacted, so
/// it does not reach a log or a file by accident.
public struct SigningKey: Sendable {
  public static let length = 32

  private let secret: Redacted<[UInt8]>

  /// Returns a new key from the system's random number generator.
  public static func random() throws(Problem) -> SigningKey {
    var bytes = [UInt8](repeating: 0, count: length)
    guard RAND_bytes(&bytes, CInt(length)) == 1 else {
      throw Problem(
        "signing-randomness", "The machine gave no random bytes for a key.", safe: "Nothing was signed.",
        remedy: "Try again; if it stays so, restart the machine.")
    }
    return try SigningKey(bytes)
  }

  public init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count == SigningKey.length else {
      throw Problem(
        "signing-key-length", "A signing key has \(SigningKey.length) bytes, and this has \(bytes.count).",
        remedy: "Restore the key's file from a copy, or delete it to get a new key; what the old one signed is then "
          + "refused.")
    }
    secret = Redacted(bytes)
  }

  /// The secret itself, for callers that store it encrypted.
  public var revealed: [UInt8] { secret.revealed }

  public func signature(of bytes: [UInt8]) throws(Problem) -> Signature {
    try Signature(try HMACSHA256.code(of: bytes, key: secret.revealed))
  }

  /// Returns false for every signature that this key did not make for exactly these bytes.
  public func verify(_ signature: Signature, of bytes: [UInt8]) throws(Problem) -> Bool {
    try self.signature(of: bytes) == signature
  }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "redacted" }
  public var debugDescription: String { "redacted" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

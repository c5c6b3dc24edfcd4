internal import COpenSSL
public import Kernel

/// An HMAC-SHA-256 code, which proves that the holder of the key signed exactly these bytes.
public struct Signature: Sendable, Hashable {
  public static let length = 32

  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count == Signature.length else {
      throw Problem(
        "signature-length", "A signature has \(Signature.length) bytes, and this has \(bytes.count).",
        remedy: "Ask for what was signed once more.")
    }
    self.bytes = bytes
  }

  public init(text: String) throws(Problem) {
    // 43 characters hold 32 bytes; a long text is not worth decoding.
    guard text.utf8.count <= 64, let bytes = Base64URL.bytes(text) else {
      throw Problem(
        "signature-text", "The signature is not base64url text.", remedy: "Ask for what was signed once more.")
    }
    try self.init(bytes)
  }

  public var text: String { Base64URL.text(bytes) }

  /// Compares in constant time, so a forged signature cannot be guessed byte by byte.
  public static func == (left: Signature, right: Signature) -> Bool {
    CRYPTO_memcmp(left.bytes, right.bytes, length) == 0
  }
}

extension Signature: Codable {
  public init(from decoder: any Decoder) throws {
    try self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

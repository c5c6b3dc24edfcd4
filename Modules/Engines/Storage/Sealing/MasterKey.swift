internal import CSodium
public import Kernel

/// The key that seals a person's store. Its value is redacted in logs and output.
public struct MasterKey: Sendable {
  public static let length = 32

  private let secret: Redacted<[UInt8]>

  public init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count == MasterKey.length else {
      throw Problem(
        "key-length", "A key has \(MasterKey.length) bytes, and this has \(bytes.count).", safe: "Nothing was changed.",
        remedy: "Restore the key from a copy.")
    }
    secret = Redacted(bytes)
  }

  private init(known: [UInt8]) { secret = Redacted(known) }

  /// Returns a new key from the system's random number generator.
  public static func random() -> MasterKey {
    Sodium.ready()
    var bytes = [UInt8](repeating: 0, count: length)
    randombytes_buf(&bytes, bytes.count)
    return MasterKey(known: bytes)
  }

  /// The secret itself, for storing it safely.
  public var revealed: [UInt8] { secret.revealed }

  /// Derives the key for one purpose, from which neither this one nor another can be found.
  func key(for purpose: Purpose) -> [UInt8] {
    Sodium.ready()
    var derived = [UInt8](repeating: 0, count: MasterKey.length)
    crypto_kdf_derive_from_key(&derived, derived.count, purpose.rawValue, "Troupe01", secret.revealed)
    return derived
  }

  enum Purpose: UInt64 {
    case rows = 1
    case blobs, blobNames, identity
  }

  /// Identifies the key to a store without revealing it.
  var identity: [UInt8] { Array(key(for: .identity).prefix(16)) }
}

extension MasterKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "redacted" }
  public var debugDescription: String { "redacted" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

enum Sodium {
  private static let isReady = sodium_init() >= 0

  /// Initialises libsodium, which must happen before any other call; it selects the fastest code for this machine.
  static func ready() { precondition(isReady, "libsodium finds no randomness on this machine") }
}

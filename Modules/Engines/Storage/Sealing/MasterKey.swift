internal import CSodium
public import Kernel

/// The secret that a person's store is sealed with. No log, no print and no file shows it by accident.
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

  /// A new one, from the machine's own randomness.
  public static func random() -> MasterKey {
    Sodium.ready()
    var bytes = [UInt8](repeating: 0, count: length)
    randombytes_buf(&bytes, bytes.count)
    return MasterKey(known: bytes)
  }

  /// The secret itself, for whoever keeps it safe.
  public var revealed: [UInt8] { secret.revealed }

  /// A key for one purpose, from which neither this one nor another can be found.
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

  /// By which a store knows its key again; says nothing of the key.
  var identity: [UInt8] { Array(key(for: .identity).prefix(16)) }
}

extension MasterKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "redacted" }
  public var debugDescription: String { "redacted" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

enum Sodium {
  private static let isReady = sodium_init() >= 0

  /// Before the first use of anything of libsodium; it picks the fastest code for this machine.
  static func ready() { precondition(isReady, "libsodium finds no randomness on this machine") }
}

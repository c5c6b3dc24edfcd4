internal import CSodium
public import Kernel

/// The key that seals a person's store. Its value is redacted in logs and output, lies in locked memory, and is zeroed
/// when the last copy is released.
public struct MasterKey: Sendable {
  public static let length = 32

  private let secret: SecretBytes

  public init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count == MasterKey.length else {
      throw Problem(
        "key-length", "A key has \(MasterKey.length) bytes, and this has \(bytes.count).", safe: "Nothing was changed.",
        remedy: "Restore the key from a copy.")
    }
    secret = bytes.withUnsafeBufferPointer { SecretBytes($0) }
  }

  private init(_ secret: SecretBytes) { self.secret = secret }

  /// Returns a new key from the system's random number generator.
  public static func random() -> MasterKey {
    Sodium.ready()
    return with { randombytes_buf($0, length) }
  }

  /// Returns a key whose bytes `fill` writes. No copy of them stays elsewhere.
  static func with(_ fill: (UnsafeMutablePointer<UInt8>) -> Void) -> MasterKey {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { room in
      room.initialize(repeating: 0)
      defer { sodium_memzero(room.baseAddress, length) }
      if let start = room.baseAddress { fill(start) }
      return MasterKey(SecretBytes(UnsafeBufferPointer(room)))
    }
  }

  /// A copy of the secret, for storing it safely.
  public var revealed: [UInt8] { read { Array(UnsafeBufferPointer(start: $0, count: MasterKey.length)) } }

  /// Passes the secret to `body`, which must not keep the pointer.
  func read<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result { secret.read(body) }

  /// Returns the same key in memory of its own, so that one can be wiped and the other not.
  func copy() -> MasterKey { MasterKey.with { room in secret.read { room.update(from: $0, count: MasterKey.length) } } }

  /// Zeroes the key now, whoever still refers to it. Nothing can be sealed or opened with it from now on.
  func wipe() { secret.wipe() }

  var isWiped: Bool { secret.isWiped }

  /// Passes the key for one purpose to `body`, which must not keep the pointer. From it neither this key nor that of
  /// another purpose can be found.
  func derive<Result>(_ purpose: Purpose, _ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
    Sodium.ready()
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: MasterKey.length) { room in
      room.initialize(repeating: 0)
      defer { sodium_memzero(room.baseAddress, MasterKey.length) }
      guard let start = room.baseAddress else { preconditionFailure("a temporary allocation has an address") }
      read { _ = crypto_kdf_derive_from_key(start, MasterKey.length, purpose.rawValue, "Troupe01", $0) }
      return body(start)
    }
  }

  enum Purpose: UInt64 {
    case rows = 1
    case blobs, blobNames, identity, values
  }

  /// Identifies the key to a store without revealing it.
  var identity: [UInt8] { derive(.identity) { Array(UnsafeBufferPointer(start: $0, count: 16)) } }
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

internal import CSodium
internal import Platform

/// The functions of libsodium that this module uses.
enum Libsodium {
  private static let isReady = sodium_init() >= 0

  /// Initialises libsodium, which must happen before any other call.
  static func ready() { precondition(isReady, "libsodium finds no randomness on this machine") }

  static let length = 32

  /// Returns the BLAKE2b hash of the parts. A purpose keeps hashes of different meaning apart, and each part is preceded by its
  /// length, so that no two lists of parts are hashed alike.
  static func hash(_ parts: [[UInt8]], for purpose: String, key: [UInt8] = []) -> [UInt8] {
    ready()
    var text: [UInt8] = []
    for part in [Array(purpose.utf8)] + parts { text += bytes(of: UInt32(part.count)) + part }
    var hash = [UInt8](repeating: 0, count: length)
    crypto_generichash(&hash, hash.count, text, UInt64(text.count), key.isEmpty ? nil : key, key.count)
    return hash
  }

  /// The bytes of a number, the most significant first.
  static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}

extension UUID {
  var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}

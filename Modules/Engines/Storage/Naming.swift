internal import CSodium
public import Kernel
internal import Platform

extension ID where Of: Kept {
  /// Derives the identifier of a record that exists once per name: the same on every device, so that devices that
  /// create it independently agree. It is the BLAKE2b hash of the collection and the name, as a UUID of version 8.
  /// Identifiers are stored unsealed, so anyone who knows the names can tell which of them exist; a name must be a
  /// constant of the program, never personal data.
  public init(named name: String) {
    Sodium.ready()
    // The zero byte separates the two parts.
    let text = Array(Of.collection.utf8) + [0] + Array(name.utf8)
    var hash = [UInt8](repeating: 0, count: 16)
    crypto_generichash(&hash, hash.count, text, UInt64(text.count), nil, 0)
    hash[6] = hash[6] & 0x0F | 0x80
    hash[8] = hash[8] & 0x3F | 0x80
    self.init(UUID(uuid: hash.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
  }
}

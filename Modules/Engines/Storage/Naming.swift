internal import CSodium
internal import FoundationEssentials
public import Kernel

extension ID where Of: Kept {
  /// For a record of which there is one for each name: the same on every device, so that two that make it make the same.
  /// It is the BLAKE2b hash of the collection and the name, as a UUID of version 8. The identifier lies on disk unsealed,
  /// and whoever knows the names can tell which of them are there; a name is a word of the program, never of a person.
  public init(named name: String) {
    Sodium.ready()
    // The nought keeps apart where one ends and the other begins.
    let text = Array(Of.collection.utf8) + [0] + Array(name.utf8)
    var hash = [UInt8](repeating: 0, count: 16)
    crypto_generichash(&hash, hash.count, text, UInt64(text.count), nil, 0)
    hash[6] = hash[6] & 0x0F | 0x80
    hash[8] = hash[8] & 0x3F | 0x80
    self.init(UUID(uuid: hash.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
  }
}

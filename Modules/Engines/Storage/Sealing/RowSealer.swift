internal import CSodium
internal import Kernel
internal import Platform

/// Seals rows of a database that is not a `Store`, as the store seals its records: XChaCha20-Poly1305, each text bound to
/// its table and its row's key, under a master key of its own.
///
/// Not Sendable: each connection has one.
public final class RowSealer {
  /// Where a sealed text belongs. It opens nowhere else.
  public struct Place: Equatable {
    let table: Int64
    let row: UUID

    /// `key` is the text of the row's key.
    public init(table: Int64, key: UnsafeRawBufferPointer) {
      self.table = table
      var name: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      withUnsafeMutableBytes(of: &name) { name in
        guard let start = name.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        crypto_generichash(
          start, name.count, key.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(key.count), nil, 0)
      }
      row = UUID(uuid: name)
    }
  }

  private let sealer: Sealer

  public init(_ key: MasterKey) { sealer = Sealer(key) }

  /// The number that stands for a table's name. It depends on nothing else, so a copy of the database opens elsewhere.
  public static func number(of table: String) -> Int64 {
    Sodium.ready()
    var number: Int64 = 0
    let name = Array(table.utf8)
    withUnsafeMutableBytes(of: &number) { out in
      var hash = [UInt8](repeating: 0, count: 16)
      crypto_generichash(&hash, hash.count, name, UInt64(name.count), nil, 0)
      out.copyBytes(from: hash.prefix(8))
    }
    return Int64(littleEndian: number)
  }

  public func seal(_ text: [UInt8], at place: Place) -> [UInt8] { sealer.seal(text, place.ofSeal) }

  /// Returns nil when the text was sealed with another key or for another place, or was changed. The buffer is valid
  /// until the next call.
  public func open(_ sealed: UnsafeRawBufferPointer, at place: Place) -> UnsafeRawBufferPointer? {
    sealer.open(sealed, place.ofSeal)
  }
}

extension RowSealer.Place {
  fileprivate var ofSeal: SealPlace { SealPlace(kind: .served, collection: Int(table), id: row) }
}

extension MasterKey {
  /// Tells keys apart without revealing them, for what was sealed to say with which.
  public var fingerprint: String { identity.hexadecimal }
}

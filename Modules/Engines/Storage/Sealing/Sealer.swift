internal import CSodium
internal import Platform

/// The identity of a sealed text, authenticated with it: it opens only under the same place.
struct SealPlace {
  enum Kind: UInt8 { case record = 1, base, outbox, reason, conflict, loser, held, served }

  var kind: Kind
  var collection: Int
  var id: UUID
  /// The version and instant of a record, so that an older text or a manipulated index does not open.
  var version: Int64 = 0
  var when: Double = 0
}

/// Seals rows with XChaCha20-Poly1305, each bound to its place. Without a key it stores them in the clear.
///
/// Not Sendable: its key is in locked memory that is freed with it, and its nonces are drawn in pools, since one call
/// for randomness costs as much as half a sealing.
final class Sealer {
  static let overhead = nonceLength + tagLength + 1
  private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagLength = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
  /// The first byte of every sealed text, the number of its key. Zero marks texts that are not sealed.
  private static let keyNumber: UInt8 = 1
  private static let pooled = 64

  private let key: UnsafeMutablePointer<UInt8>?
  private var nonces = [UInt8](repeating: 0, count: pooled * nonceLength)
  private var used = pooled
  /// The buffer into which texts are opened, one after another.
  private var opened = UnsafeMutableRawBufferPointer.allocate(byteCount: 8192, alignment: 16)
  private var associated = [UInt8](repeating: 0, count: 41)

  init(_ master: MasterKey?) {
    guard let master else {
      key = nil
      return
    }
    Sodium.ready()
    let locked = sodium_malloc(MasterKey.length)?.assumingMemoryBound(to: UInt8.self)
    precondition(locked != nil, "no memory for a key")
    master.derive(.rows) { locked?.update(from: $0, count: MasterKey.length) }
    key = locked
  }

  deinit {
    sodium_memzero(opened.baseAddress, opened.count)
    opened.deallocate()
    sodium_free(key)
  }

  func seal(_ text: [UInt8], _ place: SealPlace) -> [UInt8] {
    guard let key else { return [0] + text }
    if used == Sealer.pooled {
      randombytes_buf(&nonces, nonces.count)
      used = 0
    }
    write(place)
    let start = used * Sealer.nonceLength
    used += 1
    return [UInt8](unsafeUninitializedCapacity: text.count + Sealer.overhead) { out, count in
      nonces.withUnsafeBufferPointer { pool in
        guard let base = out.baseAddress, let pool = pool.baseAddress else { return }
        let nonce = pool + start
        base.pointee = Sealer.keyNumber
        (base + 1).update(from: nonce, count: Sealer.nonceLength)
        crypto_aead_xchacha20poly1305_ietf_encrypt(
          base + 1 + Sealer.nonceLength, nil, text, UInt64(text.count), associated, UInt64(associated.count), nil,
          nonce, key)
        count = text.count + Sealer.overhead
      }
    }
  }

  /// Returns nil when the text was not sealed with this key and place, or was changed. The buffer is valid until the
  /// next call.
  func open(_ sealed: UnsafeRawBufferPointer, _ place: SealPlace) -> UnsafeRawBufferPointer? {
    guard let first = sealed.first, let base = sealed.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      return nil
    }
    guard let key else { return first == 0 ? UnsafeRawBufferPointer(rebasing: sealed.dropFirst()) : nil }
    let length = sealed.count - Sealer.overhead
    guard first == Sealer.keyNumber, length >= 0 else { return nil }
    write(place)
    if opened.count < length {
      opened.deallocate()
      opened = .allocate(byteCount: length, alignment: 16)
    }
    let isGenuine = crypto_aead_xchacha20poly1305_ietf_decrypt(
      opened.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, nil, base + 1 + Sealer.nonceLength,
      UInt64(length + Sealer.tagLength), associated, UInt64(associated.count), base + 1, key)
    return isGenuine == 0 ? UnsafeRawBufferPointer(rebasing: opened.prefix(length)) : nil
  }

  func open(_ sealed: [UInt8], _ place: SealPlace) -> [UInt8]? {
    sealed.withUnsafeBytes { open($0, place).map { Array($0) } }
  }

  /// The hash of a group's identifier. Without a key it is the identifier itself.
  func grouping(_ group: UUID, _ collection: Int) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: 24)
    text.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: group.uuid, as: uuid_t.self)
      bytes.storeBytes(of: Int64(collection).littleEndian, toByteOffset: 16, as: Int64.self)
    }
    guard let key else { return text }
    var hash = [UInt8](repeating: 0, count: 16)
    crypto_generichash(&hash, hash.count, text, UInt64(text.count), key, MasterKey.length)
    return hash
  }

  private func write(_ place: SealPlace) {
    associated.withUnsafeMutableBytes { bytes in
      bytes[0] = place.kind.rawValue
      bytes.storeBytes(of: Int64(place.collection).littleEndian, toByteOffset: 1, as: Int64.self)
      bytes.storeBytes(of: place.id.uuid, toByteOffset: 9, as: uuid_t.self)
      bytes.storeBytes(of: place.version.littleEndian, toByteOffset: 25, as: Int64.self)
      bytes.storeBytes(of: place.when.bitPattern.littleEndian, toByteOffset: 33, as: UInt64.self)
    }
  }
}

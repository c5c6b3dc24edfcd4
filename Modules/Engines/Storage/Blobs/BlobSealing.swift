internal import CSodium

/// Encrypts a stream piece by piece, and hashes its content for the name. The end is authenticated too, so a truncated
/// stream is detected.
final class BlobSealing {
  static let piece = 64 << 10
  static let overhead = Int(crypto_secretstream_xchacha20poly1305_ABYTES)
  static let headerLength = Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES)

  private var state = crypto_secretstream_xchacha20poly1305_state()
  private let hash: UnsafeMutableRawPointer

  init(_ key: MasterKey) {
    Sodium.ready()
    hash = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
    _ = key.derive(.blobNames) {
      crypto_generichash_init(OpaquePointer(hash), $0, MasterKey.length, Blob.nameLength)
    }
  }

  deinit {
    sodium_memzero(&state, MemoryLayout.size(ofValue: state))
    sodium_memzero(hash, crypto_generichash_statebytes())
    hash.deallocate()
  }

  // MARK: Sealing

  func begin(_ key: MasterKey) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: BlobSealing.headerLength)
    _ = key.derive(.blobs) { crypto_secretstream_xchacha20poly1305_init_push(&state, &header, $0) }
    return header
  }

  func seal(_ piece: [UInt8], isLast: Bool) -> [UInt8] {
    crypto_generichash_update(OpaquePointer(hash), piece, UInt64(piece.count))
    var sealed = [UInt8](repeating: 0, count: piece.count + BlobSealing.overhead)
    let tag = isLast ? BlobSealing.last : 0
    crypto_secretstream_xchacha20poly1305_push(&state, &sealed, nil, piece, UInt64(piece.count), nil, 0, tag)
    return sealed
  }

  // MARK: Opening

  func resume(_ key: MasterKey, _ header: [UInt8]) -> Bool {
    header.count == BlobSealing.headerLength
      && key.derive(.blobs) { crypto_secretstream_xchacha20poly1305_init_pull(&state, header, $0) } == 0
  }

  func open(_ sealed: [UInt8]) -> (piece: [UInt8], isLast: Bool)? {
    guard sealed.count >= BlobSealing.overhead else { return nil }
    var piece = [UInt8](repeating: 0, count: sealed.count - BlobSealing.overhead)
    var tag: UInt8 = 0
    let code = crypto_secretstream_xchacha20poly1305_pull(
      &state, &piece, nil, &tag, sealed, UInt64(sealed.count), nil, 0)
    guard code == 0 else { return nil }
    crypto_generichash_update(OpaquePointer(hash), piece, UInt64(piece.count))
    return (piece, tag == BlobSealing.last)
  }

  func name() -> [UInt8] {
    var name = [UInt8](repeating: 0, count: Blob.nameLength)
    crypto_generichash_final(OpaquePointer(hash), &name, name.count)
    return name
  }

  /// Push and rekey; libsodium's header defines it as an expression that Swift does not import.
  private static let last: UInt8 = 3
}

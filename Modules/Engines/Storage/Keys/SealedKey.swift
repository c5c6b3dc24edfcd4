internal import CSodium
internal import Kernel

/// The contents of a lock's file: mark, identities of the device's and the store's key, cost, salt, nonce, the store's key
/// sealed with passcode and device, and optionally nonce and key once more, sealed with a released secret.
struct SealedKey: Equatable {
  private static let mark = Array("troupe-lock-1".utf8)
  private static let identityLength = 16
  private static let saltLength = Int(crypto_pwhash_SALTBYTES)
  private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let boxLength =
    nonceLength + MasterKey.length + Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
  private static var headLength: Int { mark.count + 2 * identityLength + 16 + saltLength }

  /// Authenticated with the sealed key, so that the cost cannot be lowered.
  private let head: [UInt8]
  private let box: [UInt8]
  /// The key sealed with a released secret: nonce and text.
  var released: [UInt8]?

  /// Seals `key`. The cost is that of each guess at the passcode.
  init(
    _ key: MasterKey, _ passcode: Redacted<String>, with device: MasterKey, _ cost: WrappedKey.Cost
  ) throws(Problem) {
    Sodium.ready()
    var salt = [UInt8](repeating: 0, count: SealedKey.saltLength)
    randombytes_buf(&salt, salt.count)
    head = SealedKey.mark + device.identity + key.identity + cost.bytes + salt
    let wrapping = try SealedKey.wrapping(passcode, device, cost, salt)
    box = SealedKey.seal(key, with: wrapping, head)
  }

  /// Reads the contents of a file; nil for a file that is none.
  init?(_ file: [UInt8]) {
    let (least, box) = (SealedKey.headLength + SealedKey.boxLength, SealedKey.boxLength)
    guard file.starts(with: SealedKey.mark), file.count == least || file.count == least + box else { return nil }
    head = Array(file.prefix(SealedKey.headLength))
    self.box = Array(file[SealedKey.headLength..<least])
    released = file.count > least ? Array(file[least...]) : nil
    guard WrappedKey.Cost(cost) != nil else { return nil }
  }

  var bytes: [UInt8] { head + box + (released ?? []) }

  var device: [UInt8] { identity(0) }
  var store: [UInt8] { identity(1) }

  /// Returns the store's key. Throws `wrong-passcode` if the passcode is another, or the file was changed.
  func open(_ passcode: Redacted<String>, with device: MasterKey) throws(Problem) -> MasterKey {
    guard let cost = WrappedKey.Cost(cost) else { throw SealedKey.wrong }
    let wrapping = try SealedKey.wrapping(passcode, device, cost, Array(head.suffix(SealedKey.saltLength)))
    guard let key = SealedKey.open(box, with: wrapping, head) else { throw SealedKey.wrong }
    return key
  }

  private var cost: ArraySlice<UInt8> { head.dropFirst(SealedKey.mark.count + 2 * SealedKey.identityLength).prefix(16) }

  private func identity(_ number: Int) -> [UInt8] {
    Array(head.dropFirst(SealedKey.mark.count + number * SealedKey.identityLength).prefix(SealedKey.identityLength))
  }

  private static let wrong = Problem(
    "wrong-passcode", "That is not the passcode.", safe: "Nothing was changed.", remedy: "Try again.")

  /// Derives a key from the passcode, slowly on purpose, and mixes the device's key in.
  private static func wrapping(
    _ passcode: Redacted<String>, _ device: MasterKey, _ cost: WrappedKey.Cost, _ salt: [UInt8]
  ) throws(Problem) -> MasterKey {
    var hashed = try WrappedKey.hashed(passcode, cost, salt: salt)
    defer { hashed.wipe() }
    return MasterKey.with { room in
      _ = device.read {
        crypto_generichash(room, MasterKey.length, hashed, UInt64(hashed.count), $0, MasterKey.length)
      }
    }
  }

  static func seal(_ key: MasterKey, with wrapping: MasterKey, _ head: [UInt8] = mark) -> [UInt8] {
    Sodium.ready()
    var nonce = [UInt8](repeating: 0, count: nonceLength)
    randombytes_buf(&nonce, nonce.count)
    var sealed = [UInt8](repeating: 0, count: boxLength - nonceLength)
    wrapping.read { wrapping in
      _ = key.read { key in
        crypto_aead_xchacha20poly1305_ietf_encrypt(
          &sealed, nil, key, UInt64(MasterKey.length), head, UInt64(head.count), nil, nonce, wrapping)
      }
    }
    return nonce + sealed
  }

  /// Returns nil when the box was sealed with another key, or was changed.
  static func open(_ box: [UInt8], with wrapping: MasterKey, _ head: [UInt8] = mark) -> MasterKey? {
    Sodium.ready()
    guard box.count == boxLength else { return nil }
    let (nonce, sealed) = (Array(box.prefix(nonceLength)), Array(box.dropFirst(nonceLength)))
    var code: Int32 = -1
    let key = MasterKey.with { room in
      code = wrapping.read {
        crypto_aead_xchacha20poly1305_ietf_decrypt(
          room, nil, nil, sealed, UInt64(sealed.count), head, UInt64(head.count), nonce, $0)
      }
    }
    return code == 0 ? key : nil
  }
}

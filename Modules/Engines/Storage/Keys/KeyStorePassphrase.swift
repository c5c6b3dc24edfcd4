internal import CSodium
public import Kernel

extension KeyStore {
  /// Stores the key in a file sealed with a passphrase, from which Argon2id derives a key, slowly on purpose.
  public static func passphrase(_ passphrase: Redacted<String>, file path: String) -> KeyStore {
    KeyStore.passphrase(passphrase, file: path, cost: .moderate)
  }

  static func passphrase(_ passphrase: Redacted<String>, file path: String, cost: WrappedKey.Cost) -> KeyStore {
    let file = KeyFile(path: path)
    return KeyStore(
      load: { () throws(Problem) in
        guard let bytes = try file.read() else { return nil }
        return try WrappedKey.open(bytes, passphrase)
      },
      keep: { key throws(Problem) in try file.replace(with: WrappedKey.wrap(key, passphrase, cost)) })
  }
}

/// A master key sealed with a passphrase: mark, cost, salt, nonce, sealed key. The fields before the key are
/// authenticated, so that the cost cannot be lowered.
enum WrappedKey {
  struct Cost: Equatable {
    var operations: UInt64
    var memory: UInt64

    static var moderate: Cost {
      Cost(
        operations: UInt64(crypto_pwhash_OPSLIMIT_MODERATE), memory: UInt64(crypto_pwhash_MEMLIMIT_MODERATE))
    }
    /// Memory that a phone has to spare, for a passcode that is typed often: 64 MiB.
    static var interactive: Cost {
      Cost(
        operations: UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE), memory: UInt64(crypto_pwhash_MEMLIMIT_INTERACTIVE))
    }
    /// The minimum that libsodium allows, for tests.
    static var least: Cost {
      Cost(operations: UInt64(crypto_pwhash_OPSLIMIT_MIN), memory: UInt64(crypto_pwhash_MEMLIMIT_MIN))
    }
  }

  private static let mark = Array("troupe-key-1".utf8)
  private static let saltLength = Int(crypto_pwhash_SALTBYTES)
  private static let nonceLength = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let sealedLength = MasterKey.length + Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
  private static var headLength: Int { mark.count + 16 + saltLength + nonceLength }

  static func wrap(_ key: MasterKey, _ passphrase: Redacted<String>, _ cost: Cost) throws(Problem) -> [UInt8] {
    Sodium.ready()
    var random = [UInt8](repeating: 0, count: saltLength + nonceLength)
    randombytes_buf(&random, random.count)
    let head = mark + cost.bytes + random
    var wrapping = try hashed(passphrase, cost, salt: Array(random.prefix(saltLength)))
    defer { wrapping.wipe() }
    var sealed = [UInt8](repeating: 0, count: sealedLength)
    _ = key.read {
      crypto_aead_xchacha20poly1305_ietf_encrypt(
        &sealed, nil, $0, UInt64(MasterKey.length), head, UInt64(head.count), nil, Array(random.suffix(nonceLength)),
        wrapping)
    }
    return head + sealed
  }

  static func open(_ file: [UInt8], _ passphrase: Redacted<String>) throws(Problem) -> MasterKey {
    Sodium.ready()
    let head = Array(file.prefix(headLength))
    let numbers = Array(head.dropFirst(mark.count))
    guard file.count == headLength + sealedLength, head.starts(with: mark) else { throw damaged }
    guard let cost = Cost(numbers[0..<16]) else { throw damaged }
    var wrapping = try hashed(passphrase, cost, salt: Array(numbers[16..<16 + saltLength]))
    defer { wrapping.wipe() }
    var code: Int32 = -1
    let key = MasterKey.with {
      code = crypto_aead_xchacha20poly1305_ietf_decrypt(
        $0, nil, nil, Array(file.suffix(sealedLength)), UInt64(sealedLength), head, UInt64(head.count),
        Array(head.suffix(nonceLength)), wrapping)
    }
    guard code == 0 else {
      throw Problem(
        "wrong-passphrase", "The passphrase does not open the key.", safe: "Nothing was changed.",
        remedy: "Try again. Without it nobody can open what was sealed, and we cannot either.")
    }
    return key
  }

  private static let damaged = Problem(
    "damaged-key", "The key's file is damaged.", safe: "Nothing was changed.", remedy: "Restore it from a copy.")

  static func hashed(_ passphrase: Redacted<String>, _ cost: Cost, salt: [UInt8]) throws(Problem) -> [UInt8] {
    let words = passphrase.revealed
    guard (1...1024).contains(words.utf8.count) else {
      throw Problem(
        "bad-passphrase", "A passphrase has 1 to 1024 bytes.", safe: "Nothing was changed.", remedy: "Choose another.")
    }
    var key = [UInt8](repeating: 0, count: MasterKey.length)
    let code = crypto_pwhash(
      &key, UInt64(key.count), words, UInt64(words.utf8.count), salt, cost.operations, Int(cost.memory),
      crypto_pwhash_ALG_ARGON2ID13)
    guard code == 0 else {
      throw Problem(
        "no-memory", "There is not enough memory to open the key.", safe: "Nothing was changed.",
        remedy: "Close something, then try again.")
    }
    return key
  }

}

extension WrappedKey.Cost {
  /// Reads the cost from 16 bytes. Nil for one that demands excessive work or memory.
  init?(_ bytes: ArraySlice<UInt8>) {
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(operations: number(bytes.prefix(8)), memory: number(bytes.dropFirst(8)))
    guard bytes.count == 16, operations <= 64, memory <= 1 << 30 else { return nil }
  }

  var bytes: [UInt8] {
    [operations, memory].flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
  }
}

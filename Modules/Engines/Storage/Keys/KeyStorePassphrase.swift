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
    let head = mark + bytes(cost.operations) + bytes(cost.memory) + random
    let wrapping = try hashed(passphrase, cost, salt: Array(random.prefix(saltLength)))
    var sealed = [UInt8](repeating: 0, count: sealedLength)
    crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, key.revealed, UInt64(MasterKey.length), head, UInt64(head.count), nil,
      Array(random.suffix(nonceLength)), wrapping)
    return head + sealed
  }

  static func open(_ file: [UInt8], _ passphrase: Redacted<String>) throws(Problem) -> MasterKey {
    Sodium.ready()
    let head = Array(file.prefix(headLength))
    let numbers = Array(head.dropFirst(mark.count))
    guard file.count == headLength + sealedLength, head.starts(with: mark) else { throw damaged }
    let cost = Cost(operations: number(numbers[0..<8]), memory: number(numbers[8..<16]))
    // Refuses a file that demands excessive work or memory.
    guard cost.operations <= 64, cost.memory <= 1 << 30 else { throw damaged }
    let wrapping = try hashed(passphrase, cost, salt: Array(numbers[16..<16 + saltLength]))
    var key = [UInt8](repeating: 0, count: MasterKey.length)
    let code = crypto_aead_xchacha20poly1305_ietf_decrypt(
      &key, nil, nil, Array(file.suffix(sealedLength)), UInt64(sealedLength), head, UInt64(head.count),
      Array(head.suffix(nonceLength)), wrapping)
    guard code == 0 else {
      throw Problem(
        "wrong-passphrase", "The passphrase does not open the key.", safe: "Nothing was changed.",
        remedy: "Try again. Without it nobody can open what was sealed, and we cannot either.")
    }
    return try MasterKey(key)
  }

  private static let damaged = Problem(
    "damaged-key", "The key's file is damaged.", safe: "Nothing was changed.", remedy: "Restore it from a copy.")

  private static func hashed(_ passphrase: Redacted<String>, _ cost: Cost, salt: [UInt8]) throws(Problem) -> [UInt8] {
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

  private static func bytes(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

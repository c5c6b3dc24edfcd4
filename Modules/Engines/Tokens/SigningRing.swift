internal import JSON
internal import Kernel

/// The asymmetric keys of a project: at most one key pair, which signs, and the public halves of former ones.
struct SigningRing: Sendable {
  /// A public key, and when another began to sign in its place, in seconds since 1970; nil while it signs.
  struct Key: Sendable {
    let jwk: JSON
    let publicKey: PublicKey
    var retired: Int?
  }

  /// As many as a key set may have.
  static let most = KeySet.most
  /// Seconds for which a former key stays, at least: its tokens have ended long since.
  static let leastKept = 86_400

  /// The key pair that signs; nil while the secret of the project signs.
  private(set) var signing: PrivateKey?
  private(set) var keys: [Key] = []
  /// When a key pair began to sign in place of the secret; nil while the secret signs.
  private(set) var secretRetired: Int?

  func key(_ id: String?) -> Key? { keys.first { $0.publicKey.id == id } }

  /// Makes a new key pair sign from now on, or the secret of the project when there is none. Throws when too many former
  /// keys are still needed.
  mutating func sign(with key: PrivateKey?, at now: Int) throws(Problem) {
    for index in keys.indices where keys[index].retired == nil { keys[index].retired = now }
    secretRetired = key == nil ? nil : secretRetired ?? now
    signing = key
    guard let key else { return }
    guard let publicKey = PublicKey(key.jwk) else { throw PrivateKey.failed }
    while keys.count >= SigningRing.most {
      guard let oldest = keys.first?.retired, oldest + SigningRing.leastKept <= now else { throw SigningRing.full }
      keys.removeFirst()
    }
    keys.append(Key(jwk: key.jwk, publicKey: publicKey))
  }

  private static let full = Problem(
    "too-many-keys", "The keys were renewed \(most) times within a day.", safe: "Nothing was changed.",
    remedy: "Renew them tomorrow: tokens of the oldest may still be in use.")
}

// MARK: - The file

extension SigningRing {
  init?(_ json: JSON) {
    guard json["version"] == 1, let listed = json["keys"]?.array, listed.count <= SigningRing.most else { return nil }
    for entry in listed {
      guard let jwk = entry["jwk"], let publicKey = PublicKey(jwk), publicKey.id != nil else { return nil }
      keys.append(Key(jwk: jwk, publicKey: publicKey, retired: SigningRing.instant(entry["retired"])))
    }
    secretRetired = SigningRing.instant(json["secret_retired"])
    guard let pem = json["signs"]?.string else { return }
    guard let key = try? PrivateKey(pem: pem), self.key(key.id)?.retired == nil, self.key(key.id) != nil else {
      return nil
    }
    signing = key
  }

  var json: JSON {
    [
      "version": 1, "signs": signing?.pem.map { .string($0) } ?? .null,
      "secret_retired": SigningRing.instant(secretRetired),
      "keys": .array(keys.map { ["jwk": $0.jwk, "retired": SigningRing.instant($0.retired)] }),
    ]
  }

  private static func instant(_ value: JSON?) -> Int? { value?.number.flatMap { Int(exactly: $0.rounded(.down)) } }

  private static func instant(_ seconds: Int?) -> JSON { seconds.map { .number(Double($0)) } ?? .null }
}

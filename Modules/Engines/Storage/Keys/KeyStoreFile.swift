internal import Kernel

extension KeyStore {
  /// Stores the key in a file that only its owner can read. That protects a copy of the store, not a compromised
  /// machine.
  public static func file(_ path: String) -> KeyStore {
    let file = KeyFile(path: path)
    return KeyStore(
      load: { () throws(Problem) in
        guard var bytes = try file.read() else { return nil }
        defer { bytes.wipe() }
        return try MasterKey(bytes)
      },
      keep: { key throws(Problem) in
        var bytes = key.revealed
        defer { bytes.wipe() }
        try file.replace(with: bytes)
      })
  }
}

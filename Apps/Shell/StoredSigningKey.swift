public import Kernel
public import Signing

extension SigningKey {
  /// Returns the key of that name from the folder, readable by its owner only; creates it when it does not exist.
  public static func kept(as name: String, in folder: OwnFolder) throws(Problem) -> SigningKey {
    if let bytes = try folder.bytes(of: name) { return try SigningKey(bytes) }
    // Of two processes that start together, each creates a key and both use the one written first.
    let fresh = try SigningKey.random()
    let isFirst = try folder.create(name, with: fresh.revealed)
    return isFirst ? fresh : try SigningKey(try folder.bytes(of: name) ?? [])
  }
}

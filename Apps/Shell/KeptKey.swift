public import Kernel
public import Signing

extension SigningKey {
  /// The key of that name in the folder, where only its owner can read it; made now when there is none yet.
  public static func kept(as name: String, in folder: OwnFolder) throws(Problem) -> SigningKey {
    if let bytes = try folder.bytes(of: name) { return try SigningKey(bytes) }
    // Two processes that start together make one each, and both go on with the one that was there first.
    let fresh = try SigningKey.random()
    let isFirst = try folder.create(name, with: fresh.revealed)
    return isFirst ? fresh : try SigningKey(try folder.bytes(of: name) ?? [])
  }
}

/// The address of a project and its public key.
public struct Project: Sendable, Hashable {
  /// For example `https://project.example.org`, without a trailing slash.
  public let address: String
  /// The public API key, contained in every copy of an app.
  public let key: String

  public init(address: String, key: String) {
    self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
    self.key = key
  }
}

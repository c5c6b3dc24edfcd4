/// Where a server is met, and by which key it knows the program.
public struct Project: Sendable, Hashable {
  /// Such as `https://project.example.org`, without a slash at its end.
  public let address: String
  /// The public key, which is in every copy of an app.
  public let key: String

  public init(address: String, key: String) {
    self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
    self.key = key
  }
}

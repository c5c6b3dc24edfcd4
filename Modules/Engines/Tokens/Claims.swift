public import JSON

/// The claims of a token. Times are in seconds since 1970.
public struct Claims: Sendable, Hashable {
  public var subject: String?
  public var audience: [String] = []
  public var issuer: String?
  public var expires: Int?
  public var issued: Int?
  public var notBefore: Int?
  public var role: String?
  public var session: String?
  public var email: String?
  public var phone: String?
  /// The authenticator assurance level: `aal1` for one factor.
  public var assurance: String?
  public var methods: [Method] = []
  public var appMetadata: JSON?
  public var userMetadata: JSON?
  public var isAnonymous: Bool?
  /// All other claims.
  public var others: [String: JSON] = [:]

  /// One authentication method, with the time it was used.
  public struct Method: Sendable, Hashable {
    public let name: String
    public let at: Int

    public init(_ name: String, at: Int) {
      self.name = name
      self.at = at
    }
  }

  public init() {}
}

public import JSON

/// What a token says about whoever shows it. Times are in seconds since 1970.
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
  /// How sure the sign-in was: `aal1` for one factor.
  public var assurance: String?
  public var methods: [Method] = []
  public var appMetadata: JSON?
  public var userMetadata: JSON?
  public var isAnonymous: Bool?
  /// Whatever else it says.
  public var others: [String: JSON] = [:]

  /// One way in which somebody proved who they are, and when.
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

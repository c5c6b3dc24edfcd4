internal import COpenSSL
public import Kernel

/// The two API keys of a project: long-lived tokens without a person. The same secret always makes the same two.
public struct ProjectKeys: Sendable {
  /// The public key, shipped with apps.
  public let anon: String
  /// The operator's key, exempt from policies.
  public let service: String

  /// 2024-01-01 and 2100-01-01.
  private static let (issued, expires) = (1_704_067_200, 4_102_444_800)

  public init(_ key: TokenKey) throws(Problem) {
    anon = try key.token(ProjectKeys.claims(.anonymous))
    service = try key.token(ProjectKeys.claims(.service))
  }

  /// Returns the role of a project key. Compares the text alone, which is faster than verifying the token.
  func caller(_ text: String) -> Caller? {
    if ProjectKeys.isSame(text, anon) { return .anonymous }
    if ProjectKeys.isSame(text, service) { return .service }
    return nil
  }

  private static func claims(_ role: Caller.Role) -> Claims {
    var claims = Claims()
    claims.issuer = "troupe"
    claims.role = role.rawValue
    claims.issued = issued
    claims.expires = expires
    return claims
  }

  /// Compares in constant time.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        left.count == right.count && CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
      }
    }
  }
}

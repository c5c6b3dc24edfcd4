internal import COpenSSL
public import Kernel

/// The two keys of a project, as its apps and its owner hold them: tokens without a person that hold for long. The same
/// secret always makes the same two.
public struct ProjectKeys: Sendable {
  /// For everybody: what an app is delivered with.
  public let anon: String
  /// For whoever runs the server: no policy holds for it.
  public let service: String

  /// 2024-01-01 and 2100-01-01.
  private static let (issued, expires) = (1_704_067_200, 4_102_444_800)

  public init(_ key: TokenKey) throws(Problem) {
    anon = try key.token(ProjectKeys.claims(.anonymous))
    service = try key.token(ProjectKeys.claims(.service))
  }

  /// Whose key that is. Told by the text alone, which is faster than to check what it says.
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

  /// Takes as long for the first byte that differs as for the last.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        left.count == right.count && CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
      }
    }
  }
}

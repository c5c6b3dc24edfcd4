public import JSON
public import Kernel

/// Who somebody is, as a provider has proved it.
public struct Identity: Sendable, Hashable {
  public let provider: String
  /// The person at this provider, for ever; an e-mail address is not.
  public let subject: String
  public let email: String?
  /// Whether the provider has seen that the address is theirs. Only then may it lead to an account that is there.
  public let isEmailVerified: Bool
  public private(set) var name: String?
  public let picture: String?
  /// What else the provider said, for `identity_data`.
  public private(set) var claims: [String: JSON]
  /// The provider's own tokens, where a code was exchanged.
  public var accessToken: Redacted<String>?
  public var refreshToken: Redacted<String>?

  init(of provider: String, claims: [String: JSON]) throws(Problem) {
    guard let subject = claims["sub"]?.string, 1...255 ~= subject.utf8.count else {
      throw .idToken("subject", "it names nobody")
    }
    self.provider = provider
    self.subject = subject
    email = claims["email"]?.string.flatMap { 3...254 ~= $0.utf8.count ? $0 : nil }
    // Apple once wrote it as a text.
    isEmailVerified = email != nil && (claims["email_verified"] == true || claims["email_verified"] == "true")
    name = Identity.short(claims["name"]?.string)
    picture = Identity.short(claims["picture"]?.string, 2_000).flatMap { $0.hasPrefix("https://") ? $0 : nil }
    self.claims = claims
  }

  static func short(_ text: String?, _ most: Int = 200) -> String? {
    guard let text, 1...most ~= text.utf8.count,
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { return nil }
    return text
  }

  mutating func call(_ name: String?) {
    guard let name else { return }
    self.name = name
    claims["name"] = .string(name)
  }

  /// What Apple says of a name: only once, and by way of the browser, so it is a name and no proof.
  static func appleName(_ user: String?) -> String? {
    guard let user, user.utf8.count <= 4_096, let name = (try? JSON(bytes: Array(user.utf8), deepest: 8))?["name"]
    else {
      return nil
    }
    let parts = [name["firstName"]?.string, name["lastName"]?.string].compactMap { short($0) }
    return short(parts.joined(separator: " "))
  }
}

extension Problem {
  static func idToken(_ what: String, _ why: String) -> Problem {
    Problem(
      "id-token-\(what)", "The sign-in token of the provider does not hold: \(why).", safe: "Nobody was signed in.",
      remedy: "Sign in again.")
  }
}

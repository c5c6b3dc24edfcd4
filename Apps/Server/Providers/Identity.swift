public import JSON
public import Kernel

/// The identity of a user, verified by a provider.
public struct Identity: Sendable, Hashable {
  public let provider: String
  /// The user's permanent identifier at the provider; an e-mail address is not permanent.
  public let subject: String
  public let email: String?
  /// Whether the provider has verified the address. Only a verified address may be linked to an existing account.
  public let isEmailVerified: Bool
  public private(set) var name: String?
  public let picture: String?
  /// All claims, for `identity_data`.
  public private(set) var claims: [String: JSON]
  /// The provider's tokens, after the exchange of a code.
  public var accessToken: Redacted<String>?
  public var refreshToken: Redacted<String>?

  init(of provider: String, claims: [String: JSON]) throws(Problem) {
    guard let subject = claims["sub"]?.string, 1...255 ~= subject.utf8.count else {
      throw .idToken("subject", "it names nobody")
    }
    self.provider = provider
    self.subject = subject
    email = claims["email"]?.string.flatMap { 3...254 ~= $0.utf8.count ? $0 : nil }
    // Apple has sent it as a string.
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

  /// The name in the form from Apple. It is sent only once and through the browser, so it is unverified.
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
      "id-token-\(what)", "The provider's sign-in token is not valid: \(why).", safe: "You were not signed in.",
      remedy: "Sign in again.")
  }
}

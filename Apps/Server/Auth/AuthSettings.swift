/// How accounts work on one server. What is not said is as the real service has it.
public struct AuthSettings: Sendable {
  /// Where this service is reached from outside, without a slash at the end: `http://127.0.0.1:54321/auth/v1`. It is
  /// also the issuer of its tokens.
  public var url: String
  /// Where people are sent who name no other place.
  public var siteURL: String
  /// Where else people may be sent: `https://*.example.org/**`, `myapp://done`, or a scheme of an app's own, `myapp://`.
  public var allowedRedirects: [String] = []

  /// Whether an address counts only once a mail to it was answered. Without a mail server it counts at once.
  public var confirmsEmail = false
  /// Whether a change of address needs the old one's word too.
  public var changesEmailSecurely = true
  public var allowsSignUp = true
  public var allowsAnonymous = true
  public var allowsCodes = true
  /// Whether a new password needs a code by mail first.
  public var needsReauthentication = false

  public var leastPassword = 6
  /// Of each of these a password must have one character.
  public var requiredCharacters: [String] = []

  /// In seconds, all of them: an access token, a used refresh token's grace, a code or link, a code of PKCE, a visit to a
  /// provider, and a session; nil is for ever.
  public var tokenLife = 3600
  public var reuseInterval = 10
  public var codeLife = 3600
  public var flowLife = 300
  public var stateLife = 600
  public var sessionLife: Int?

  /// After so many wrong codes the right one counts no more.
  public var codeAttempts = 5
  /// How many may ask at the same time with one refresh token.
  public var refreshesAtOnce = 8
  public var rates = Rates()

  public init(url: String, siteURL: String) {
    self.url = url
    self.siteURL = siteURL
  }
}

/// The settings of accounts on one server. The defaults are those of the original service.
public struct AuthSettings: Sendable {
  /// The public address of this service, without a trailing slash: `http://127.0.0.1:54321/auth/v1`. Also the issuer of
  /// its tokens.
  public var url: String
  /// The default redirect.
  public var siteURL: String
  /// Further allowed redirects: `https://*.example.org/**`, `myapp://done`, or an app's whole scheme, `myapp://`.
  public var allowedRedirects: [String] = []

  /// Whether an e-mail address must be confirmed by mail. Requires a mail server.
  public var confirmsEmail = false
  /// Whether the old address must confirm a change of address too.
  public var changesEmailSecurely = true
  public var allowsSignUp = true
  public var allowsAnonymous = true
  public var allowsCodes = true

  public var leastPassword = 6
  /// Sets of characters; a password must contain one character of each.
  public var requiredCharacters: [String] = []

  /// Lifetimes in seconds: an access token, the grace period of a used refresh token, a code or link, a PKCE code, a
  /// sign-in with a provider, and a session; nil is unlimited.
  public var tokenLife = 3600
  public var reuseInterval = 10
  public var codeLife = 3600
  public var flowLife = 300
  public var stateLife = 600
  public var sessionLife: Int?

  /// Seconds for which something that an account was granted may outlive a token: a signed address for an upload.
  public var grantLife = 7200

  /// Seconds between the request to delete an account and its erasing, for which a sign-in proves who asks to delete it or
  /// to change its password or address, and for which the certificate can be fetched.
  public var deletionDelay = 14 * 86_400
  public var recentSignIn = 600
  public var certificateLife = 180 * 86_400

  /// The number of wrong attempts that invalidates a code.
  public var codeAttempts = 5
  /// The number of concurrent requests with one refresh token.
  public var refreshesAtOnce = 8
  public var rates = Rates()

  public init(url: String, siteURL: String) {
    self.url = url
    self.siteURL = siteURL
  }
}

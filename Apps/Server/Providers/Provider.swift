public import Kernel

/// The configuration of a sign-in provider: Apple, Google, or any that supports OpenID Connect.
public struct Provider: Sendable {
  /// The name in client requests: `apple`, `google`, `keycloak`.
  public let name: String
  /// The issuer, exactly as in its tokens.
  public let issuer: String
  /// The client identifiers: the first for browsers, the others for native apps.
  public let clients: [String]
  public let secret: ProviderSecret?
  /// The scopes requested besides `openid`.
  public var scopes = ["email", "profile"]
  /// Whether it may be on this machine or in a private network, and on this machine without TLS.
  public var mayBePrivate = false
  /// Whether tokens from native apps need no nonce. Only for libraries that cannot set one.
  public var skipsNonce = false

  public init(_ name: String, issuer: String, clients: [String], secret: ProviderSecret? = nil) throws(Problem) {
    let isName =
      1...40 ~= name.utf8.count
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
          UInt8(ascii: "-"), UInt8(ascii: ":"):
          true
        default: false
        }
      }
    guard isName, 1...20 ~= clients.count, clients.allSatisfy({ 1...200 ~= $0.utf8.count }),
      issuer.hasPrefix("https://") || issuer.hasPrefix("http://"),
      issuer.utf8.count <= 500, !issuer.contains("?"), !issuer.contains("#")
    else {
      throw Problem(
        "provider-setting", "The provider “\(name.prefix(40))” needs a lowercase name, an issuer and a client.",
        safe: "Signing in with it is not possible.", remedy: "Correct its settings.")
    }
    self.name = name
    self.issuer = issuer
    self.clients = clients
    self.secret = secret
  }

  /// `clients` are the Services ID for browsers, then the bundle identifiers of apps.
  public static func apple(clients: [String], secret: ProviderSecret?) throws(Problem) -> Provider {
    var apple = try Provider("apple", issuer: "https://appleid.apple.com", clients: clients, secret: secret)
    apple.scopes = ["name", "email"]
    return apple
  }

  public static func google(clients: [String], secret: String?) throws(Problem) -> Provider {
    try Provider(
      "google", issuer: "https://accounts.google.com", clients: clients,
      secret: secret.map { .text(Redacted($0)) })
  }

  var isApple: Bool { issuer == "https://appleid.apple.com" }

  /// The issuers that its tokens may name.
  var issuers: [String] {
    issuer == "https://accounts.google.com" ? [issuer, "accounts.google.com"] : [issuer]
  }

  /// The address of its metadata.
  var discovery: String {
    (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
  }
}

/// The credential with which the server authenticates to a provider.
public enum ProviderSecret: Sendable {
  case text(Redacted<String>)
  /// A key with which a secret is signed for Apple: the team, the key's identifier, and the key as PEM (a `.p8`).
  case apple(team: String, keyID: String, key: Redacted<String>)
}

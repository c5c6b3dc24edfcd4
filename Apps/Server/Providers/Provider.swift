public import Kernel

/// Somebody whom people already know and who says who they are: Apple, Google, or whoever speaks OpenID Connect.
public struct Provider: Sendable {
  /// As clients name it: `apple`, `google`, `keycloak`.
  public let name: String
  /// Exactly as its tokens name it.
  public let issuer: String
  /// The identifiers under which it knows us: the first in a browser, the others as native apps have them.
  public let clients: [String]
  public let secret: ProviderSecret?
  /// What is asked of it besides `openid`.
  public var scopes = ["email", "profile"]
  /// Whether it may lie on this machine or in its own network, without TLS on this machine.
  public var mayBePrivate = false
  /// Whether tokens from native apps need no nonce. Only for those whose libraries cannot set one.
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
        "provider-setting", "The provider “\(name.prefix(40))” needs a name in small letters, its issuer and a client.",
        safe: "Nobody signs in with it.", remedy: "Correct its settings.")
    }
    self.name = name
    self.issuer = issuer
    self.clients = clients
    self.secret = secret
  }

  /// `clients`: the Services ID for browsers, then the bundle identifiers of apps.
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

  /// How its tokens may name it.
  var issuers: [String] {
    issuer == "https://accounts.google.com" ? [issuer, "accounts.google.com"] : [issuer]
  }

  /// Where it says how it is spoken with.
  var discovery: String {
    (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
  }
}

/// How a provider knows that it is us who ask.
public enum ProviderSecret: Sendable {
  case text(Redacted<String>)
  /// Apple has no secret but a key, by which we sign one: the team, the key's identifier, and the key as PEM (a `.p8`).
  case apple(team: String, keyID: String, key: Redacted<String>)
}

internal import JSON
internal import Kernel

/// The metadata of a provider (OpenID Connect Discovery 1.0): the endpoints for authorization, tokens, keys and user
/// information.
struct Discovery: Sendable, Hashable {
  let authorize: String
  let token: String
  let keys: String
  let person: String?
  let challengeMethods: [String]?
  let secretMethods: [String]?

  /// Parses the metadata. Addresses must use TLS; addresses on this machine may do without if the provider allows it.
  init(_ bytes: [UInt8], of provider: Provider) throws(Problem) {
    guard let document = try? JSON(bytes: bytes, deepest: 16) else {
      throw .discovery(provider, "what it says of itself is no JSON")
    }
    // Otherwise one provider could impersonate another.
    guard document["issuer"]?.string == provider.issuer else {
      throw .discovery(provider, "it calls itself by another name than the one in its settings")
    }
    func address(_ name: String) throws(Problem) -> String? {
      guard let text = document[name]?.string else { return nil }
      guard Discovery.isSafe(text, for: provider) else { throw .discovery(provider, "it names an address without TLS") }
      return text
    }
    guard let authorize = try address("authorization_endpoint"), let token = try address("token_endpoint"),
      let keys = try address("jwks_uri")
    else { throw .discovery(provider, "it does not say where to ask") }
    (self.authorize, self.token, self.keys) = (authorize, token, keys)
    person = try address("userinfo_endpoint")
    challengeMethods = document["code_challenge_methods_supported"]?.array?.compactMap(\.string)
    secretMethods = document["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string)
  }

  static func isSafe(_ address: String, for provider: Provider) -> Bool {
    guard address.utf8.count <= 2_000, address.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), !address.contains("#") else {
      return false
    }
    if address.hasPrefix("https://") { return true }
    guard provider.mayBePrivate, address.hasPrefix("http://") else { return false }
    let host = address.dropFirst(7).prefix { !"/?:".contains($0) }
    return host == "127.0.0.1" || host == "localhost"
  }

  /// Whether to send a code challenge (RFC 7636). Providers that do not mention it get one, except Apple, which is
  /// known not to support it.
  func challenges(_ provider: Provider) -> Bool { challengeMethods?.contains("S256") ?? !provider.isApple }

  /// Whether the client secret is sent in the form rather than in a header.
  var putsSecretInForm: Bool { secretMethods?.contains("client_secret_post") ?? false }
}

extension Problem {
  static func discovery(_ provider: Provider, _ why: String) -> Problem {
    Problem(
      "provider-discovery", "Signing in with \(provider.name) does not work: \(why).", safe: "You were not signed in.",
      remedy: "Check the issuer in the settings of \(provider.name).")
  }
}

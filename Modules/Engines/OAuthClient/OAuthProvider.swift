public import HTTP
public import Kernel
internal import Platform

/// The endpoints of an authorization server and how it wants to be asked, as its documentation says.
public struct OAuthProvider: Sendable, Hashable {
  /// The character between two scopes in a request.
  public enum ScopeSeparator: String, Sendable, Hashable {
    case space = " "
    case comma = ","
  }

  /// The way in which access is ended at the provider.
  public enum Revocation: Sendable, Hashable {
    /// The refresh token, or else the access token, is sent to this address (RFC 7009).
    case token(String)
    /// A request with the access token in its header.
    case bearer(method: String, String)
  }

  /// The place of the client's secret in requests to the token endpoint.
  public enum SecretPlace: Sendable, Hashable {
    case form
    /// HTTP Basic authentication.
    case header
  }

  /// The page that asks the person.
  public var authorization: String
  public var token: String
  /// Nil where the provider offers no way to end access but its own settings.
  public var revocation: Revocation?
  /// The identifier under which the app is registered.
  public var client: String
  /// Some providers demand one of every client. In an app that people hold it is no secret, and proves nothing.
  public var secret: Redacted<String>?
  public var secretPlace = SecretPlace.form
  public var scopes: [String]
  public var separator = ScopeSeparator.space
  /// Further fields of the authorization request.
  public var parameters: [Outgoing.Field] = []
  /// The issuer that every return must name, if it names one (RFC 9207).
  public var issuer: String?

  public init(
    authorization: String, token: String, revocation: Revocation? = nil, client: String,
    secret: Redacted<String>? = nil, scopes: [String]
  ) {
    self.authorization = authorization
    self.token = token
    self.revocation = revocation
    self.client = client
    self.secret = secret
    self.scopes = scopes
  }

  /// The longest answer of a token endpoint that is read, in bytes.
  static let longestAnswer = 65_536

  /// A request to the token endpoint, with the client's identity.
  func request(_ address: String, _ fields: [Outgoing.Field]) throws(Problem) -> Outgoing {
    try OAuthProvider.check(address)
    var fields = fields + [Outgoing.Field("client_id", client)]
    var headers: [Outgoing.Field] = [Outgoing.Field("accept", "application/json")]
    if let secret {
      switch secretPlace {
      case .form: fields.append(Outgoing.Field("client_secret", secret.revealed))
      case .header: headers.append(Outgoing.Field("authorization", "Basic \(basic(secret.revealed))"))
      }
    }
    var request = Outgoing.form(address, fields)
    request.headers += headers
    return OAuthProvider.bounded(request)
  }

  static func bounded(_ request: Outgoing) -> Outgoing {
    var request = request
    request.limits.answer = longestAnswer
    request.limits.total = .seconds(20)
    return request
  }

  /// Tokens and codes go over TLS only, or to this machine itself.
  static func check(_ address: String) throws(Problem) {
    let isHere = ["http://127.0.0.1", "http://[::1]", "http://localhost"].contains { own in
      address == own || ["\(own):", "\(own)/"].contains { address.hasPrefix($0) }
    }
    guard address.hasPrefix("https://") || isHere, !address.contains("@"), address.utf8.count <= 2_000 else {
      throw .insecureProvider
    }
  }

  private func basic(_ secret: String) -> String {
    Data("\(Outgoing.escaped(client)):\(Outgoing.escaped(secret))".utf8).base64EncodedString()
  }
}

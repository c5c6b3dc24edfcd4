internal import FoundationEssentials
internal import JSON
internal import Kernel
internal import Signing
internal import Tokens
internal import Transport

/// An OpenID provider on this machine, which admits everybody at once, each time as another person.
final class OpenIDProvider: Sendable {
  static let client = "troupe"

  /// The request that a code stands for.
  private struct Grant: Sendable {
    let nonce: String
    let challenge: String?
    let number: Int
  }

  private let server: Transport.Server
  private let talk: Talk

  init() async throws(Problem) {
    let talk = Talk(key: try PrivateKey.generated())
    self.talk = talk
    server = try await Server.start(
      handler: Handler(answer: { request in talk.answer(to: request) }))
    let port = server.port
    talk.port.withLock { $0 = port }
  }

  var address: String { talk.address }

  func stop() async { await server.stop() }

  /// The answers of the provider.
  private final class Talk: Sendable {
    let port = Locked<UInt16>(0)
    private let key: PrivateKey
    private let grants = Locked<[String: Grant]>([:])

    init(key: PrivateKey) { self.key = key }

    var address: String { "http://127.0.0.1:\(port.withLock { $0 })" }

    func answer(to request: Request) -> Response {
      let target = request.head.target
      switch target.path {
      case "/.well-known/openid-configuration":
        return told([
          "issuer": .string(address), "authorization_endpoint": .string("\(address)/authorize"),
          "token_endpoint": .string("\(address)/token"), "jwks_uri": .string("\(address)/keys"),
          "code_challenge_methods_supported": ["S256"],
        ])
      case "/keys": return told(["keys": [publicKey]])
      case "/authorize": return authorize(target.query)
      case "/token":
        guard let form = try? FormFields(form: request.body), let token = token(for: form) else {
          return told(["error": "invalid_grant"], .badRequest)
        }
        return told(["access_token": "unused", "token_type": "bearer", "id_token": .string(token)])
      default: return Response(.notFound)
      }
    }

    private func authorize(_ query: FormFields) -> Response {
      guard let back = query["redirect_uri"], let state = query["state"], query["client_id"] == OpenIDProvider.client
      else {
        return Response(.badRequest)
      }
      let code = UUID().uuidString
      grants.withLock {
        $0[code] = Grant(nonce: query["nonce"] ?? "", challenge: query["code_challenge"], number: $0.count + 1)
      }
      let fields = FormFields([.init("code", code), .init("state", state)])
      return .seeOther("\(back)\(back.contains("?") ? "&" : "?")\(fields.text)")
    }

    private func token(for form: FormFields) -> String? {
      guard let grant = form["code"].flatMap({ code in grants.withLock { $0[code] } }) else { return nil }
      if let challenge = grant.challenge {
        let verifier = form["code_verifier"] ?? ""
        guard Base64URL.text(SHA256.hash(of: Array(verifier.utf8))) == challenge else { return nil }
      }
      var claims = Claims()
      claims.issuer = address
      claims.audience = [OpenIDProvider.client]
      claims.subject = "person-\(grant.number)"
      claims.email = "person\(grant.number)@example.org"
      claims.issued = Int(Date().timeIntervalSince1970)
      claims.expires = claims.issued.map { $0 + 300 }
      claims.others = ["nonce": .string(grant.nonce), "email_verified": true, "name": "Ada"]
      return try? key.token(claims, keyID: "one")
    }

    private var publicKey: JSON {
      let point = key.publicPoint.dropFirst()
      return [
        "kid": "one", "use": "sig", "alg": "ES256", "kty": "EC", "crv": "P-256",
        "x": .string(Base64URL.text(Array(point.prefix(32)))), "y": .string(Base64URL.text(Array(point.dropFirst(32)))),
      ]
    }

    private func told(_ json: JSON, _ status: Status = .ok) -> Response {
      (try? JSON.data(json)).map { .json(Array($0), status: status) } ?? Response(.failed)
    }
  }
}

import Foundation
import JSON
import Kernel
import Loopback
import Tokens

/// An OpenID provider on this machine with answers that a test specifies and keys made by OpenSSL.
final class Issuer: Sendable {
  enum Kind: String { case rsa = "RS256", ec = "ES256" }

  struct Said {
    var keys: [JSON] = []
    /// Members to add to the discovery document, or to replace in it.
    var discovery: [String: JSON] = [:]
    /// The answer of the token endpoint: status and body.
    var token: (status: String, body: JSON) = ("200 OK", [:])
    var person: JSON = [:]
    var isSilent = false
    /// Sent instead of anything else.
    var raw: [UInt8]?
    /// The requested paths, and the last form and head at `/token`.
    var asked: [String] = []
    var form = ""
    var head: [String] = []
  }

  let said: Locked<Said>
  let openssl: OpenSSL
  private let listener: Listener

  init(in folder: URL) throws {
    openssl = OpenSSL(in: folder)
    let relay = Relay()
    listener = try Listener { talk in
      while let (head, body) = talk.request() { relay.issuer.withLock { $0.value }?.answer(talk, head, body) }
    }
    said = Locked(Said())
    relay.issuer.withLock { $0.value = self }
  }

  var address: String { "http://127.0.0.1:\(listener.port)" }

  func asked(_ path: String) -> Int { said.withLock { $0.asked.count { $0 == path } } }

  private func answer(_ talk: Talk, _ head: [String], _ body: [UInt8]) {
    let path = head.first?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let (status, answer, isSilent, raw) = said.withLock { said -> (String, JSON, Bool, [UInt8]?) in
      said.asked.append(path)
      switch path {
      case "/.well-known/openid-configuration":
        var document: [String: JSON] = [
          "issuer": .string(address), "authorization_endpoint": .string("\(address)/authorize"),
          "token_endpoint": .string("\(address)/token"), "jwks_uri": .string("\(address)/keys"),
          "userinfo_endpoint": .string("\(address)/person"),
        ]
        document.merge(said.discovery) { _, other in other }
        return ("200 OK", .object(document), said.isSilent, said.raw)
      case "/keys": return ("200 OK", ["keys": .array(said.keys)], said.isSilent, said.raw)
      case "/token":
        (said.form, said.head) = (String(decoding: body, as: UTF8.self), head)
        return (said.token.status, said.token.body, said.isSilent, said.raw)
      case "/person": return ("200 OK", said.person, said.isSilent, said.raw)
      default: return ("404 Not Found", [:], said.isSilent, said.raw)
      }
    }
    if isSilent { return talk.untilGone() }
    talk.answer(raw ?? [UInt8]((try? JSON.data(answer)) ?? Data()), status: status)
  }

  // MARK: Keys

  /// Makes a key and, unless `shows` is false, publishes it.
  func addKey(_ name: String, _ kind: Kind, shows: Bool = true) throws {
    let path = openssl.path("\(name).pem")
    var key: [String: JSON] = ["kid": .string(name), "use": "sig", "alg": .string(kind.rawValue)]
    switch kind {
    case .rsa:
      try openssl.run(["genrsa", "-out", path, "2048"])
      let said = try openssl.run(["rsa", "-in", path, "-noout", "-modulus"])
      let digits = said.split(separator: "=").last?.filter(\.isHexDigit) ?? ""
      key.merge(["kty": "RSA", "e": "AQAB", "n": .string(base64URL(hex(digits)))]) { $1 }
    case .ec where name == "one":
      try Data(Issuer.one.pem.utf8).write(to: URL(filePath: path))
      key = Issuer.one.key
    case .ec:
      try openssl.run(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", path])
      let point = openssl.path("\(name).der")
      try openssl.run(["ec", "-in", path, "-pubout", "-outform", "DER", "-out", point])
      // A public key ends with the byte 4 and both coordinates.
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: point))).suffix(64)
      key.merge([
        "kty": "EC", "crv": "P-256", "x": .string(base64URL(Array(bytes.prefix(32)))),
        "y": .string(base64URL(Array(bytes.suffix(32)))),
      ]) { $1 }
    }
    if shows { said.withLock { $0.keys.append(.object(key)) } }
  }

  /// The key of every test, made once.
  private static let one: (pem: String, key: [String: JSON]) = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "troupe-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil,
      let issuer = try? Issuer(in: folder), (try? issuer.addKey("first", .ec)) != nil,
      let pem = try? String(contentsOfFile: issuer.openssl.path("first.pem"), encoding: .utf8),
      var key = issuer.said.withLock({ $0.keys.first?.object })
    else { return ("", [:]) }
    key["kid"] = "one"
    return (pem, key)
  }()

  /// A token signed by the issuer. `kid` is the key's own name unless another is given.
  func token(
    _ claims: [String: JSON], by name: String, _ kind: Kind, kid: JSON? = nil, header: [String: JSON] = [:]
  ) throws -> String {
    let claims = claims.filter { $0.value != .null }
    // Our own signer is faster where it produces the same token.
    if kind == .ec, header.isEmpty, kid == nil, let said = try? Claims([UInt8](try JSON.data(claims))),
      said.json == .object(claims), let pem = try? String(contentsOfFile: openssl.path("\(name).pem"), encoding: .utf8)
    {
      return try PrivateKey(pem: pem).token(said, keyID: name)
    }
    var head: [String: JSON] = ["alg": .string(kind.rawValue), "typ": "JWT", "kid": kid ?? .string(name)]
    head.merge(header) { $1 }
    if head["kid"] == .null { head["kid"] = nil }
    let text = "\(base64URL([UInt8](try JSON.data(head)))).\(base64URL([UInt8](try JSON.data(claims))))"
    let (input, output) = (openssl.path("\(UUID()).in"), openssl.path("\(UUID()).sig"))
    try Data(text.utf8).write(to: URL(filePath: input))
    try openssl.run(["dgst", "-sha256", "-sign", openssl.path("\(name).pem"), "-out", output, input])
    let signature = [UInt8](try Data(contentsOf: URL(filePath: output)))
    return "\(text).\(base64URL(kind == .ec ? plain(signature) : signature))"
  }

  /// The usual claims of a token, with these changes.
  func claims(_ changed: [String: JSON] = [:], at now: Date) -> [String: JSON] {
    let seconds = now.timeIntervalSince1970.rounded()
    var claims: [String: JSON] = [
      "iss": .string(address), "aud": "client", "sub": "person-1", "iat": .number(seconds),
      "exp": .number(seconds + 300), "nonce": "n", "email": "a@example.org", "email_verified": true, "name": "Ada",
      "picture": "https://example.org/a.png",
    ]
    claims.merge(changed) { $1 }
    return claims.filter { $0.value != .null }
  }

  /// Converts a DER signature, as OpenSSL writes it, to two numbers of 32 bytes.
  private func plain(_ der: [UInt8]) -> [UInt8] {
    var rest = der.dropFirst(2)
    return (0..<2).flatMap { _ -> [UInt8] in
      let length = Int(rest[rest.startIndex + 1])
      let number = rest.dropFirst(2).prefix(length)
      rest = rest.dropFirst(2 + length)
      let short = number.drop { $0 == 0 }
      return [UInt8](repeating: 0, count: 32 - short.count) + short
    }
  }

  private func hex(_ digits: some StringProtocol) -> [UInt8] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
  }
}

func base64URL(_ bytes: [UInt8]) -> String {
  Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}

/// Lets the listener find the issuer that is made after it.
private final class Relay: Sendable {
  struct Weak { weak var value: Issuer? }

  let issuer = Locked(Weak())
}

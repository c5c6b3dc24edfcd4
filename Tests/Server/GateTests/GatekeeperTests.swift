import FoundationEssentials
import Gate
import JSON
import Kernel
import Testing
import Tokens
import Transport

@Suite("The gatekeeper")
struct GatekeeperTests {
  private static let noon = 1_768_478_400
  private static let secret = "a secret of at least thirty-two characters"
  private let key: TokenKey
  private let keys: ProjectKeys
  private let gatekeeper: Gatekeeper
  private let person: String

  init() throws {
    key = try TokenKey(GatekeeperTests.secret)
    keys = try ProjectKeys(key)
    let time = ManualTime(Moment(Date(timeIntervalSince1970: Double(GatekeeperTests.noon)))).time
    gatekeeper = Gatekeeper(try Vouching(key), time: time)
    person = try key.token(GatekeeperTests.claims(expires: GatekeeperTests.noon + 60))
  }

  private static func claims(expires: Int) -> Claims {
    var claims = Claims()
    claims.subject = "0198f0f0-0000-7000-8000-000000000001"
    (claims.role, claims.audience, claims.expires) = ("authenticated", ["authenticated"], expires)
    return claims
  }

  private func head(_ fields: [(String, String)], target: String = "/rest/v1/todos") throws -> RequestHead {
    let lines = ["GET \(target) HTTP/1.1", "Host: a"] + fields.map { "\($0.0): \($0.1)" }
    var parser = RequestParser()
    parser.append(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    guard case .head(let head)? = try parser.next() else { throw Refused() }
    return head
  }

  private struct Refused: Error {}

  private func role(_ fields: (String, String)..., target: String = "/x") throws -> Caller.Role? {
    gatekeeper.credential(of: try head(fields, target: target)).caller?.role
  }

  @Test("a bearer token takes precedence over the key")
  func precedence() throws {
    #expect(gatekeeper.credential(of: try head([])) == .none)
    #expect(try role(("apikey", keys.anon)) == .anonymous)
    #expect(try role(("apiKey", keys.service)) == .service)
    #expect(try role(("apikey", keys.anon), ("Authorization", "Bearer \(keys.anon)")) == .anonymous)
    #expect(try role(("apikey", keys.anon), ("Authorization", "Bearer \(person)")) == .authenticated)
    #expect(try role(("apikey", keys.service), ("Authorization", "Bearer \(person)")) == .authenticated)
    #expect(try role(("apikey", keys.service), ("Authorization", "Bearer \(keys.service)")) == .service)
    #expect(try role(("Authorization", "bearer   \(person)")) == .authenticated)
    let credential = gatekeeper.credential(of: try head([("authorization", "BEARER \(person)")]))
    #expect(credential == .caller(try #require(credential.caller), expires: GatekeeperTests.noon + 60))
  }

  @Test("a key is read from the query, as a browser's WebSocket sends it; one in the headers takes precedence")
  func query() throws {
    #expect(try role(target: "/realtime/v1/websocket?apikey=\(keys.anon)&vsn=1.0.0") == .anonymous)
    #expect(try role(target: "/x?vsn=1.0.0&notapikey=\(keys.anon)") == nil)
    #expect(try role(("apikey", keys.service), target: "/x?apikey=\(keys.anon)") == .service)
  }

  @Test("an invalid key or token is refused, also beside a valid one")
  func refused() throws {
    let expired = try key.token(GatekeeperTests.claims(expires: GatekeeperTests.noon - 60))
    let foreign = try ProjectKeys(try TokenKey(GatekeeperTests.secret + "2")).service
    let cases: [([(String, String)], TokenRefusal)] = [
      ([("apikey", "rubbish")], .malformed), ([("apikey", foreign)], .wrongSignature),
      ([("apikey", foreign), ("authorization", "Bearer \(person)")], .wrongSignature),
      ([("apikey", keys.anon), ("authorization", "Bearer \(expired)")], .expired),
      ([("apikey", keys.service), ("authorization", "Bearer rubbish")], .malformed),
      ([("apikey", keys.anon), ("authorization", "Bearer")], .malformed),
      ([("apikey", keys.anon), ("authorization", "Bearer \(String(repeating: "x", count: 17_000))")], .malformed),
      ([("authorization", "Bearer \(person)"), ("authorization", "Bearer \(keys.service)")], .malformed),
    ]
    for (fields, refusal) in cases {
      #expect(gatekeeper.credential(of: try head(fields)) == .refused(refusal), "\(refusal)")
    }
    #expect(gatekeeper.credential(of: "rubbish") == .refused(.malformed))
  }

  @Test("an Authorization header of another scheme and an empty key are ignored")
  func schemes() throws {
    #expect(try role(("apikey", keys.anon), ("authorization", "Basic dTpw")) == .anonymous)
    #expect(try role(("apikey", keys.anon), ("authorization", "Bearerish \(person)")) == .anonymous)
    #expect(try role(("authorization", "Basic dTpw"), ("authorization", "Bearer \(person)")) == .authenticated)
    #expect(gatekeeper.credential(of: try head([("apikey", "")])) == .none)
  }

  @Test("answers are compact JSON")
  func answers() throws {
    let response = Response.json(["b": 1, "a": "x/y"], status: .created)
    guard case .bytes(let bytes) = response.content else { throw Refused() }
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":"x/y","b":1}"#)
    #expect(response.status == .created && response.headers["content-type"] == "application/json")
    #expect(Response.noKey.status == .unauthorized)
    #expect(TokenRefusal.expired.sentence == "JWT expired")
  }
}

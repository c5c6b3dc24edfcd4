import JSON
import Kernel
import Signing
import TestKeys
import Testing

@testable import Tokens

@Suite("Tokens verified with public keys")
struct PublicKeyTests {
  let rules = TokenRules(audiences: ["us"], needsAudience: true, issuers: ["them"], needsExpiry: true)

  private var claims: Claims {
    var claims = Claims()
    (claims.subject, claims.issuer, claims.audience, claims.expires) = ("7", "them", ["us"], noon + 60)
    return claims
  }

  @Test(
    "an RS256 or ES256 token of a key in the set is accepted, unless it is expired, forged or names no known key",
    arguments: ["RS256", "ES256"])
  func holds(algorithm: String) throws {
    let ours = try algorithm == "RS256" ? ForeignKey(rsa: 2048) : ForeignKey(curve: "P-256")
    let other = try ForeignKey(curve: "P-256")
    let set = KeySet(["keys": [try other.jwk(id: "zero"), try ours.jwk(), ["kty": "oct", "k": "AAAA"], 7]])
    #expect(set.keys.count == 2)
    let token = try ours.token(claims, algorithm: algorithm)
    #expect(try set.claims(of: token, by: rules, at: noon) == claims)
    #expect(throws: TokenRefusal.expired) { try set.claims(of: token, by: rules, at: noon + 90) }
    // Another key's signature under that key's id.
    let forged = try (algorithm == "RS256" ? ForeignKey(rsa: 2048) : other).token(claims, algorithm: algorithm)
    #expect(throws: TokenRefusal.wrongSignature) { try set.claims(of: forged, by: rules, at: noon) }
    #expect(throws: TokenRefusal.unknownKey) {
      try set.claims(of: try ours.token(claims, id: "two", algorithm: algorithm), by: rules, at: noon)
    }
    #expect(throws: TokenRefusal.unknownKey) {
      try set.claims(of: try ours.token(claims, id: nil, algorithm: algorithm), by: rules, at: noon)
    }
  }

  @Test("a public key is not accepted as a secret, nor a key for another algorithm")
  func confusion() throws {
    let rsa = try ForeignKey(rsa: 2048)
    let set = KeySet(["keys": [try rsa.jwk()]])
    let modulus = try #require(try rsa.jwk()["n"]?.string)
    let header = #"{"alg":"HS256","kid":"one"}"#
    let symmetric = try signed(header: header, payload: #"{"sub":"7"}"#, by: try TokenKey(modulus))
    #expect(throws: TokenRefusal.wrongAlgorithm) { try set.claims(of: symmetric, by: rules, at: noon) }
    #expect(throws: TokenRefusal.wrongAlgorithm) {
      try set.claims(of: try rsa.token(claims, algorithm: "PS256"), by: rules, at: noon)
    }
    #expect(throws: TokenRefusal.wrongAlgorithm) {
      try set.claims(
        of: try ForeignKey(curve: "P-256").token(claims, algorithm: "ES256"), by: rules, at: noon)
    }
    let none = "\(Base64URL.text(Array(#"{"alg":"none","kid":"one"}"#.utf8))).\(Base64URL.text(Array("{}".utf8)))."
    #expect(throws: TokenRefusal.wrongAlgorithm) { try set.claims(of: none, by: rules, at: noon) }
  }

  @Test("a missing audience or expiry and another issuer are refused if the rules require them")
  func rulesHold() throws {
    let key = try ForeignKey(curve: "P-256")
    let set = KeySet(["keys": [try key.jwk()]])
    var without = claims
    without.audience = []
    #expect(throws: TokenRefusal.wrongAudience) {
      try set.claims(of: try key.token(without, algorithm: "ES256"), by: rules, at: noon)
    }
    without = claims
    without.expires = nil
    #expect(throws: TokenRefusal.malformed) {
      try set.claims(of: try key.token(without, algorithm: "ES256"), by: rules, at: noon)
    }
    without = claims
    without.issuer = "others"
    #expect(throws: TokenRefusal.wrongIssuer) {
      try set.claims(of: try key.token(without, algorithm: "ES256"), by: rules, at: noon)
    }
  }

  @Test("weak and malformed keys are refused, and a set has at most 32 keys")
  func weak() throws {
    #expect(PublicKey(try ForeignKey(rsa: 1024).jwk()) == nil)
    #expect(PublicKey(try ForeignKey(curve: "P-384").jwkOfAnotherCurve()) == nil)
    var good = try #require(try ForeignKey(rsa: 2048).jwk().object)
    for (name, value) in [("e", "AQ"), ("e", "Ag"), ("n", "!!"), ("use", "enc"), ("alg", "RS512"), ("kty", "DSA")] {
      var bad = good
      bad[name] = .string(value)
      #expect(PublicKey(.object(bad)) == nil, "\(name) \(value)")
    }
    good["n"] = .string(String(repeating: "A", count: 5000))
    #expect(PublicKey(.object(good)) == nil)
    // A point that is not on the curve.
    var point = try #require(try ForeignKey(curve: "P-256").jwk().object)
    point["y"] = point["x"]
    #expect(PublicKey(.object(point)) == nil)
    #expect(
      KeySet(["keys": .array(Array(repeating: try ForeignKey(curve: "P-256").jwk(), count: 100))]).keys.count == 32)
  }

  @Test("a token signed with a private P-256 key is verified with its public key, and other private keys are refused")
  func ours() throws {
    let pair = try ForeignKey(curve: "P-256")
    let token = try PrivateKey(pem: pair.pem).token(claims, keyID: "one")
    #expect(try KeySet(["keys": [try pair.jwk()]]).claims(of: token, by: rules, at: noon) == claims)
    #expect(throws: Problem.self) { try PrivateKey(pem: "rubbish") }
    #expect(throws: Problem.self) { try PrivateKey(pem: try ForeignKey(rsa: 2048).pem) }
    #expect(throws: Problem.self) { try PrivateKey(pem: try ForeignKey(curve: "P-384").pem) }
  }
}

extension ForeignKey {
  func jwkOfAnotherCurve() throws -> JSON {
    ["kty": "EC", "crv": "P-384", "x": .string(String(repeating: "A", count: 43)), "y": "AAAA"]
  }
}

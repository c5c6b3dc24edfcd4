import Foundation
import JSON
import Kernel
import Signing
import TestKeys
import Testing

@testable import Tokens

@Suite("Signing keys and their rotation")
final class SigningKeysTests {
  private let folder = Temporary.folder()

  deinit { Temporary.remove(folder) }

  private func vouching() throws -> Vouching { try Vouching(try tokenKey(), signing: try SigningKeys(in: folder)) }

  @discardableResult
  private func rotate(_ algorithm: SigningKeys.Algorithm = .es256, at now: Int = noon) throws -> String? {
    try SigningKeys.rotate(in: folder, to: algorithm, at: now)
  }

  private func algorithm(_ token: String) throws -> String { try TokenText(token).algorithm }

  @Test("without a rotation the secret signs and no key is published")
  func secretSigns() throws {
    let vouching = try vouching()
    let token = try vouching.token(person(), at: noon)
    #expect(try token == vouching.key.token(person()))
    #expect(vouching.publishedKeys(at: noon) == ["keys": []])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test("after a rotation a running server signs with the new key, which the published set verifies")
  func newKeySigns() throws {
    let vouching = try vouching()
    let former = try vouching.token(person(), at: noon)
    let id = try #require(try rotate())
    let token = try vouching.token(person(), at: noon)
    #expect(try algorithm(token) == "ES256" && TokenText(token).keyID == id)
    let published = KeySet(vouching.publishedKeys(at: noon))
    #expect(try published.claims(of: token, by: TokenRules(needsExpiry: true), at: noon) == person())
    #expect(vouching.credential(token, at: noon).caller?.user == person().subject)
    #expect(vouching.credential(former, at: noon).caller?.user == person().subject)
    #expect(vouching.credential(vouching.keys.anon, at: noon) == .caller(.anonymous, expires: nil))
  }

  @Test("a former key verifies until its tokens have ended, whatever they say, and is published as long")
  func formerKeysEnd() throws {
    let vouching = try vouching()
    try rotate(at: noon - 10_000)
    let lasting = person(expires: noon + 1_000_000)
    let byKey = try vouching.token(lasting, at: noon)
    let bySecret = try vouching.key.token(lasting)
    // The secret ceased to sign more than an hour ago.
    #expect(vouching.credential(bySecret, at: noon) == .refused(.unknownKey))
    #expect(
      vouching.credential(byKey, at: noon)
        == .caller(try #require(vouching.credential(byKey, at: noon).caller), expires: noon + 1_000_000))
    let second = try #require(try rotate(at: noon))
    let later = noon + SigningKeys.patience
    #expect(vouching.publishedKeys(at: later)["keys"]?.array?.count == 2)
    guard case .caller(_, let expires) = vouching.credential(byKey, at: later) else {
      Issue.record("the former key is refused")
      return
    }
    #expect(expires == noon + 3600)
    #expect(vouching.credential(byKey, at: noon + 3631) == .refused(.expired))
    #expect(try self.vouching().credential(byKey, at: noon + 3631) == .refused(.unknownKey))
    let left = try #require(vouching.publishedKeys(at: noon + 3631)["keys"]?.array)
    #expect(left.map { $0["kid"]?.string } == [second])
    // What was issued once is still recognised where only that matters.
    #expect(try vouching.formerClaims(of: byKey, by: TokenRules(), at: noon + 3631) == lasting)
    #expect(try vouching.formerClaims(of: bySecret, by: TokenRules(), at: noon + 3631) == lasting)
  }

  @Test("another server on the folder takes a token of a key that it has not read yet")
  func severalServers() throws {
    let (one, other) = (try vouching(), try vouching())
    #expect(other.credential(try one.token(person(), at: noon), at: noon).caller != nil)
    try rotate()
    #expect(other.credential(try one.token(person(), at: noon), at: noon).caller != nil)
    try rotate()
    #expect(other.credential(try one.token(person(), at: noon), at: noon).caller != nil)
  }

  @Test("the secret signs again when it is chosen, and the key pair becomes a former one")
  func backToTheSecret() throws {
    let vouching = try vouching()
    try rotate()
    let byKey = try vouching.token(person(), at: noon)
    #expect(try rotate(.hs256, at: noon) == nil)
    #expect(try algorithm(vouching.token(person(), at: noon)) == "HS256")
    let later = noon + 3630
    #expect(vouching.credential(byKey, at: noon).caller != nil)
    #expect(vouching.credential(byKey, at: later).caller == nil)
    #expect(vouching.credential(try vouching.token(person(expires: later + 60), at: later), at: later).caller != nil)
    #expect(vouching.publishedKeys(at: later) == ["keys": []])
  }

  @Test("a forged signature, an unknown key and a public key used as a secret are refused")
  func forgeries() throws {
    let vouching = try vouching()
    let id = try #require(try rotate())
    let foreign = try ForeignKey(curve: "P-256")
    #expect(
      vouching.credential(try foreign.token(person(), id: id, algorithm: "ES256"), at: noon)
        == .refused(.wrongSignature))
    #expect(
      vouching.credential(try foreign.token(person(), id: "x", algorithm: "ES256"), at: noon) == .refused(.unknownKey))
    #expect(
      vouching.credential(try foreign.token(person(), id: nil, algorithm: "ES256"), at: noon) == .refused(.unknownKey))
    let x = try #require(vouching.publishedKeys(at: noon)["keys"]?.array?.first?["x"]?.string)
    let confused = try signed(
      header: #"{"alg":"HS256","kid":"\#(id)"}"#, payload: try JSON.text(person().json), by: try TokenKey(x))
    #expect(vouching.credential(confused, at: noon) == .refused(.wrongSignature))
    let none = "\(Base64URL.text(Array(#"{"alg":"none","kid":"\#(id)"}"#.utf8))).e30."
    #expect(vouching.credential(none, at: noon) == .refused(.wrongAlgorithm))
  }

  @Test("the file is its owner's alone and holds one private key; a damaged one is refused at the start")
  func file() throws {
    try rotate()
    try rotate()
    let path = "\(folder)/signing.keys"
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.components(separatedBy: "BEGIN PRIVATE KEY").count == 2 && !text.contains("\"d\""))
    let vouching = try vouching()
    let token = try vouching.token(person(), at: noon)
    for damaged in ["", "{}", String(text.dropLast(20)), text.replacing("\"version\":1", with: "\"version\":2")] {
      try Data(damaged.utf8).write(to: URL(filePath: path))
      #expect(throws: Problem.self, "\(damaged.prefix(20))") { try SigningKeys(in: folder) }
      #expect(throws: Problem.self) { try rotate() }
      #expect(vouching.credential(token, at: noon + 60).caller != nil)
    }
    chmod(path, 0o644)
    #expect(throws: Problem.self) { try SigningKeys(in: folder) }
  }

  @Test("the number of former keys is bounded, without ending one whose tokens may be in use")
  func bounded() throws {
    for number in 0..<SigningRing.most { try rotate(at: noon + number) }
    #expect(throws: Problem.self) { try rotate(at: noon + 3600) }
    try rotate(at: noon + 90_000)
    let ring = try SigningKeys(in: folder).current(at: noon).ring
    #expect(ring.keys.count == SigningRing.most && ring.keys.first?.retired == noon + 2)
  }
}

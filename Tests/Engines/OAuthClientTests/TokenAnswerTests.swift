import Foundation
import HTTP
import JSON
import Kernel
import Testing

@testable import OAuthClient

@Suite("Answers of a token endpoint") struct TokenAnswerTests {
  private func read(_ answer: Incoming, replacing older: OAuthTokens? = nil) throws(Problem) -> OAuthTokens {
    try OAuthTokens(answer, asked: ["read", "write"], replacing: older, at: noon)
  }

  @Test("tokens, life and scopes are read in every form that providers use")
  func forms() throws {
    let plain = try read(
      .json(["access_token": "a", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "r", "scope": "read"]))
    #expect(plain.access.revealed == "a" && plain.refresh?.revealed == "r" && plain.scopes == ["read"])
    #expect(plain.expires == noon.addingTimeInterval(3600) && plain.missing(of: ["read", "write"]) == ["write"])
    let text = try read(.json(["access_token": "a", "token_type": "bearer", "expires_in": "60"]))
    #expect(text.expires == noon.addingTimeInterval(60) && text.refresh == nil && text.missing(of: ["read"]).isEmpty)
    let instant = try read(.json(["access_token": "a", "expires_at": .number(noon.timeIntervalSince1970 + 100)]))
    #expect(instant.expires == noon.addingTimeInterval(100))
    let commas = try read(.json(["access_token": "a", "scope": "read,write"]))
    #expect(commas.expires == nil && commas.scopes == ["read", "write"])
    let huge = try read(.json(["access_token": "a", "expires_in": 1e300]))
    #expect(try #require(huge.expires).timeIntervalSince(noon) < 4e8)
  }

  @Test("a refresh without a new refresh token keeps the older one, and its scopes")
  func kept() throws {
    let older = try read(.json(["access_token": "a", "refresh_token": "r", "scope": "read"]))
    let same = try read(.json(["access_token": "b"]), replacing: older)
    #expect(same.refresh?.revealed == "r" && same.scopes == ["read"])
    let rotated = try read(.json(["access_token": "b", "refresh_token": "s"]), replacing: older)
    #expect(rotated.refresh?.revealed == "s")
  }

  @Test(
    "an answer of another shape is refused",
    arguments: [
      "", "{", "[]", "null", "\"a\"", "{}", #"{"access_token":""}"#, #"{"access_token":1}"#,
      #"{"access_token":"a b"}"#, #"{"access_token":"a","token_type":"mac"}"#,
      #"{"access_token":"a","expires_in":"soon"}"#, #"{"access_token":"a","expires_in":[]}"#,
      #"{"access_token":"a","refresh_token":7}"#, #"{"access_token":"a","refresh_token":""}"#,
      #"{"access_token":"a"} {"#, String(repeating: "[", count: 100_000),
    ])
  func unreadable(_ text: String) async {
    let thrown = await code { () throws(Problem) in
      _ = try read(Incoming(status: 200, body: Array(text.utf8)))
    }
    #expect(thrown == "oauth-unreadable")
  }

  @Test("an error says whether the person, time or the app can help")
  func errors() async {
    let cases: [(Incoming, String)] = [
      (.json(["error": "invalid_grant"], status: 400), "oauth-reconnect"),
      (.json(["error": "invalid_grant"], status: 401), "oauth-reconnect"),
      (.json(["error": "invalid_client"], status: 401), "oauth-refused"),
      (.json(["error": "invalid_request"], status: 400), "oauth-refused"),
      (Incoming(status: 403), "oauth-refused"), (Incoming(status: 429), "oauth-later"),
      (Incoming(status: 503), "oauth-later"), (Incoming(status: 302), "oauth-redirected"),
    ]
    for (answer, expected) in cases {
      let thrown = await code { () throws(Problem) in _ = try read(answer) }
      #expect(thrown == expected)
    }
    #expect(Problem.providerLater.isTemporary && !Problem.reconnect.isTemporary)
  }

  @Test("an access token is refreshed before its end, a short one at half its life")
  func standing() {
    func standing(_ life: Double?, _ refresh: String? = "r", after seconds: Double) -> OAuthTokens.Standing {
      OAuthTokens.sample(refresh: refresh, life: life).standing(at: noon.addingTimeInterval(seconds))
    }
    #expect(standing(3600, after: 3299) == .valid && standing(3600, after: 3300) == .stale)
    #expect(standing(60, after: 29) == .valid && standing(60, after: 30) == .stale)
    #expect(standing(3600, nil, after: 3599) == .valid && standing(3600, nil, after: 3600) == .ended)
    #expect(
      standing(nil, after: 1e9) == .valid && standing(0, after: 0) == .stale && standing(0, nil, after: 0) == .ended)
  }
}

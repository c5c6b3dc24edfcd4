import Foundation
import HTTP
import JSON
import Kernel
import Testing

@testable import OAuthClient

@Suite("Access to an account") struct OAuthAccessTests {
  private static func fresh(_ number: Int) -> Incoming {
    .json(["access_token": .string("a\(number)"), "refresh_token": .string("r\(number)"), "expires_in": 3600])
  }

  /// A desk that rotates: every refresh is answered with the next pair.
  private func rotating(_ tokens: OAuthTokens = .sample(life: 10)) -> Desk {
    Desk(keeping: tokens) { request, number throws(Problem) in
      request.address.hasSuffix("token") ? OAuthAccessTests.fresh(number + 1) : Incoming(status: 200)
    }
  }

  @Test("a code is exchanged with its verifier, and its tokens are stored")
  func connecting() async throws {
    let pending = PendingAuthorization(scopes: ["read", "write"], redirect: "https://me.example/back", at: noon)
    let sent = Locked<[Outgoing]>([])
    let desk = Desk { request, _ throws(Problem) in
      sent.withLock { $0.append(request) }
      return .json(["access_token": "a1", "refresh_token": "r1", "scope": "read"])
    }
    let access = OAuthAccess(.sample { $0.secret = Redacted("s&") }, needs: desk.needs)
    let returned = try #require(ReturnAddress("https://me.example/back?code=c1&state=\(pending.state)"))
    let tokens = try await access.connect(try pending.grant(in: returned, of: .sample(), at: noon), of: pending)
    let form = try #require(sent.withLock { $0.first }).form
    #expect(form["grant_type"] == "authorization_code" && form["code"] == "c1")
    #expect(form["code_verifier"] == pending.verifier.revealed && form["redirect_uri"] == pending.redirect)
    #expect(form["client_id"] == "me" && form["client_secret"] == "s&")
    #expect(tokens.missing(of: pending.scopes) == ["write"] && desk.kept == tokens)
    #expect(try await access.token().revealed == "a1")
  }

  @Test("a secret goes into the header where the provider wants it there")
  func basic() throws {
    let request = try OAuthProvider.sample {
      ($0.secret, $0.secretPlace) = (Redacted("s"), .header)
    }.request("https://a.example/token", [])
    #expect(request.headers.contains(Outgoing.Field("authorization", "Basic bWU6cw==")))
    #expect(request.form["client_secret"] == nil && request.limits.answer == 65_536)
  }

  @Test("an answer of the exchange that is no token stores nothing", arguments: [200, 400, 503])
  func refusedExchange(status: Int) async throws {
    let pending = PendingAuthorization(scopes: [], redirect: "https://me.example/back", at: noon)
    let desk = Desk { _, _ throws(Problem) in Incoming(status: status, body: Array("<html>".utf8)) }
    let access = OAuthAccess(.sample(), needs: desk.needs)
    let grant = AuthorizationGrant(code: Redacted("c"), scopes: nil)
    let thrown = await code { () throws(Problem) in _ = try await access.connect(grant, of: pending) }
    #expect(thrown == [200: "oauth-unreadable", 400: "oauth-refused", 503: "oauth-later"][status])
    #expect(desk.kept == nil)
  }

  @Test("twenty concurrent uses make one refresh, stored before any of them goes on")
  func singleFlight() async throws {
    let desk = rotating()
    let access = OAuthAccess(.sample(), needs: desk.needs)
    desk.change { $0.now = noon.addingTimeInterval(6) }
    let answers = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<20 {
        group.addTask { try await access.send(Outgoing("GET", "https://a.example/data\(number)")).status }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(answers == Array(repeating: 200, count: 20))
    let log = desk.log
    #expect(log.prefix(2) == ["POST token -", "store a2 r2"] && log.count == 22)
    #expect(log.dropFirst(2).allSatisfy { $0.hasSuffix(" a2") })
  }

  @Test("a refused access token is refreshed once for all who met it, and the request repeated once")
  func refused() async throws {
    let desk = Desk(keeping: .sample()) { request, number throws(Problem) in
      if request.address.hasSuffix("token") { return OAuthAccessTests.fresh(2) }
      return Incoming(status: request.bearer == "a1" ? 401 : 200)
    }
    let access = OAuthAccess(.sample(), needs: desk.needs)
    #expect(try await access.send(Outgoing("GET", "https://a.example/data")).status == 200)
    #expect(desk.log == ["GET data a1", "POST token -", "store a2 r2", "GET data a2"])
    // Another client that still has the first token gets the second, without a refresh.
    #expect(try await access.token(insteadOf: Redacted("a1")).revealed == "a2" && desk.log.count == 4)
  }

  @Test("a token that is refused after its refresh asks for consent, and is not refreshed again")
  func refusedTwice() async throws {
    let desk = Desk(keeping: .sample()) { request, number throws(Problem) in
      request.address.hasSuffix("token") ? OAuthAccessTests.fresh(2) : Incoming(status: 401)
    }
    let access = OAuthAccess(.sample(), needs: desk.needs)
    let thrown = await code { () throws(Problem) in
      _ = try await access.send(Outgoing("GET", "https://a.example/data"))
    }
    #expect(thrown == "oauth-reconnect" && desk.log.count { $0.hasPrefix("POST token") } == 1)
  }

  @Test("without a refresh token, a refused or expired access token asks for consent")
  func unrefreshable() async throws {
    let desk = Desk(keeping: .sample(refresh: nil, life: 100)) { _, _ throws(Problem) in Incoming(status: 401) }
    let access = OAuthAccess(.sample(), needs: desk.needs)
    let refused = await code { () throws(Problem) in _ = try await access.send(Outgoing("GET", "https://a.example/d")) }
    desk.change { $0.now = noon.addingTimeInterval(100) }
    let expired = await code { () throws(Problem) in _ = try await access.token() }
    #expect(refused == "oauth-reconnect" && expired == "oauth-reconnect")
    let none = OAuthAccess(.sample(), needs: Desk { _, _ throws(Problem) in Incoming(status: 200) }.needs)
    let missing = await code { () throws(Problem) in _ = try await none.token() }
    #expect(missing == "oauth-not-connected")
  }

  @Test("a lost rotated token asks for consent again, and the older tokens stay as they are")
  func lost() async throws {
    let desk = Desk(keeping: .sample(life: 10)) { _, _ throws(Problem) in
      .json(["error": "invalid_grant"], status: 400)
    }
    desk.change { $0.now = noon.addingTimeInterval(9) }
    let access = OAuthAccess(.sample(), needs: desk.needs)
    let thrown = await code { () throws(Problem) in _ = try await access.token() }
    #expect(thrown == "oauth-reconnect" && desk.kept?.access.revealed == "a1")
  }

  @Test("tokens that could not be stored are not used, and are stored before the next use without another refresh")
  func unstored() async throws {
    let desk = rotating()
    desk.change { held in
      held.now = noon.addingTimeInterval(6)
      held.storing = full
    }
    let access = OAuthAccess(.sample(), needs: desk.needs)
    for _ in 0..<2 {
      let thrown = await code { () throws(Problem) in _ = try await access.token() }
      #expect(thrown == "disk-full")
    }
    desk.change { $0.storing = nil }
    #expect(try await access.token().revealed == "a2")
    #expect(desk.log == ["POST token -", "store a2 r2"])
  }

  @Test("a failed refresh is tried again at the next use")
  func later() async throws {
    let desk = Desk(keeping: .sample(life: 10)) { _, number throws(Problem) in
      if number == 1 { throw .providerLater }
      return OAuthAccessTests.fresh(2)
    }
    desk.change { $0.now = noon.addingTimeInterval(6) }
    let access = OAuthAccess(.sample(), needs: desk.needs)
    let thrown = await code { () throws(Problem) in _ = try await access.token() }
    #expect(thrown == "oauth-later")
    #expect(try await access.token().revealed == "a2")
  }

  @Test(
    "a refresh goes on when those who wait for it are cancelled, and its tokens are stored", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    let desk = rotating()
    desk.change { $0.now = noon.addingTimeInterval(6) }
    desk.close()
    let access = OAuthAccess(.sample(), needs: desk.needs)
    let waiting = Task { try? await access.token() }
    while !desk.isHolding { await Task.yield() }
    waiting.cancel()
    desk.open()
    _ = await waiting.value
    #expect(try await access.token().revealed == "a2")
    #expect(desk.log == ["POST token -", "store a2 r2"] && desk.kept?.refresh?.revealed == "r2")
  }

  @Test("tokens of a new consent are not overwritten by a refresh of the older ones", .timeLimit(.minutes(1)))
  func reconsent() async throws {
    let desk = Desk(keeping: .sample(life: 10)) { request, _ throws(Problem) in
      request.form["grant_type"] == "refresh_token" ? OAuthAccessTests.fresh(2) : OAuthAccessTests.fresh(9)
    }
    desk.change { $0.now = noon.addingTimeInterval(6) }
    desk.close()
    let access = OAuthAccess(.sample(), needs: desk.needs)
    let refreshing = Task { try? await access.token() }
    while !desk.isHolding { await Task.yield() }
    let pending = PendingAuthorization(scopes: [], redirect: "https://me.example/back", at: noon)
    let connecting = Task {
      try? await access.connect(AuthorizationGrant(code: Redacted("c"), scopes: nil), of: pending)
    }
    desk.open()
    _ = await (refreshing.value, connecting.value)
    #expect(desk.kept?.access.revealed == "a9")
    #expect(try await access.token().revealed == "a9")
  }

  @Test("access is ended with the refresh token, or with a request that carries the access token")
  func revoking() async throws {
    let sent = Locked<[Outgoing]>([])
    let desk = Desk(keeping: .sample()) { request, _ throws(Problem) in
      sent.withLock { $0.append(request) }
      return Incoming(status: 200)
    }
    #expect(try await OAuthAccess(.sample(), needs: desk.needs).revoke())
    #expect(sent.withLock { $0.last }?.form["token"] == "r1")
    let bearer = OAuthProvider.sample { $0.revocation = .bearer(method: "DELETE", "https://a.example/me") }
    #expect(try await OAuthAccess(bearer, needs: desk.needs).revoke())
    #expect(desk.log.last == "DELETE me a1")
    #expect(try await !OAuthAccess(.sample { $0.revocation = nil }, needs: desk.needs).revoke())
  }

  @Test("access that has ended already counts as ended; one that is not known to have ended does not")
  func revokedBefore() async throws {
    let ended = Desk(keeping: .sample()) { _, _ throws(Problem) in .json(["error": "invalid_token"], status: 400) }
    #expect(try await OAuthAccess(.sample(), needs: ended.needs).revoke())
    let bearer = OAuthProvider.sample { $0.revocation = .bearer(method: "POST", "https://a.example/end") }
    let gone = Desk(keeping: .sample(refresh: nil)) { _, _ throws(Problem) in Incoming(status: 401) }
    #expect(try await OAuthAccess(bearer, needs: gone.needs).revoke())
    for (status, expected) in [(503, "oauth-later"), (404, "oauth-refused")] {
      let desk = Desk(keeping: .sample()) { _, _ throws(Problem) in Incoming(status: status) }
      let access = OAuthAccess(.sample(), needs: desk.needs)
      let thrown = await code { () throws(Problem) in _ = try await access.revoke() }
      #expect(thrown == expected)
    }
  }

  @Test("tokens survive coding, and no description or dump shows them")
  func secrets() throws {
    let tokens = OAuthTokens.sample("access-secret", refresh: "refresh-secret")
    #expect(try JSONDecoder().decode(OAuthTokens.self, from: JSONEncoder().encode(tokens)) == tokens)
    var dumped = "\(tokens) \(String(reflecting: tokens))"
    dump(tokens, to: &dumped)
    dump(AuthorizationGrant(code: Redacted("code-secret"), scopes: nil), to: &dumped)
    #expect(!dumped.contains("secret"))
  }
}

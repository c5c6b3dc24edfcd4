import Chance
import Fetch
import Foundation
import JSON
import Kernel
import Signing
import Testing

@testable import Supabase

@Suite("Sign-in with a provider, and callbacks", .timeLimit(.minutes(10)))
struct CallbackTests {
  private static let callback = "http://127.0.0.1:8787/yhealth/me/-/callback"

  private func state(of departure: SignInDeparture) throws -> String {
    try #require(departure.callback.split(separator: "=").last.map(String.init))
  }

  /// A session that left for a provider, with a server that answers to every code.
  private func departed(_ stage: Stage) async throws -> (Session, SignInDeparture) {
    let session = try await stage.session()
    let departure = try await session.depart(to: "google", returningTo: CallbackTests.callback)
    stage.answers { _ throws(Problem) in Stage.tokens(1) }
    return (session, departure)
  }

  private func refused(_ session: Session, _ address: String) async -> String? {
    await problem { () throws(Problem) in _ = try await session.arrive(Redacted(address)) }?.code
  }

  @Test("a departure names the provider, the callback and a challenge, and sends nothing")
  func departs() async throws {
    let stage = Stage()
    let (_, departure) = try await departed(stage)
    #expect(
      departure.address.hasPrefix("http://127.0.0.1:9/auth/v1/authorize?provider=google&redirect_to=http%3A%2F%2F127"))
    #expect(departure.address.contains("&code_challenge_method=s256") && stage.paths.isEmpty)
    #expect(departure.callback.hasPrefix("\(CallbackTests.callback)?state=") && departure.nonce.utf8.count == 64)
    let (_, other) = try await departed(stage)
    #expect(other.callback != departure.callback && other.nonce != departure.nonce)
  }

  @Test("a callback with a code and the right state signs in, with the verifier of its challenge")
  func arrives() async throws {
    let stage = Stage()
    let (session, departure) = try await departed(stage)
    #expect(try await session.arrive(Redacted("\(departure.callback)&code=abc")) == .signedIn)
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
    #expect(stage.paths == ["/auth/v1/token?grant_type=pkce"])
    let body = try JSON(bytes: try #require(stage.asked.withLock { $0.last?.body }))
    let verifier = try #require(body["code_verifier"]?.string)
    #expect(body["auth_code"] == "abc")
    #expect(departure.address.contains("code_challenge=\(Base64URL.text(SHA256.hash(of: Array(verifier.utf8))))"))
  }

  @Test("a replayed, foreign, misdirected, incomplete or late callback signs nobody in, and sends nothing")
  func strangers() async throws {
    let stage = Stage()
    let (session, departure) = try await departed(stage)
    let state = try state(of: departure)
    for address in [
      "\(CallbackTests.callback)?state=other&code=abc", "\(CallbackTests.callback)?code=abc", CallbackTests.callback,
      "",
      "http://127.0.0.1:8787/yhealth/other/-/callback?state=\(state)&code=abc",
      "\(departure.callback)&state=other&code=abc",
      "\(departure.callback)&code=a&code=b", "\(departure.callback)&code=%", "\(departure.callback)&code=%FF",
      "\(CallbackTests.callback)?state=\(state.dropLast())&code=abc", "x\n\(departure.callback)&code=abc",
      "\(departure.callback)&code=abc" + String(repeating: "x", count: 20_000),
    ] {
      #expect(await refused(session, address) == "sign-in-foreign", "\(address.prefix(120))")
    }
    #expect(stage.paths.isEmpty && session.states.value == .none)
    #expect(try await session.arrive(Redacted("\(departure.callback)&code=abc")) == .signedIn)
    #expect(await refused(session, "\(departure.callback)&code=abc") == "sign-in-foreign")
    let late = try await session.depart(to: "google", returningTo: CallbackTests.callback)
    await stage.advance(601)
    #expect(await refused(session, "\(late.callback)&code=abc") == "sign-in-foreign")
  }

  @Test("half a code ends the flow without a session; tokens in a callback are never taken over")
  func half() async throws {
    let stage = Stage()
    let (session, departure) = try await departed(stage)
    let fixed = "&access_token=a.b.c&refresh_token=evil&expires_in=3600&token_type=bearer"
    #expect(await refused(session, departure.callback + fixed) == "sign-in-incomplete")
    #expect(await refused(session, "\(departure.callback)&code=abc") == "sign-in-foreign")
    let other = try await session.depart(to: "google", returningTo: CallbackTests.callback)
    #expect(await refused(session, "\(other.callback)#\(fixed.dropFirst())") == "sign-in-incomplete")
    #expect(stage.paths.isEmpty && session.states.value == .none)
  }

  @Test(
    "each error of a callback has its own problem, which repeats no text of the address",
    arguments: [
      ("error=access_denied&error_description=No+%3Cb%3E", "sign-in-denied"),
      ("error=access_denied&error_code=otp_expired&error_description=x", "auth-link"),
      ("error=invalid_request&error_code=provider_email_needs_verification", "sign-in-unverified"),
      ("error=invalid_request&error_code=identity_already_exists", "auth-linked-elsewhere"),
      ("error=invalid_request&error_code=identity_email_mismatch", "auth-link-email"),
      ("error=server_error&error_code=unexpected_failure", "sign-in-failed"),
      ("error=%3Cscript%3E", "sign-in-failed"), ("error=invalid_request&error_code=signup_disabled", "auth-closed"),
    ])
  func errors(_ query: String, _ expected: String) async throws {
    let stage = Stage()
    let (session, departure) = try await departed(stage)
    let said = await problem { () throws(Problem) in
      _ = try await session.arrive(Redacted("\(departure.callback)&\(query)"))
    }
    #expect(said?.code == expected && said?.sentence.contains("<") == false && stage.paths.isEmpty)
  }

  @Test("pending sign-ins survive a restart, are few, and unreadable ones are refused")
  func pending() async throws {
    let stage = Stage()
    let (_, departure) = try await departed(stage)
    let again = try await stage.session()
    #expect(try await again.arrive(Redacted("\(departure.callback)&code=abc")) == .signedIn)
    var departures: [SignInDeparture] = []
    for _ in 0...PendingFlows.most {
      departures.append(try await again.depart(to: "google", returningTo: CallbackTests.callback))
    }
    #expect(await refused(again, "\(departures[0].callback)&code=abc") == "sign-in-foreign")
    stage.keptFlows.withLock { $0 = Array("rubbish".utf8) }
    #expect(await refused(again, "\(departures[1].callback)&code=abc") == "sign-in-foreign")
  }

  @Test("linking asks the server for the address and may change no other account")
  func linking() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1)
    stage.answers { _ throws(Problem) in Stage.json(200, ["url": "https://id.example.org/authorize?x=y"]) }
    let departure = try await session.depart(to: "google", isLinking: true, returningTo: CallbackTests.callback)
    #expect(departure.address == "https://id.example.org/authorize?x=y" && stage.bearer == "Bearer access1")
    #expect(stage.paths.first?.hasPrefix("/auth/v1/user/identities/authorize?provider=google") == true)
    stage.answers { _ throws(Problem) in Stage.tokens(2, of: UUID()) }
    #expect(await refused(session, "\(departure.callback)&code=abc") == "sign-in-other-account")
    #expect(try await session.access().revealed == "access1")
    let next = try await session.link(stage)
    try await session.signOut()
    #expect(await refused(session, "\(next.callback)&code=abc") == "sign-in-other-account")
    for url: JSON in ["javascript:alert(1)", "", .null, .string("https://a b")] {
      let session = try await stage.signedIn(1)
      stage.answers { _ throws(Problem) in Stage.json(200, ["url": url]) }
      let said = await problem { () throws(Problem) in
        _ = try await session.depart(to: "google", isLinking: true, returningTo: CallbackTests.callback)
      }
      #expect(said?.code == "server-unreadable")
      try await session.signOut()
    }
  }

  @Test("a native token is sent with the nonce whose hash was handed over, once")
  func native() async throws {
    let stage = Stage()
    let (session, departure) = try await departed(stage)
    #expect(try await session.enter(withToken: Redacted("a.b.c")) == .signedIn)
    let body = try JSON(bytes: try #require(stage.asked.withLock { $0.last?.body }))
    #expect(body["provider"] == "google" && body["id_token"] == "a.b.c" && body["link_identity"] == nil)
    let nonce = try #require(body["nonce"]?.string)
    #expect(SHA256.hash(of: Array(nonce.utf8)).hexadecimal == departure.nonce)
    let again = await problem { () throws(Problem) in _ = try await session.enter(withToken: Redacted("a.b.c")) }
    #expect(again?.code == "sign-in-foreign")
    let other = Stage()
    let (refusing, _) = try await departed(other)
    // The server found another nonce in the token.
    other.answers { _ throws(Problem) in
      Stage.json(400, ["error": "invalid_grant", "error_description": "The nonce does not match."])
    }
    let said = await problem { () throws(Problem) in _ = try await refusing.enter(withToken: Redacted("a.b.c")) }
    #expect(said?.code == "sign-in-incomplete" && refusing.states.value == .none)
  }

  @Test("an account without a verified address gets no session")
  func unverified() async throws {
    let stage = Stage()
    let (session, departure) = try await departed(stage)
    stage.answers { _ throws(Problem) in
      Stage.json(
        200,
        [
          "access_token": "a", "refresh_token": "r", "expires_in": 3600,
          "user": ["id": .string(Stage.user.uuidString), "email": ""],
        ])
    }
    #expect(await refused(session, "\(departure.callback)&code=abc") == "sign-in-unverified")
    #expect(session.states.value == .none && stage.kept.withLock { $0 } == nil)
  }

  @Test("a link in a mail leads to its purpose; the first of two confirmations keeps the flow open")
  func mails() async throws {
    let stage = Stage { _ throws(Problem) in Stage.json(200, [:]) }
    let session = try await stage.session()
    try await session.recover("a@b.example", returningTo: CallbackTests.callback)
    let recovery = try callback(in: stage)
    stage.answers { _ throws(Problem) in Stage.tokens(1) }
    #expect(try await session.arrive(Redacted("\(recovery)&code=abc")) == .recovered)
    stage.answers { _ throws(Problem) in
      Stage.json(200, ["id": .string(Stage.user.uuidString), "email": "a@b.example", "new_email": "n@b.example"])
    }
    _ = try await session.changeEmail(to: "n@b.example", returningTo: CallbackTests.callback)
    let change = try callback(in: stage)
    #expect(try await session.arrive(Redacted("\(change)&message=Confirm+the+other")) == .half)
    stage.answers { _ throws(Problem) in Stage.tokens(2) }
    #expect(try await session.arrive(Redacted("\(change)&code=abc")) == .emailChanged)
  }

  private func callback(in stage: Stage) throws -> String {
    let path = try #require(stage.paths.last)
    let redirect = try #require(path.split(separator: "redirect_to=").last.map(String.init))
    return try #require(redirect.removingPercentEncoding)
  }

  @Test("the server's providers are listed, without what is none")
  func providers() async throws {
    let stage = Stage { _ throws(Problem) in
      Stage.json(
        200,
        ["external": ["email": true, "phone": false, "google": true, "apple": true, "gone": false, "Ev<il": true]])
    }
    #expect(try await stage.session().providers() == ["apple", "google"])
    stage.answers { _ throws(Problem) in Stage.json(200, [:]) }
    let session = try await stage.session()
    let said = await problem { () throws(Problem) in _ = try await session.providers() }
    #expect(said?.code == "server-unreadable")
  }

  @Test("no secret of a flow or a callback is logged")
  func logged() async throws {
    let stage = Stage()
    let (session, departure) = try await departed(stage)
    stage.answers { _ throws(Problem) in Stage.refused(403, "bad_code_verifier") }
    #expect(await refused(session, "\(departure.callback)&code=the-code") == "sign-in-foreign")
    let lines = stage.lines.withLock { $0.joined() }
    for secret in ["the-code", try state(of: departure)] { #expect(!lines.contains(secret)) }
  }

  @Test("no address makes the parser fail otherwise than by a problem")
  func fuzz() throws {
    var random = Seeded(7)
    let pieces = ["?", "&", "=", "#", "%", "%41", "state", "code", "error", "+", "x", "\u{0}", "ü", "http://a/b"]
    for _ in 0..<2000 {
      let text = (0..<Int(random.next() % 20)).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      if let callback = try? Callback(text) { #expect(!callback.address.contains("?")) }
    }
  }
}

extension Session {
  /// Begins a linking for a signed-in person.
  fileprivate func link(_ stage: Stage) async throws -> SignInDeparture {
    stage.answers { _ throws(Problem) in Stage.json(200, ["url": "https://id.example.org/authorize"]) }
    return try await depart(
      to: "google", isLinking: true, returningTo: "http://127.0.0.1:8787/yhealth/me/-/callback")
  }
}

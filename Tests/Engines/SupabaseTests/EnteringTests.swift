import Fetch
import Foundation
import JSON
import Kernel
import Testing

@testable import Supabase

@Suite("Signing in and signing up", .timeLimit(.minutes(10)))
struct EnteringTests {
  @Test("a sign-in creates a session that survives a restart of the program")
  func signIn() async throws {
    let stage = Stage { _ throws(Problem) in Stage.tokens(1) }
    let session = try await stage.session()
    #expect(session.states.value == .none)
    try await session.signIn("a@b.example", Redacted("secret word"))
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
    #expect(try await session.access().revealed == "access1")
    let again = try await stage.session()
    #expect(again.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
    #expect(try await again.access().revealed == "access1")
    #expect(stage.paths == ["/auth/v1/token?grant_type=password"])
  }

  @Test("a sign-up sends the address, headers and body that the server expects")
  func asked() async throws {
    let stage = Stage { _ throws(Problem) in Stage.tokens(1) }
    let session = try await stage.session()
    _ = try await session.signUp("a@b.example", Redacted("pä\"ss"))
    let asked = try #require(stage.asked.withLock { $0.first })
    #expect(asked.method == "POST" && asked.address == "http://127.0.0.1:9/auth/v1/signup")
    let headers = Dictionary(asked.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    #expect(headers["apikey"] == "public" && headers["authorization"] == "Bearer public")
    #expect(headers["x-supabase-api-version"] == "2024-01-01")
    let body = try JSON(bytes: asked.body ?? [])
    #expect(body["email"] == "a@b.example" && body["password"] == "pä\"ss")
  }

  @Test("a sign-up that must be confirmed creates no session")
  func confirm() async throws {
    let stage = Stage { _ throws(Problem) in
      Stage.json(200, ["id": .string(UUID().uuidString), "email": "a@b.example", "identities": []])
    }
    let session = try await stage.session()
    #expect(try await session.signUp("a@b.example", Redacted("secret word")) == .mustConfirm)
    #expect(session.states.value == .none && stage.kept.withLock { $0 } == nil)
    stage.answers { _ throws(Problem) in Stage.tokens(1) }
    #expect(try await session.signUp("a@b.example", Redacted("secret word")) == .signedIn)
  }

  @Test(
    "each refusal has its own problem, which contains neither address nor password",
    arguments: [
      (400, "invalid_credentials", "auth-wrong-password"), (422, "user_already_exists", "auth-registered"),
      (422, "email_exists", "auth-registered"), (422, "weak_password", "auth-weak-password"),
      (400, "email_not_confirmed", "auth-unconfirmed"), (429, "over_request_rate_limit", "auth-too-many"),
      (429, "over_email_send_rate_limit", "auth-too-many"), (422, "signup_disabled", "auth-closed"),
      (400, "user_banned", "auth-banned"), (400, "validation_failed", "auth-invalid"),
      (500, "unexpected", "server-later"),
      (503, "", "server-later"), (418, "teapot", "auth-refused"), (302, "", "server-unreadable"),
    ])
  func refused(_ status: Int, _ code: String, _ expected: String) async throws {
    let stage = Stage { _ throws(Problem) in Stage.refused(status, code) }
    let session = try await stage.session()
    for isNew in [true, false] {
      let problem = await problem { () throws(Problem) in
        if isNew {
          _ = try await session.signUp("a@b.example", Redacted("secret word"))
        } else {
          try await session.signIn("a@b.example", Redacted("secret word"))
        }
      }
      #expect(problem?.code == expected)
      #expect(problem?.sentence.contains("secret word") == false && problem?.sentence.contains("b.example") == false)
    }
    #expect(session.states.value == .none)
  }

  @Test("older error formats are read too; a weak password has its reasons, and a rate limit its wait")
  func shapes() async throws {
    let stage = Stage()
    let session = try await stage.session()
    func said(_ incoming: Incoming) async -> Problem? {
      stage.answers { _ throws(Problem) in incoming }
      return await problem { () throws(Problem) in try await session.signIn("a@b.example", Redacted("x")) }
    }
    let old = Stage.json(400, ["code": 400, "error_code": "invalid_credentials", "msg": "m"])
    #expect(await said(old)?.code == "auth-wrong-password")
    let header = Incoming(status: 400, headers: [.init("x-sb-error-code", "invalid_credentials")], body: [1, 2])
    #expect(await said(header)?.code == "auth-wrong-password")
    let weak = Stage.json(422, ["code": "weak_password", "weak_password": ["reasons": ["length", "pwned", "x", 7]]])
    #expect(await said(weak)?.what == "This password is too weak: it is too short, it is known from a leak.")
    let limit = Stage.json(429, ["code": "over_request_rate_limit"], [.init("retry-after", "300")])
    #expect(await said(limit)?.remedy == "Wait 5 minutes, then try again.")
    // A text from the server is never shown.
    let evil = await said(Stage.json(400, ["code": "<b>click</b>"]))
    #expect(evil?.code == "auth-refused" && evil?.sentence.contains("<") == false)
  }

  @Test(
    "an unreachable, slow, broken or untrusted server is reported, and no session is created",
    arguments: [
      ("fetch-unreachable", "server-unreachable"), ("fetch-timed-out", "server-timed-out"),
      ("fetch-broken", "server-unreadable"), ("fetch-untrusted", "fetch-untrusted"),
    ])
  func away(_ code: String, _ expected: String) async throws {
    let stage = Stage { _ throws(Problem) in throw Problem(code, "x", remedy: "y") }
    let session = try await stage.session()
    let said = await problem { () throws(Problem) in try await session.signIn("a@b.example", Redacted("x")) }
    #expect(said?.code == expected)
    #expect(session.states.value == .none)
  }

  @Test(
    "an incomplete or invalid session is refused",
    arguments: [
      "", "null", "{}", "[]", #"{"access_token":"a"}"#, #"{"access_token":"a","refresh_token":"b","expires_in":60}"#,
      #"{"access_token":"a","refresh_token":"b","expires_in":60,"user":{"id":"x"}}"#,
      #"{"access_token":"a\r\nb: c","refresh_token":"b","expires_in":60,"user":{"id":"01020304-0506-4708-890a-0b0c0d0e0f10"}}"#,
      #"{"access_token":"","refresh_token":"b","expires_in":60,"user":{"id":"01020304-0506-4708-890a-0b0c0d0e0f10"}}"#,
      #"{"access_token":"a","refresh_token":"b","expires_in":-1,"user":{"id":"01020304-0506-4708-890a-0b0c0d0e0f10"}}"#,
      #"{"access_token":"a","refresh_token":"b","user":{"id":"01020304-0506-4708-890a-0b0c0d0e0f10"}}"#,
      #"{"access_token":7,"refresh_token":"b","expires_in":60,"user":{"id":"01020304-0506-4708-890a-0b0c0d0e0f10"}}"#,
      #"{"id":"nobody"}"#,
    ])
  func half(_ body: String) async throws {
    let stage = Stage { _ throws(Problem) in Incoming(status: 200, body: Array(body.utf8)) }
    let session = try await stage.session()
    let said = await problem { () throws(Problem) in _ = try await session.signUp("a@b.example", Redacted("x")) }
    #expect(said?.code == "server-unreadable")
    #expect(session.states.value == .none && stage.kept.withLock { $0 } == nil)
  }

  @Test("an invalid address or password is not sent")
  func bounds() async throws {
    let stage = Stage { _ throws(Problem) in Stage.tokens(1) }
    let session = try await stage.session()
    for mail in ["", "a", "@", "a@", "@b", "a@b@c", "a @b", "a@b\n", String(repeating: "a", count: 400) + "@b"] {
      let said = await problem { () throws(Problem) in try await session.signIn(mail, Redacted("x")) }
      #expect(said?.code == "auth-mail", "\(mail)")
    }
    for password in ["", String(repeating: "x", count: 1001)] {
      let said = await problem { () throws(Problem) in try await session.signIn("a@b", Redacted(password)) }
      #expect(said?.code == "auth-password")
    }
    #expect(stage.paths.isEmpty)
  }

  @Test("a sign-in fails when the session cannot be stored")
  func full() async throws {
    let stage = Stage { _ throws(Problem) in Stage.tokens(1) }
    stage.isFull.withLock { $0 = true }
    let session = try await stage.session()
    let said = await problem { () throws(Problem) in try await session.signIn("a@b.example", Redacted("x")) }
    #expect(said == Stage.full && session.states.value == .none)
  }

  @Test("a stored session that cannot be read is logged and counts as signed out")
  func unreadable() async throws {
    for kept in ["", "x", "{}", #"{"user":"01020304-0506-4708-890A-0B0C0D0E0F10","email":"a","access":"b"}"#] {
      let stage = Stage()
      stage.kept.withLock { $0 = Array(kept.utf8) }
      #expect(try await stage.session().states.value == .none)
      #expect(stage.lines.withLock { $0.count } == 1)
    }
  }

  @Test("the secrets of a login are neither printed nor logged")
  func secret() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    let login = try #require(await session.login)
    for text in ["\(login)", String(reflecting: login), "\(String(describing: login.tokens))"] {
      for word in ["access1", "refresh1", "b.example"] { #expect(!text.contains(word), "\(text)") }
    }
    stage.answers { _ throws(Problem) in Stage.refused(400, "session_not_found") }
    try? await session.refresh()
    let lines = stage.lines.withLock { $0 }
    #expect(!lines.isEmpty)
    for word in ["access1", "refresh1", "b.example", "secret word"] {
      #expect(!lines.joined().contains(word))
    }
  }
}

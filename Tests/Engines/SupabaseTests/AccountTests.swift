import Fetch
import Foundation
import JSON
import Kernel
import Testing

@testable import Supabase

@Suite("Mails, passwords and addresses of an account", .timeLimit(.minutes(10)))
struct AccountTests {
  private static let callback = "http://127.0.0.1:8787/yhealth/me/-/callback"

  private static func account(_ more: [String: JSON] = [:]) -> Incoming {
    let members: [String: JSON] = [
      "id": .string(Stage.user.uuidString.lowercased()), "email": "a@b.example", "has_password": true,
      "identities": [
        ["identity_id": "01020304-0506-4708-890a-0b0c0d0e0f11", "provider": "email", "email": "a@b.example"],
        ["identity_id": "01020304-0506-4708-890a-0b0c0d0e0f12", "provider": "google", "email": "g@b.example"],
        ["identity_id": "no identifier", "provider": "apple"],
      ],
    ]
    return Stage.json(200, .object(members.merging(more) { $1 }))
  }

  private func body(_ stage: Stage, at index: Int = 0) throws -> JSON {
    let bodies = stage.asked.withLock { asked in asked.map { $0.body ?? [] } }
    return try JSON(bytes: try #require(bodies.indices.contains(index) ? bodies[index] : nil))
  }

  @Test("a recovery sends the address and a challenge, and its link leads back with a state")
  func recovery() async throws {
    let stage = Stage { _ throws(Problem) in Stage.json(200, [:]) }
    let session = try await stage.session()
    try await session.recover("a@b.example", returningTo: AccountTests.callback)
    let path = try #require(stage.paths.first)
    #expect(
      path.hasPrefix(
        "/auth/v1/recover?redirect_to=http%3A%2F%2F127.0.0.1%3A8787%2Fyhealth%2Fme%2F-%2Fcallback%3Fstate%3D"))
    let body = try body(stage)
    #expect(body["email"] == "a@b.example" && body["code_challenge_method"] == "s256")
    #expect(body["code_challenge"]?.string?.utf8.count == 43)
    #expect(session.states.value == .none)
  }

  @Test("a code signs in; an answer about a second address does not")
  func confirms() async throws {
    let stage = Stage { _ throws(Problem) in Stage.tokens(1) }
    let session = try await stage.session()
    #expect(try await session.confirm(.recovery, of: "a@b.example", code: Redacted("123456")))
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
    #expect(
      try body(stage) == [
        "type": "recovery", "email": "a@b.example", "token": "123456", "gotrue_meta_security": ["captcha_token": nil],
      ])
    stage.answers { _ throws(Problem) in Stage.json(200, ["msg": "half", "code": "200"]) }
    #expect(try await session.confirm(.emailChange, of: "a@b.example", code: Redacted("123456")) == false)
    #expect(try await session.access().revealed == "access1")
  }

  @Test("a malformed code is not sent", arguments: ["", "12345", "1234567", "12345x", "１２３４５６"])
  func malformed(_ code: String) async throws {
    let stage = Stage()
    let session = try await stage.session()
    let said = await problem { () throws(Problem) in
      _ = try await session.confirm(.confirmation, of: "a@b.example", code: Redacted(code))
    }
    #expect(said?.code == "auth-code" && stage.paths.isEmpty)
  }

  @Test("a session from before a code was entered is replaced, and ended on the server")
  func fixation() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1)
    stage.answers { request throws(Problem) in
      request.address.contains("logout") ? Incoming(status: 204) : Stage.tokens(2)
    }
    _ = try await session.confirm(.recovery, of: "a@b.example", code: Redacted("123456"))
    #expect(try await session.access().revealed == "access2")
    #expect(stage.paths == ["/auth/v1/verify", "/auth/v1/logout?scope=local"] && stage.bearer == "Bearer access1")
    #expect(stage.kept.withLock { String(decoding: $0 ?? [], as: UTF8.self) }.contains("refresh1") == false)
  }

  @Test("a code of another account does not replace the session of the person who is signed in")
  func other() async throws {
    let stage = Stage()
    let session = try await stage.signedIn(1)
    stage.answers { _ throws(Problem) in Stage.tokens(2, of: UUID()) }
    let said = await problem { () throws(Problem) in
      _ = try await session.confirm(.recovery, of: "x@b.example", code: Redacted("123456"))
    }
    #expect(said?.code == "sign-in-other-account")
    #expect(try await session.access().revealed == "access1")
  }

  @Test("a change of password sends the current one, and each refusal has its own problem")
  func password() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in AccountTests.account() }
    try await session.changePassword(from: Redacted("secret word"), to: Redacted("another word"))
    #expect(try body(stage)["current_password"] == "secret word" && body(stage)["password"] == "another word")
    #expect(stage.asked.withLock { $0.first?.method } == "PUT" && stage.bearer == "Bearer access1")
    for (status, code, expected) in [
      (400, "current_password_mismatch", "auth-current-password"), (422, "same_password", "auth-same-password"),
      (422, "weak_password", "auth-weak-password"), (429, "over_request_rate_limit", "auth-too-many"),
    ] {
      stage.answers { _ throws(Problem) in Stage.refused(status, code) }
      let said = await problem { () throws(Problem) in
        try await session.changePassword(from: Redacted("x"), to: Redacted("y"))
      }
      #expect(said?.code == expected && said?.sentence.contains("secret") == false)
    }
  }

  @Test("a change of address is known at once when the server makes it, and awaits confirmation otherwise")
  func email() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in AccountTests.account(["new_email": "new@b.example"]) }
    #expect(try await session.changeEmail(to: "new@b.example", returningTo: AccountTests.callback) == .mustConfirm)
    #expect(session.states.value == .signedIn(user: Stage.user, email: "a@b.example"))
    stage.answers { _ throws(Problem) in AccountTests.account(["email": "new@b.example"]) }
    #expect(try await session.changeEmail(to: "new@b.example", current: Redacted("secret word")) == .changed)
    #expect(try body(stage, at: 1)["current_password"] == "secret word" && body(stage)["current_password"] == nil)
    #expect(session.states.value == .signedIn(user: Stage.user, email: "new@b.example"))
    #expect(try await session.access().revealed == "access1")
  }

  @Test("the details of an account list the linked providers; a server that does not tell of a password is read too")
  func details() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { _ throws(Problem) in AccountTests.account(["has_password": false]) }
    let details = try await session.details()
    #expect(details.links.map(\.provider) == ["google"] && details.links.first?.email == "g@b.example")
    #expect(!details.hasPassword)
    stage.answers { _ throws(Problem) in AccountTests.account(["has_password": nil]) }
    #expect(try await session.details().hasPassword)
    for rubbish: JSON in [[:], ["id": "x"], .null, [1]] {
      stage.answers { _ throws(Problem) in Stage.json(200, rubbish) }
      let said = await problem { () throws(Problem) in _ = try await session.details() }
      #expect(said?.code == "server-unreadable")
    }
  }

  @Test("the name that a provider told is one line, and anything else is none")
  func names() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    let cases: [(JSON, String?)] = [
      (["full_name": " Ada  Lovelace ", "name": "Ada"], "Ada Lovelace"), (["name": "Ada"], "Ada"),
      (["full_name": 7, "name": "Ada"], "Ada"), ([:], nil), (["name": ""], nil), (["name": " \n\t"], nil),
      (["name": "Ada\u{0}"], nil), (["name": "\u{202E}adA"], nil), (["name": ["Ada"]], nil), ("Ada", nil),
      (["name": .string(String(repeating: "A", count: 200))], String(repeating: "A", count: 200)),
      (["name": .string(String(repeating: "A", count: 201))], nil),
      (["name": .string(String(repeating: "A", count: 1 << 20))], nil),
    ]
    for (metadata, name) in cases {
      stage.answers { _ throws(Problem) in AccountTests.account(["user_metadata": metadata]) }
      #expect(try await session.details().name == name)
    }
  }

  @Test("a request of the person is repeated once with a new token")
  func repeated() async throws {
    let stage = Stage()
    let session = try await stage.signedIn()
    stage.answers { request throws(Problem) in
      if request.address.contains("refresh_token") { return Stage.tokens(2) }
      let isNew = request.headers.contains { $0.value == "Bearer access2" }
      return isNew ? AccountTests.account() : Stage.refused(401, "no_authorization")
    }
    _ = try await session.details()
    #expect(stage.paths == ["/auth/v1/user", "/auth/v1/token?grant_type=refresh_token", "/auth/v1/user"])
  }
}

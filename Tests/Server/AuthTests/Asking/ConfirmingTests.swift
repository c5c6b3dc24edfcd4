import JSON
import Kernel
import Mail
import Testing
import Transport

@testable import Auth

@Suite("Confirmation by mail")
struct ConfirmingTests {
  private let world: World

  init() throws {
    world = try World {
      $0.confirmsEmail = true
      $0.rates.mailOfAccount = Rate(100, per: 60)
    }
  }

  private func signUp(_ email: String, _ password: String = "correct horse", _ more: [String: JSON] = [:]) async throws
    -> World.Answer
  {
    var body: [String: JSON] = ["email": .string(email), "password": .string(password)]
    body.merge(more) { $1 }
    return try await world.ask("POST", "signup?redirect_to=myapp%3A%2F%2Fdone", .object(body))
  }

  @Test("the code of the mail confirms a sign-up; signing in before is refused")
  func code() async throws {
    let answer = try await signUp("ada@example.com")
    #expect(answer.status == 200 && answer.json["access_token"] == nil && answer.json["user"] == nil)
    #expect(answer.json["email"] == "ada@example.com" && answer.json["confirmed_at"] == nil)
    let early = try await world.signIn()
    #expect(early.status == 400 && early.code == "email_not_confirmed")
    #expect(try await world.signIn("ada@example.com", "wrong").code == "invalid_credentials")
    let shown = try await world.ask(
      "POST", "verify",
      ["email": "ada@example.com", "token": .string(try world.code(to: "ada@example.com")), "type": "signup"])
    #expect(shown.status == 200 && shown.user["email_confirmed_at"]?.string != nil)
    #expect(shown.user["identities"]?.array?.first?["identity_data"]?["email_verified"] == true)
    #expect(try await world.signIn().status == 200)
  }

  @Test("the link of the mail confirms a sign-up, once")
  func link() async throws {
    _ = try await signUp("ada@example.com")
    let (token, path) = try world.link(to: "ada@example.com")
    let followed = try await world.ask("GET", path, key: .some(nil))
    #expect(followed.status == 303 && followed.place.hasPrefix("myapp://done#access_token="))
    let fragment = followed.fragment
    #expect(fragment["token_type"] == "bearer" && fragment["expires_in"] == "3600" && fragment["type"] == "signup")
    #expect(try await world.refresh(try #require(fragment["refresh_token"])).status == 200)
    let access = try #require(fragment["access_token"])
    #expect(try await world.ask("GET", "user", bearer: access).status == 200)
    let again = try await world.ask("GET", path, key: .some(nil))
    #expect(
      again.status == 303 && again.fragment["error_code"] == "otp_expired" && again.query["error"] == "access_denied")
    #expect(again.fragment["error_description"] == "Email link is invalid or has expired")
    let posted = try await world.ask("POST", "verify", ["token_hash": .string(token), "type": "signup"])
    #expect(posted.status == 403 && posted.code == "otp_expired")
  }

  @Test("confirmed, unconfirmed and new addresses get answers of the same shape")
  func undisclosed() async throws {
    _ = try await signUp("known@example.com")
    _ = try await world.ask("GET", try world.link(to: "known@example.com").path, key: .some(nil))
    _ = try await signUp("waits@example.com")
    var shapes: Set<[String]> = []
    var ids: Set<String> = []
    for email in ["known@example.com", "waits@example.com", "new@example.com"] {
      for _ in 0..<2 {
        let answer = try await signUp(email)
        #expect(answer.status == 200 && answer.json["identities"] == [] && answer.json["email"] == .string(email))
        shapes.insert(try #require(answer.json.object).keys.sorted())
        ids.insert(try #require(answer.json["id"]?.string))
        for call in ["recover", "otp", "resend"] {
          let body: JSON = ["email": .string(email), "type": "signup", "create_user": false]
          let asked = try await world.ask("POST", call, body)
          #expect(asked.status == 200 && asked.json == [:] || asked.status == 429, "\(call) \(asked.json)")
        }
      }
    }
    #expect(shapes.count == 1 && ids.count == 6)
    #expect(world.letters.withLock { $0 }.contains { $0.to == "known@example.com" && $0.subject.contains("already") })
    for call in ["recover", "otp", "resend"] {
      let body: JSON = ["email": "nobody@example.com", "type": "signup", "create_user": false]
      #expect(try await world.ask("POST", call, body).json == [:])
    }
    #expect(!world.letters.withLock { $0.contains { $0.to == "nobody@example.com" } })
  }

  @Test("of two sign-ups with one address, only the second link and the second password are valid")
  func prehijacked() async throws {
    _ = try await signUp("ada@example.com", "the attacker's")
    let old = try world.link(to: "ada@example.com")
    _ = try await signUp("ada@example.com", "the owner's own")
    let stale = try await world.ask("GET", old.path, key: .some(nil))
    #expect(stale.fragment["error_code"] == "otp_expired")
    _ = try await world.ask("GET", try world.link(to: "ada@example.com").path, key: .some(nil))
    #expect(try await world.signIn("ada@example.com", "the attacker's").status == 400)
    #expect(try await world.signIn("ada@example.com", "the owner's own").status == 200)
  }

  @Test("with PKCE the link redirects with a code that the verifier exchanges once, within five minutes")
  func pkce() async throws {
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    let challenge: [String: JSON] = [
      "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "s256",
    ]
    _ = try await signUp("ada@example.com", "correct horse", challenge)
    let followed = try await world.ask("GET", try world.link(to: "ada@example.com").path, key: .some(nil))
    #expect(followed.status == 303 && followed.fragment["access_token"] == nil)
    let code = try #require(followed.query["code"])
    func exchange(_ code: String, _ verifier: String) async throws -> World.Answer {
      try await world.ask(
        "POST", "token?grant_type=pkce", ["auth_code": .string(code), "code_verifier": .string(verifier)])
    }
    let wrong = try await exchange(code, String(repeating: "x", count: 43))
    #expect(wrong.status == 400 && wrong.code == "bad_code_verifier")
    let unknown = try await exchange("nowhere", verifier)
    #expect(unknown.status == 404 && unknown.code == "flow_state_not_found")
    #expect(try await exchange(code, "").code == "validation_failed")
    let entered = try await exchange(code, verifier)
    #expect(entered.status == 200 && entered.user["email"] == "ada@example.com")
    #expect(try await exchange(code, verifier).code == "flow_state_not_found")

    _ = try await world.ask("POST", "otp", .object(challenge.merging(["email": "ada@example.com"]) { $1 }))
    let late = try await world.ask("GET", try world.link(to: "ada@example.com").path, key: .some(nil))
    await world.pass(300)
    let expired = try await exchange(try #require(late.query["code"]), verifier)
    #expect(expired.status == 422 && expired.code == "flow_state_expired")
  }

  @Test("a change of address needs confirmation from both addresses; a taken address is not disclosed")
  func change() async throws {
    _ = try await signUp("ada@example.com")
    let shown = try await world.ask(
      "POST", "verify",
      ["email": "ada@example.com", "token": .string(try world.code(to: "ada@example.com")), "type": "email"])
    let asked = try await world.ask("PUT", "user", ["email": "New@example.com"], bearer: shown.access)
    #expect(asked.status == 200 && asked.json["new_email"] == "new@example.com")
    #expect(asked.json["email"] == "ada@example.com")
    let half = try await world.ask("GET", try world.link(to: "new@example.com").path, key: .some(nil))
    #expect(half.fragment["message"] == Auth.halfMessage)
    let halfAgain = try await world.ask("GET", try world.link(to: "new@example.com").path, key: .some(nil))
    #expect(halfAgain.fragment["error_code"] == "otp_expired")
    #expect(try await world.ask("GET", "user", bearer: shown.access).json["email"] == "ada@example.com")
    let token = try world.link(to: "ada@example.com").token
    let whole = try await world.ask("POST", "verify", ["token_hash": .string(token), "type": "email_change"])
    #expect(whole.status == 200 && whole.user["email"] == "new@example.com" && whole.user["new_email"] == nil)
    #expect(whole.user["identities"]?.array?.first?["email"] == "new@example.com")

    _ = try await signUp("eve@example.com")
    let eve = try await world.ask(
      "POST", "verify",
      ["email": "eve@example.com", "token": .string(try world.code(to: "eve@example.com")), "type": "signup"])
    let taken = try await world.ask("PUT", "user", ["email": "new@example.com"], bearer: eve.access)
    #expect(taken.status == 200 && taken.json["new_email"] == "new@example.com")
    #expect(try world.letter(to: "new@example.com").subject == "You already have an account")
  }

  @Test("with codes, the first of the two confirmations answers that the other is missing")
  func halves() async throws {
    _ = try await signUp("ada@example.com")
    let shown = try await world.ask(
      "POST", "verify",
      ["email": "ada@example.com", "token": .string(try world.code(to: "ada@example.com")), "type": "email"])
    _ = try await world.ask("PUT", "user", ["email": "new@example.com"], bearer: shown.access)
    func show(_ email: String) async throws -> World.Answer {
      try await world.ask(
        "POST", "verify",
        ["email": .string(email), "token": .string(try world.code(to: email)), "type": "email_change"])
    }
    let half = try await show("ada@example.com")
    #expect(half.status == 200 && half.json == ["msg": .string(Auth.halfMessage), "code": "200"])
    #expect(try await show("ada@example.com").status == 403)
    let resent = try await world.ask("POST", "resend", ["type": "email_change", "email": "ada@example.com"])
    #expect(resent.status == 200)
    #expect(try await show("new@example.com").user["email"] == "new@example.com")
  }

  @Test("an anonymous user who confirms an address keeps the id and the metadata")
  func upgrade() async throws {
    let anonymous = try await world.ask("POST", "signup", ["data": ["theme": "dark"]])
    let asked = try await world.ask(
      "PUT", "user", ["email": "ada@example.com", "password": "correct horse"], bearer: anonymous.access)
    #expect(asked.status == 200 && asked.json["is_anonymous"] == true)
    let followed = try await world.ask("GET", try world.link(to: "ada@example.com").path, key: .some(nil))
    #expect(followed.fragment["access_token"] != nil)
    let entered = try await world.signIn()
    #expect(entered.user["id"] == anonymous.user["id"] && entered.user["is_anonymous"] == false)
    #expect(entered.user["user_metadata"] == ["theme": "dark"])
  }
}

import JSON
import Kernel
import Mail
import Relational
import Testing
import Transport

@testable import Auth

@Suite("Links and codes")
struct CodeTests {
  private func verify(_ world: World, _ email: String, _ code: String, _ type: String) async throws -> World.Answer {
    try await world.ask("POST", "verify", ["email": .string(email), "token": .string(code), "type": .string(type)])
  }

  @Test("a recovery code signs in; changing the password then ends older sessions")
  func recovery() async throws {
    let world = try World()
    let first = try await world.signUp()
    let asked = try await world.ask(
      "POST", "recover?redirect_to=http%3A%2F%2Flocalhost%3A3000%2Freset", ["email": "ADA@example.com"])
    #expect(asked.status == 200 && asked.json == [:])
    #expect(try world.link(to: "ada@example.com").path.contains("redirect_to=http%3A%2F%2Flocalhost%3A3000%2Freset"))
    let shown = try await verify(world, "ada@example.com", try world.code(to: "ada@example.com"), "recovery")
    #expect(shown.status == 200 && shown.user["recovery_sent_at"]?.string != nil)
    let changed = try await world.ask("PUT", "user", ["password": "battery staple"], bearer: shown.access)
    #expect(changed.status == 200)
    #expect(try await world.signIn().status == 400)
    #expect(try await world.signIn("ada@example.com", "battery staple").status == 200)
    // Sessions opened with the old password have ended.
    #expect(try await world.refresh(first.refresh).status == 400)
    #expect(try await world.ask("POST", "recover", ["email": "nobody@example.com"]).json == [:])
    #expect(try await world.ask("POST", "recover", [:]).code == "validation_failed")
    #expect(try await world.ask("POST", "recover", ["email": "x"]).code == "validation_failed")
    #expect(world.letters.withLock { $0.count } == 1)
  }

  @Test("a one-time code creates a missing account, unless the request sets create_user to false")
  func otp() async throws {
    let world = try World()
    let none = try await world.ask("POST", "otp", ["email": "ada@example.com", "create_user": false])
    #expect(none.status == 200 && none.json == [:] && world.letters.withLock { $0.isEmpty })
    let asked = try await world.ask("POST", "otp", ["email": "ada@example.com", "data": ["a": 1], "create_user": true])
    #expect(asked.status == 200 && asked.json == [:])
    let shown = try await verify(world, "ada@example.com", try world.code(to: "ada@example.com"), "email")
    #expect(shown.status == 200 && shown.user["user_metadata"] == ["a": 1])
    #expect(shown.user["email_confirmed_at"]?.string != nil)
    _ = try await world.ask("POST", "otp", ["email": "ada@example.com", "create_user": false])
    let link = try world.link(to: "ada@example.com").token
    let again = try await world.ask("POST", "verify", ["token_hash": .string(link), "type": "magiclink"])
    #expect(again.user["id"] == shown.user["id"])
    let closed = try World { $0.allowsCodes = false }
    let refused = try await closed.ask("POST", "otp", ["email": "ada@example.com"])
    #expect(refused.status == 422 && refused.code == "otp_disabled")
    #expect(try await world.ask("POST", "otp", [:]).code == "validation_failed")
    #expect(try await world.ask("POST", "otp", ["phone": "4912"]).code == "phone_provider_disabled")
  }

  @Test("sign-up with a password succeeds for an account that a code created and that was never used")
  func unused() async throws {
    let world = try World()
    _ = try await world.ask("POST", "otp", ["email": "ada@example.com"])
    #expect(try await world.signUp().user["email"] == "ada@example.com")
  }

  @Test("after five wrong codes the right code is refused too; the link still works")
  func attempts() async throws {
    let world = try World()
    try await world.signUp()
    _ = try await world.ask("POST", "recover", ["email": "ada@example.com"])
    let code = try world.code(to: "ada@example.com")
    let wrong = code == "000000" ? "000001" : "000000"
    for _ in 0..<5 {
      let answer = try await verify(world, "ada@example.com", wrong, "recovery")
      #expect(answer.status == 403 && answer.code == "otp_expired")
      #expect(answer.message == "Token has expired or is invalid")
    }
    #expect(try await verify(world, "ada@example.com", code, "recovery").status == 403)
    let followed = try await world.ask("GET", try world.link(to: "ada@example.com").path, key: .some(nil))
    #expect(followed.fragment["access_token"] != nil)
  }

  @Test("a code is valid for one hour, once, for its purpose only, and until the next one is sent")
  func once() async throws {
    let world = try World()
    try await world.signUp()
    _ = try await world.ask("POST", "recover", ["email": "ada@example.com"])
    let (first, old) = (try world.code(to: "ada@example.com"), try world.link(to: "ada@example.com").token)
    #expect(try await verify(world, "ada@example.com", first, "signup").status == 403)
    #expect(try await verify(world, "ada@example.com", first, "email_change").status == 403)
    _ = try await world.ask("POST", "recover", ["email": "ada@example.com"])
    let stale = try await world.ask("POST", "verify", ["token_hash": .string(old), "type": "recovery"])
    #expect(stale.status == 403)
    let second = try world.code(to: "ada@example.com")
    await world.pass(3600)
    #expect(try await verify(world, "ada@example.com", second, "recovery").status == 403)
    _ = try await world.ask("POST", "recover", ["email": "ada@example.com"])
    let third = try world.code(to: "ada@example.com")
    #expect(try await verify(world, "ada@example.com", third, "recovery").status == 200)
    #expect(try await verify(world, "ada@example.com", third, "recovery").status == 403)
    for (body, code): (JSON, String) in [
      (["email": "ada@example.com", "token": "1", "type": "odd"], "validation_failed"),
      (["email": "ada@example.com", "type": "recovery"], "validation_failed"), ([:], "validation_failed"),
      (["token_hash": "x"], "validation_failed"), (["token_hash": "x", "type": "recovery"], "otp_expired"),
    ] {
      #expect(try await world.ask("POST", "verify", body).code == code)
    }
    #expect(
      try await world.store.look { session throws(Failure) in
        try session.rows("select id from auth_one_time_tokens", []).count
      } <= 2)
  }

  @Test("of ten concurrent uses of one link, exactly one succeeds")
  func race() async throws {
    let world = try World()
    try await world.signUp()
    _ = try await world.ask("POST", "recover", ["email": "ada@example.com"])
    let body: JSON = ["token_hash": .string(try world.link(to: "ada@example.com").token), "type": "recovery"]
    let entered = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<10 { group.addTask { try await world.ask("POST", "verify", body).status } }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(entered.count { $0 == 200 } == 1 && entered.count { $0 == 403 } == 9)
  }

  @Test("an invalid link or one with a foreign redirect leads to the site with an error")
  func links() async throws {
    let world = try World()
    for path in [
      "verify", "verify?token=x", "verify?token=x&type=odd",
      "verify?token=x&type=signup&redirect_to=https%3A%2F%2Fevil.example",
    ] {
      let answer = try await world.ask("GET", path, key: .some(nil))
      #expect(answer.status == 303 && answer.place.hasPrefix("\(World.site)?error="), "\(answer.place)")
    }
  }

  @Test("a HEAD request to a link is answered with 405 and does not use it up")
  func looking() async throws {
    let world = try World()
    try await world.signUp()
    _ = try await world.ask("POST", "recover", ["email": "ada@example.com"])
    let path = try world.link(to: "ada@example.com").path
    #expect(try await world.ask("HEAD", path, key: .some(nil)).status == 405)
    #expect(try await world.ask("GET", path, key: .some(nil)).fragment["access_token"] != nil)
    #expect(try await world.ask("HEAD", "health", key: .some(nil)).status == 200)
  }

  @Test("codes sent by text message confirm a sign-up, a new number and a sign-in")
  func phones() async throws {
    let world = try World(texts: true)
    let signedUp = try await world.ask("POST", "signup", ["phone": "+4912345", "password": "correct horse"])
    #expect(signedUp.status == 200 && signedUp.json["phone"] == "4912345" && signedUp.json["access_token"] == nil)
    let early = try await world.ask(
      "POST", "token?grant_type=password", ["phone": "4912345", "password": "correct horse"])
    #expect(early.status == 400 && early.code == "phone_not_confirmed")
    func code() throws -> String { String(try #require(world.texts.withLock { $0.last }).dropLast().suffix(6)) }
    _ = try await world.ask("POST", "resend", ["type": "sms", "phone": "4912345"])
    let shown = try await world.ask(
      "POST", "verify", ["phone": "4912345", "token": .string(try code()), "type": "sms"])
    #expect(shown.status == 200 && shown.user["phone_confirmed_at"]?.string != nil)
    let changed = try await world.ask("PUT", "user", ["phone": "49777"], bearer: shown.access)
    #expect(changed.json["new_phone"] == "49777" && changed.json["phone"] == "4912345")
    _ = try await world.ask("POST", "resend", ["type": "phone_change", "phone": "49777"])
    let moved = try await world.ask(
      "POST", "verify", ["phone": "49777", "token": .string(try code()), "type": "phone_change"])
    #expect(moved.user["phone"] == "49777" && moved.user["id"] == shown.user["id"])
    let asked = try await world.ask("POST", "otp", ["phone": "49777", "channel": "sms", "create_user": true])
    #expect(asked.status == 200)
    #expect(
      try await world.ask("POST", "verify", ["phone": "49777", "token": .string(try code()), "type": "sms"]).status
        == 200)
  }
}

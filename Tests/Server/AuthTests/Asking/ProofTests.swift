import JSON
import Kernel
import Relational
import Testing
import Transport

@testable import Auth

@Suite("The proof that changes of an account need")
struct ProofTests {
  private static let minutes = 11 * 60

  private func change(_ world: World, _ body: JSON, _ person: World.Answer) async throws -> World.Answer {
    try await world.ask("PUT", "user", body, bearer: person.access)
  }

  @Test("a session alone changes neither password nor address, and does not delete", arguments: World.Store.here)
  func sessionAlone(store: World.Store) async throws {
    try await World.on(store) { world in
      let ada = try await world.signUp()
      await world.pass(ProofTests.minutes)
      for body: JSON in [
        ["password": "battery staple"], ["email": "eve@example.com"],
        ["email": "eve@example.com", "password": "battery staple"],
        // The right one is no exception, so that it cannot be guessed by its answer.
        ["password": "correct horse"],
      ] {
        let refused = try await change(world, body, ada)
        #expect(refused.status == 400 && refused.code == "reauthentication_needed", "\(body)")
      }
      let guessed = try await change(world, ["password": "correct horse", "nonce": "123456"], ada)
      #expect(guessed.code == "reauthentication_not_valid")
      let deletion = try await world.ask("POST", "user/deletion", ["password": "battery staple"], bearer: ada.access)
      #expect(deletion.code == "current_password_mismatch")
      #expect(try await world.signIn().status == 200)
      // What takes nothing over needs nothing.
      #expect(try await change(world, ["data": ["a": 1]], ada).status == 200)
    }
  }

  @Test("the current password, a mailed code and a recent sign-in are proofs", arguments: World.Store.here)
  func proofs(store: World.Store) async throws {
    try await World.on(store) { world in
      let ada = try await world.signUp()
      await world.pass(ProofTests.minutes)
      let wrong = try await change(world, ["email": "new@example.com", "current_password": "no"], ada)
      #expect(wrong.status == 400 && wrong.code == "current_password_mismatch")
      let known = try await change(world, ["email": "new@example.com", "current_password": "correct horse"], ada)
      #expect(known.json["email"] == "new@example.com")
      _ = try await world.ask("GET", "reauthenticate", bearer: ada.access)
      let nonce = JSON.string(try world.code(to: "new@example.com"))
      // A password that is refused does not use the code up.
      #expect(try await change(world, ["password": "correct horse", "nonce": nonce], ada).code == "same_password")
      #expect(try await change(world, ["password": "battery staple", "nonce": nonce], ada).status == 200)
      #expect(try await change(world, ["password": "third secret", "nonce": nonce], ada).status == 422)
      let fresh = try await world.signIn("new@example.com", "battery staple")
      #expect(try await change(world, ["email": "ada@example.com"], fresh).status == 200)
      // A code for this is valid for nothing else.
      _ = try await world.ask("GET", "reauthenticate", bearer: ada.access)
      let code = JSON.string(try world.code(to: "ada@example.com"))
      let entered = try await world.ask("POST", "verify", ["email": "ada@example.com", "token": code, "type": "email"])
      #expect(entered.status == 403)
    }
  }

  @Test("a recovery lets its session set a password for an hour, by code and by link", arguments: ["code", "link"])
  func recovery(by way: String) async throws {
    let world = try World { $0.tokenLife = 20_000 }
    try await world.signUp()
    func recovered() async throws -> String {
      _ = try await world.ask("POST", "recover", ["email": "ada@example.com"])
      if way == "link" {
        return try await world.ask("GET", try world.link(to: "ada@example.com").path, key: .some(nil)).entered
      }
      let code = JSON.string(try world.code(to: "ada@example.com"))
      return try await world.ask(
        "POST", "verify", ["email": "ada@example.com", "token": code, "type": "recovery"]
      ).access
    }
    let token = try await recovered()
    await world.pass(ProofTests.minutes)
    #expect(try await world.ask("PUT", "user", ["password": "battery staple"], bearer: token).status == 200)
    await world.pass(3600)
    let late = try await world.ask("PUT", "user", ["password": "third secret"], bearer: token)
    #expect(late.code == "reauthentication_needed")
  }

  @Test("an address that the old one confirms needs no other proof; without that it does")
  func confirmed() async throws {
    for isSecure in [true, false] {
      let world = try World {
        $0.confirmsEmail = true
        $0.changesEmailSecurely = isSecure
      }
      _ = try await world.ask("POST", "signup", ["email": "ada@example.com", "password": "correct horse"])
      let link = try world.link(to: "ada@example.com").path
      let token = try await world.ask("GET", link, key: .some(nil)).entered
      await world.pass(ProofTests.minutes)
      let asked = try await world.ask("PUT", "user", ["email": "new@example.com"], bearer: token)
      #expect(asked.code == (isSecure ? nil : "reauthentication_needed"))
      #expect(asked.json["new_email"] == (isSecure ? "new@example.com" : nil))
    }
  }

  @Test("wrong current passwords are counted as wrong sign-ins are")
  func counted() async throws {
    let world = try World { $0.rates.guess = Rate(2, per: 60) }
    let ada = try await world.signUp()
    for _ in 0..<2 {
      #expect(
        try await change(world, ["password": "battery staple", "current_password": "no"], ada).code
          == "current_password_mismatch")
    }
    let late = try await change(world, ["password": "battery staple", "current_password": "correct horse"], ada)
    #expect(late.status == 429 && late.headers["retry-after"] == "30")
  }
}

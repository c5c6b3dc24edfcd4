import FoundationEssentials
import JSON
import Kernel
import Mail
import Testing
import Tokens
import Transport

@testable import Auth

@Suite("Administration with the service key")
struct AdministrationTests {
  private func ask(_ world: World, _ method: String, _ path: String, _ body: JSON? = nil) async throws -> World.Answer {
    try await world.ask(method, path, body, bearer: world.keys.service, key: world.keys.service)
  }

  @Test("accounts are listed by pages, the newest first, with their number and the next page")
  func list() async throws {
    let world = try World()
    for number in 1...5 {
      try await world.signUp("person\(number)@example.com")
      await world.pass(1)
    }
    let first = try await ask(world, "GET", "admin/users?page=1&per_page=2")
    #expect(first.json["users"]?.array?.map { $0["email"]?.string } == ["person5@example.com", "person4@example.com"])
    #expect(first.json["users"]?.array?.first?["identities"]?.array?.count == 1)
    #expect(first.headers["x-total-count"] == "5")
    #expect(
      first.headers["link"]
        == "<\(World.url)/admin/users?page=2&per_page=2>; rel=\"next\", <\(World.url)/admin/users?page=3&per_page=2>; rel=\"last\""
    )
    let last = try await ask(world, "GET", "admin/users?page=3&per_page=2")
    #expect(last.json["users"]?.array?.map { $0["email"]?.string } == ["person1@example.com"])
    #expect(last.headers["link"] == "<\(World.url)/admin/users?page=3&per_page=2>; rel=\"last\"")
    #expect(try await ask(world, "GET", "admin/users").json["users"]?.array?.count == 5)
    #expect(try await ask(world, "GET", "admin/users?page=9").json["users"] == [])
    // A deleted account is not listed.
    let id = try #require(last.json["users"]?.array?.first?["id"]?.string)
    _ = try await ask(world, "DELETE", "admin/users/\(id)", ["should_soft_delete": true])
    #expect(try await ask(world, "GET", "admin/users").headers["x-total-count"] == "4")
    for wrong in ["page=0", "page=x", "per_page=-1"] {
      #expect(try await ask(world, "GET", "admin/users?\(wrong)").status == 400)
    }
  }

  @Test("an account is created with what is said of it, confirmed or not, and without a message")
  func create() async throws {
    let world = try World { $0.confirmsEmail = true }
    let body: JSON = [
      "email": "ada@example.com", "password": "correct horse", "email_confirm": true, "user_metadata": ["name": "Ada"],
      "app_metadata": ["team": "a", "provider": "forged"],
    ]
    let made = try await ask(world, "POST", "admin/users", body)
    #expect(made.status == 200 && made.json["user_metadata"] == ["name": "Ada"])
    #expect(made.json["app_metadata"] == ["team": "a", "provider": "email", "providers": ["email"]])
    #expect(world.letters.withLock { $0.isEmpty })
    #expect(try await world.signIn().user["id"] == made.json["id"])
    #expect(try await ask(world, "POST", "admin/users", body).code == "email_exists")
    _ = try await ask(world, "POST", "admin/users", ["email": "bob@example.com", "password": "correct horse"])
    #expect(try await world.signIn("bob@example.com").code == "email_not_confirmed")
    #expect(try await ask(world, "POST", "admin/users", [:]).status == 400)
    #expect(try await ask(world, "POST", "admin/users", ["email": "c@example.com", "password": "x"]).status == 422)
    #expect(try await ask(world, "POST", "admin/users", ["phone": "+491234567", "phone_confirm": true]).status == 200)
    #expect(try await ask(world, "POST", "admin/users", ["phone": "+491234567"]).code == "phone_exists")
  }

  @Test(
    "an account gets the id and the ban that are said, and what is not supported is refused",
    arguments: World.Store.here)
  func said(store: World.Store) async throws {
    try await World.on(store) { world in
      let id = "0198F0F0-0000-4000-8000-0000000000AA"
      let body: JSON = [
        "id": .string(id), "email": "ada@example.com", "password": "correct horse", "email_confirm": true,
        "ban_duration": "1h30m", "role": "authenticated", "phone": nil,
      ]
      let made = try await ask(world, "POST", "admin/users", body)
      #expect(made.status == 200 && made.json["id"]?.string == id.lowercased())
      #expect(made.json["banned_until"]?.string != nil)
      #expect(try await world.signIn().code == "user_banned")
      await world.pass(5400)
      #expect(try await world.signIn().user["id"]?.string == id.lowercased())
      #expect(
        try await ask(world, "POST", "admin/users", ["id": .string(id), "email": "b@example.com"]).code
          == "user_already_exists")
      for other: JSON in [
        ["id": "7"], ["role": "admin"], ["ban_duration": "1"], ["ban_duration": "-1h"], ["ban_duration": "9999999999h"],
        ["ban_duration": "h"], ["password_hash": "x"], ["nonce": "x"], ["is_sso_user": false],
      ] {
        let members = (other.object ?? [:]).merging(["email": "c@example.com"]) { own, _ in own }
        let refused = try await ask(world, "POST", "admin/users", .object(members))
        #expect(refused.status == 400 && refused.code == "validation_failed", "\(other)")
      }
      for query in ["filter=ada", "sort=email"] {
        #expect(try await ask(world, "GET", "admin/users?\(query)").code == "validation_failed")
      }
      #expect(try await ask(world, "GET", "admin/users").headers["x-total-count"] == "1")
    }
  }

  @Test(
    "an account is changed: ban and password end its sessions, addresses and metadata do not",
    arguments: World.Store.here)
  func change(store: World.Store) async throws {
    try await World.on(store) { world in
      let ada = try await world.signUp()
      let path = "admin/users/\(try #require(ada.user["id"]?.string))"
      try await world.signUp("eve@example.com")
      func put(_ body: JSON) async throws -> World.Answer { try await ask(world, "PUT", path, body) }
      let named = try await put([
        "user_metadata": ["name": "Ada"], "app_metadata": ["team": "a", "provider": "forged"],
      ])
      #expect(named.status == 200 && named.json["user_metadata"] == ["name": "Ada"])
      #expect(named.json["app_metadata"] == ["team": "a", "provider": "email", "providers": ["email"]])
      let moved = try await put(["email": "lovelace@example.com"])
      #expect(moved.json["email"] == "lovelace@example.com" && moved.json["email_confirmed_at"]?.string != nil)
      #expect(try await put(["email": "eve@example.com"]).code == "email_exists")
      #expect(try await world.ask("GET", "user", bearer: ada.access).status == 200)

      #expect(try await put(["password": "battery staple"]).status == 200)
      #expect(try await world.ask("GET", "user", bearer: ada.access).code == "session_not_found")
      let again = try await world.signIn("lovelace@example.com", "battery staple")
      #expect(again.status == 200)
      #expect(try await put(["ban_duration": "24h"]).json["banned_until"]?.string != nil)
      #expect(try await world.refresh(again.refresh).status == 400)
      #expect(try await world.signIn("lovelace@example.com", "battery staple").code == "user_banned")
      #expect(try await put(["ban_duration": "none"]).json["banned_until"] == nil)
      #expect(try await world.signIn("lovelace@example.com", "battery staple").status == 200)

      for (body, code): (JSON, String) in [
        (["password": "x"], "weak_password"), (["email_confirm": false], "validation_failed"),
        (["phone_confirm": true], "validation_failed"), (["id": "x"], "validation_failed"),
        (["role": "admin"], "validation_failed"), (["ban_duration": "soon"], "validation_failed"),
      ] {
        #expect(try await put(body).code == code, "\(body)")
      }
      let nobody = try await ask(world, "PUT", "admin/users/0198f0f0-0000-7000-8000-0000000000aa", [:])
      #expect(nobody.code == "user_not_found")
      #expect(try await world.ask("PUT", path, ["ban_duration": "24h"], bearer: ada.access).status == 403)
    }
  }

  @Test("an address that is confirmed by the operator signs in; one that replaces an unconfirmed one does not")
  func confirming() async throws {
    let world = try World { $0.confirmsEmail = true }
    let made = try await ask(world, "POST", "admin/users", ["email": "a@example.com", "password": "correct horse"])
    let path = "admin/users/\(try #require(made.json["id"]?.string))"
    #expect(try await ask(world, "PUT", path, ["email": "ada@example.com"]).json["email_confirmed_at"] == nil)
    #expect(try await world.signIn().code == "email_not_confirmed")
    #expect(try await ask(world, "PUT", path, ["email_confirm": true]).json["email_confirmed_at"]?.string != nil)
    #expect(try await world.signIn().status == 200)
  }

  @Test("an account that an operator deletes is erased again when nothing that it was granted is valid")
  func late() async throws {
    let world = try World { $0.grantLife = 5000 }
    let ada = try await world.signUp()
    let id = try #require(ada.user["id"]?.string)
    #expect(try await ask(world, "DELETE", "admin/users/\(id)").status == 200)
    let due = world.time.now.date.addingTimeInterval(5060)
    #expect(world.jobs.withLock { $0 } == [World.Job(kind: "erase-late", person: id, due: due)])
  }

  @Test("an invitation is mailed, confirms the address, and is not sent to one that is confirmed")
  func invite() async throws {
    let world = try World { $0.confirmsEmail = true }
    let invited = try await ask(world, "POST", "invite", ["email": "ada@example.com", "data": ["name": "Ada"]])
    #expect(invited.status == 200 && invited.json["email_confirmed_at"] == nil)
    let letter = try world.letter(to: "ada@example.com")
    #expect(letter.subject == "You are invited" && letter.text.contains("type=invite"))
    let link = try world.link(to: "ada@example.com")
    let entered = try await world.ask("GET", link.path, key: .some(nil))
    let user = try await world.ask("GET", "user", bearer: entered.entered)
    #expect(user.json["id"] == invited.json["id"] && user.json["user_metadata"] == ["name": "Ada"])
    #expect(user.json["email_confirmed_at"]?.string != nil)
    #expect(try await ask(world, "POST", "invite", ["email": "ada@example.com"]).code == "email_exists")
    #expect(world.letters.withLock { $0.count } == 1)
    #expect(try await ask(world, "POST", "invite", [:]).status == 400)
  }

  @Test(
    "a link is returned instead of being sent, and holds once",
    arguments: ["signup", "invite", "magiclink", "recovery"])
  func link(type: String) async throws {
    let world = try World { $0.confirmsEmail = true }
    if type == "recovery" {
      #expect(
        try await ask(world, "POST", "admin/generate_link", ["type": "recovery", "email": "ada@example.com"]).code
          == "user_not_found")
      _ = try await ask(world, "POST", "admin/users", ["email": "ada@example.com", "email_confirm": true])
    }
    let made = try await ask(
      world, "POST", "admin/generate_link",
      [
        "type": .string(type), "email": "ada@example.com", "password": "correct horse", "redirect_to": "myapp://there",
      ])
    #expect(made.status == 200 && made.json["verification_type"] == .string(type))
    #expect(made.json["redirect_to"] == "myapp://there" && world.letters.withLock { $0.isEmpty })
    let link = try #require(made.json["action_link"]?.string)
    let path = String(link.dropFirst(World.url.count + 1))
    let entered = try await world.ask("GET", path, key: .some(nil))
    #expect(entered.place.hasPrefix("myapp://there"))
    #expect(try await world.ask("GET", "user", bearer: entered.entered).json["id"] == made.json["id"])
    #expect(try await world.ask("GET", path, key: .some(nil)).fragment["error_code"] == "otp_expired")
    // The hash and the code of another one.
    let next = try await ask(world, "POST", "admin/generate_link", ["type": "magiclink", "email": "ada@example.com"])
    let hash: JSON = ["type": "magiclink", "token_hash": next.json["hashed_token"] ?? .null]
    #expect(try await world.ask("POST", "verify", hash).user["id"] == made.json["id"])
  }

  @Test("a link of an unknown type, and any of these requests without the service key, is refused")
  func refused() async throws {
    let world = try World()
    let ada = try await world.signUp()
    for type in ["", "email_change_new", "sms"] {
      let body: JSON = ["type": .string(type), "email": "ada@example.com"]
      #expect(try await ask(world, "POST", "admin/generate_link", body).status == 400)
    }
    let requests = [
      ("GET", "admin/users"), ("POST", "admin/users"), ("POST", "invite"), ("POST", "admin/generate_link"),
    ]
    for (method, path) in requests {
      for (bearer, status) in [(nil, 401), (world.keys.anon, 403), (ada.access, 403), ("rubbish", 403)] {
        let body: JSON? = method == "POST" ? ["email": "eve@example.com", "type": "magiclink"] : nil
        #expect(try await world.ask(method, path, body, bearer: bearer).status == status, "\(path)")
      }
    }
    #expect(try await ask(world, "GET", "admin/users").headers["x-total-count"] == "1")
  }
}

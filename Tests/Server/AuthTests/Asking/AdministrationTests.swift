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

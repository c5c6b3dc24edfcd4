import JSON
import Kernel
import Mail
import Testing
import Tokens
import Transport

@testable import Auth

@Suite("The user's own account")
struct UserTests {
  @Test("user metadata is merged, limited in size and returned by a refresh; app metadata is read-only")
  func data() async throws {
    let world = try World()
    let first = try await world.ask(
      "POST", "signup", ["email": "a@b.c", "password": "correct horse", "data": ["a": 1, "b": 2]])
    let changed = try await world.ask("PUT", "user", ["data": ["b": nil, "c": [true]]], bearer: first.access)
    #expect(changed.status == 200 && changed.json["user_metadata"] == ["a": 1, "c": [true]])
    #expect(try await world.refresh(first.refresh).user["user_metadata"] == ["a": 1, "c": [true]])
    let large: JSON = ["data": ["x": .string(String(repeating: "y", count: 7000))]]
    #expect(try await world.ask("PUT", "user", large, bearer: first.access).code == "validation_failed")
    // Only the server sets the app metadata.
    let role = try await world.ask("PUT", "user", ["app_metadata": ["role": "admin"]], bearer: first.access)
    #expect(role.json["app_metadata"] == ["provider": "email", "providers": ["email"]])
    #expect(try await world.ask("PUT", "user", bearer: first.access).status == 200)
  }

  @Test("a new password must differ and be strong, needs the right current one if given, and ends other sessions")
  func passwords() async throws {
    let world = try World()
    let one = try await world.signUp()
    let two = try await world.signIn()
    let same = try await world.ask("PUT", "user", ["password": "correct horse"], bearer: one.access)
    #expect(same.status == 422 && same.code == "same_password")
    #expect(try await world.ask("PUT", "user", ["password": "abc"], bearer: one.access).code == "weak_password")
    let wrong = try await world.ask(
      "PUT", "user", ["password": "battery staple", "current_password": "no"], bearer: one.access)
    #expect(wrong.status == 400 && wrong.code == "current_password_mismatch")
    let right = try await world.ask(
      "PUT", "user", ["password": "battery staple", "current_password": "correct horse"], bearer: one.access)
    #expect(right.status == 200)
    #expect(try await world.ask("GET", "user", bearer: one.access).status == 200)
    #expect(try await world.ask("GET", "user", bearer: two.access).status == 403)
  }

  @Test("without a mail server an address changes at once; a taken one is refused")
  func addresses() async throws {
    let world = try World()
    let ada = try await world.signUp()
    try await world.signUp("eve@example.com")
    let taken = try await world.ask("PUT", "user", ["email": "EVE@example.com"], bearer: ada.access)
    #expect(taken.status == 422 && taken.code == "email_exists")
    let changed = try await world.ask("PUT", "user", ["email": "lovelace@example.com"], bearer: ada.access)
    #expect(changed.json["email"] == "lovelace@example.com" && changed.json["id"] == ada.user["id"])
    #expect(try await world.signIn("lovelace@example.com").status == 200)
    #expect(try await world.signIn().status == 400)
    #expect(try await world.ask("PUT", "user", ["email": "x"], bearer: ada.access).code == "validation_failed")
  }

  @Test("an anonymous user who adds an address and a password keeps the id")
  func upgrade() async throws {
    let world = try World()
    let anonymous = try await world.ask("POST", "signup", [:])
    let early = try await world.ask("PUT", "user", ["password": "correct horse"], bearer: anonymous.access)
    #expect(early.status == 422 && early.code == "validation_failed")
    let named = try await world.ask(
      "PUT", "user", ["email": "ada@example.com", "password": "correct horse"], bearer: anonymous.access)
    #expect(named.status == 200 && named.json["is_anonymous"] == false && named.json["id"] == anonymous.user["id"])
    #expect(named.json["app_metadata"] == ["provider": "email", "providers": ["email"]])
    let entered = try await world.signIn()
    #expect(entered.user["id"] == anonymous.user["id"])
  }

  @Test("the service key reads an account and deletes it with all its data; other callers are refused")
  func admin() async throws {
    let world = try World()
    let ada = try await world.signUp()
    let id = try #require(ada.user["id"]?.string)
    _ = try await world.ask("POST", "recover", ["email": "ada@example.com"])
    let key = world.keys.service
    let shown = try await world.ask("GET", "admin/users/\(id.uppercased())", bearer: key, key: key)
    #expect(shown.status == 200 && shown.json["email"] == "ada@example.com")
    for (bearer, status) in [(nil, 401), (world.keys.anon, 403), (ada.access, 403), ("rubbish", 403)] {
      #expect(try await world.ask("GET", "admin/users/\(id)", bearer: bearer).status == status)
      #expect(try await world.ask("DELETE", "admin/users/\(id)", bearer: bearer).status == status)
    }
    #expect(try await world.ask("GET", "admin/users/7", bearer: key, key: key).status == 404)
    let body: JSON = ["should_soft_delete": false]
    let deleted = try await world.ask("DELETE", "admin/users/\(id)", body, bearer: key, key: key)
    #expect(deleted.status == 200 && deleted.json == [:])
    #expect(try await world.ask("GET", "user", bearer: ada.access).code == "user_not_found")
    #expect(try await world.refresh(ada.refresh).code == "refresh_token_not_found")
    #expect(try await world.signIn().status == 400)
    let again = try await world.ask("DELETE", "admin/users/\(id)", body, bearer: key, key: key)
    #expect(again.status == 404 && again.code == "user_not_found")
    let new = try await world.signUp()
    #expect(new.user["id"] != ada.user["id"])
  }

  @Test("a soft deletion keeps the id and removes address, identities and sessions")
  func soft() async throws {
    let world = try World()
    let ada = try await world.signUp()
    let id = try #require(ada.user["id"]?.string)
    let key = world.keys.service
    let deleted = try await world.ask(
      "DELETE", "admin/users/\(id)", ["should_soft_delete": true], bearer: key, key: key)
    #expect(deleted.status == 200 && deleted.json == [:])
    let shown = try await world.ask("GET", "admin/users/\(id)", bearer: key, key: key)
    #expect(shown.json["deleted_at"]?.string != nil && shown.json["email"] == "" && shown.json["identities"] == [])
    #expect(try await world.ask("GET", "user", bearer: ada.access).status == 403)
    try await world.signUp()
  }
}

import Covers
import JSON
import Kernel
import Testing
import Transport

@testable import Auth

@Suite("Linking a provider's account")
struct LinkingTests {
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=s256"

  /// Runs with a world whose rows are in that database.
  private func on(
    _ store: World.Store, _ change: (inout AuthSettings) -> Void = { _ in }, _ body: (World) async throws -> Void
  ) async throws {
    try await World.on(store, externalProviders: ExternalSignInTests.provider, change, body)
  }

  /// Begins a linking as the user of the token, and returns from the provider with an identity.
  private func link(_ world: World, _ identity: String, as bearer: String) async throws -> World.Answer {
    let asked = try await world.ask(
      "GET",
      "user/identities/authorize?provider=google&redirect_to=myapp%3A%2F%2Fdone&skip_http_redirect=true&\(LinkingTests.challenge)",
      bearer: bearer)
    try #require(asked.status == 200, "\(asked.json)")
    let url = try #require(asked.json["url"]?.string)
    let state = try #require(url.split(separator: "state=").last?.split(separator: "&").first.map(String.init))
    let fields = FormFields([.init("code", identity), .init("state", state)])
    return try await world.ask("GET", "callback?\(fields.text)", key: .some(nil))
  }

  private func enter(_ world: World, _ code: String?) async throws -> World.Answer {
    try await world.ask(
      "POST", "token?grant_type=pkce",
      ["auth_code": .string(try #require(code)), "code_verifier": .string(LinkingTests.verifier)])
  }

  private func identities(_ world: World, _ bearer: String) async throws -> [JSON] {
    try await world.ask("GET", "user", bearer: bearer).json["identities"]?.array ?? []
  }

  @Test(
    "an account with the user's own verified address is linked, and then signs in to it", arguments: World.Store.here)
  func links(on store: World.Store) async throws {
    try await on(store) { world in
      let ada = try await world.signUp()
      let back = try await link(world, "7 ada@example.com yes", as: ada.access)
      let entered = try await enter(world, back.query["code"])
      #expect(entered.user["id"] == ada.user["id"])
      #expect(
        Set(try await identities(world, ada.access).compactMap { $0["provider"]?.string }) == ["email", "google"])
      let native: JSON = ["provider": "google", "id_token": "7 ada@example.com yes", "nonce": "n"]
      let again = try await world.ask("POST", "token?grant_type=id_token", native)
      #expect(again.user["id"] == ada.user["id"])
      // Linked already: the same answer.
      #expect(try await link(world, "7 ada@example.com yes", as: ada.access).query["code"] != nil)
    }
  }

  @Test(
    "another address, an unverified one and another user's identity are refused, and nothing is linked",
    arguments: World.Store.here)
  func refuses(on store: World.Store) async throws {
    try await on(store) { world in
      let ada = try await world.signUp()
      for identity in ["8 eve@example.com yes", "8 ada@example.com no"] {
        let back = try await link(world, identity, as: ada.access)
        #expect(back.query["error_code"] == "identity_email_mismatch" && back.query["code"] == nil)
      }
      let native: JSON = ["provider": "google", "id_token": "7 eve@example.com yes", "nonce": "n"]
      #expect(try await world.ask("POST", "token?grant_type=id_token", native).status == 200)
      #expect(
        try await link(world, "7 eve@example.com yes", as: ada.access).query["error_code"] == "identity_already_exists")
      #expect(try await identities(world, ada.access).count == 1)
      let nobody = try await world.ask("GET", "user/identities/authorize?provider=google")
      #expect(nobody.status == 401)
      let unknown = try await world.ask("GET", "user/identities/authorize?provider=other", bearer: ada.access)
      #expect(unknown.code == "validation_failed")
    }
  }

  @Test("a native token links only for the user of the request, and by the same rules", arguments: World.Store.here)
  func native(on store: World.Store) async throws {
    try await on(store) { world in
      let ada = try await world.signUp()
      func send(_ identity: String, _ bearer: String?) async throws -> World.Answer {
        try await world.ask(
          "POST", "token?grant_type=id_token",
          ["provider": "google", "id_token": .string(identity), "nonce": "n", "link_identity": true], bearer: bearer)
      }
      #expect(try await send("7 eve@example.com yes", ada.access).json["error"] == "identity_email_mismatch")
      #expect(try await send("7 ada@example.com yes", nil).status == 401)
      #expect(try await send("7 ada@example.com yes", ada.access).user["id"] == ada.user["id"])
    }
  }

  @Test(
    "a link is removed, but never the last way in, another user's or the address itself", arguments: World.Store.here)
  func unlinks(on store: World.Store) async throws {
    try await on(store) { world in
      let native: JSON = ["provider": "google", "id_token": "7 ada@example.com yes", "nonce": "n"]
      let ada = try await world.ask("POST", "token?grant_type=id_token", native)
      #expect(ada.user["has_password"] == false)
      let google = try #require(try await identities(world, ada.access).first?["identity_id"]?.string)
      let last = try await world.ask("DELETE", "user/identities/\(google)", bearer: ada.access)
      #expect(last.status == 422 && last.code == "single_identity_not_deletable")
      let set = try await world.ask("PUT", "user", ["password": "correct horse"], bearer: ada.access)
      #expect(set.status == 200 && set.json["has_password"] == true)
      let eve = try await world.signUp("eve@example.com")
      let own = try #require(try await identities(world, eve.access).first?["identity_id"]?.string)
      for (path, bearer, code) in [
        (google, eve.access, "identity_not_found"), (own, eve.access, "identity_not_found"),
        ("rubbish", ada.access, "validation_failed"),
      ] {
        let answer = try await world.ask("DELETE", "user/identities/\(path)", bearer: bearer)
        #expect(answer.status == 404 && answer.code == code)
      }
      #expect(try await world.ask("DELETE", "user/identities/\(google)", bearer: ada.access).status == 200)
      #expect(try await identities(world, ada.access).isEmpty)
      let user = try await world.ask("GET", "user", bearer: ada.access)
      #expect(user.json["app_metadata"]?["providers"] == [])
      #expect(try await world.signIn().status == 200)
    }
  }

  @Test("a mail that is sent again keeps to PKCE: its link returns a code and no token", arguments: World.Store.here)
  func resends(on store: World.Store) async throws {
    try await on(store, { $0.confirmsEmail = true }) { world in
      _ = try await world.ask("POST", "signup", ["email": "ada@example.com", "password": "correct horse"])
      let challenge: [String: JSON] = [
        "type": "signup", "email": "ada@example.com", "code_challenge_method": "s256",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      ]
      _ = try await world.ask("POST", "resend?redirect_to=myapp%3A%2F%2Fdone", .object(challenge))
      let link = try world.link(to: "ada@example.com").path
      let back = try await world.ask("GET", link, key: .some(nil))
      #expect(back.query["code"] != nil && back.fragment["access_token"] == nil)
    }
  }
}

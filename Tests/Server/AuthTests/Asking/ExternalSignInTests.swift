import JSON
import Kernel
import Mail
import Testing
import Transport

@testable import Auth

@Suite("Sign-in by an identity provider")
struct ExternalSignInTests {
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=s256"

  /// A provider that vouches for the identity that the code names: `subject email verified`.
  static let provider = ExternalProviders(
    providers: ["google"],
    depart: { provider, redirect, state, scopes throws(Problem) in
      .init(
        address:
          "https://accounts.example/auth?state=\(state)&redirect_uri=\(redirect)&scope=\(scopes.joined(separator: "+"))",
        nonce: "nonce", verifier: "theirs")
    },
    arrive: { provider, arrival throws(Problem) in
      guard arrival.nonce == "nonce", arrival.verifier == "theirs", arrival.redirect == "\(World.url)/callback" else {
        throw Problem("odd", "It is odd.", remedy: "None.")
      }
      return try stranger(arrival.code)
    },
    check: { provider, proof throws(Problem) in
      guard proof.nonce == "n" else { throw Problem("nonce", "The nonce does not match.", remedy: "None.") }
      return try stranger(proof.idToken)
    })

  private static func stranger(_ text: String) throws(Problem) -> ExternalIdentity {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 3 else { throw Problem("bad-code", "The provider does not know the code.", remedy: "Again.") }
    return ExternalIdentity(
      provider: "google", subject: parts[0], email: parts[1], isEmailVerified: parts[2] == "yes",
      claims: ["sub": .string(parts[0]), "email": .string(parts[1]), "name": "Ada", "picture": "https://a.b/c"])
  }

  /// Runs with a world whose rows are in that database.
  private func on(
    _ store: World.Store, _ change: (inout AuthSettings) -> Void = { _ in }, _ body: (World) async throws -> Void
  ) async throws {
    try await World.on(store, externalProviders: ExternalSignInTests.provider, change, body)
  }

  private func depart(_ world: World, _ query: String) async throws -> World.Answer {
    try await world.ask("GET", "authorize?provider=google&\(query)", key: .some(nil))
  }

  private func callBack(_ world: World, _ departure: World.Answer, _ code: String) async throws -> World.Answer {
    let state = try #require(departure.query["state"])
    let fields = FormFields([.init("code", code), .init("state", state)])
    return try await world.ask("GET", "callback?\(fields.text)", key: .some(nil))
  }

  @Test(
    "with PKCE the callback returns a code for the verifier; a second sign-in finds the account by its subject",
    arguments: World.Store.here)
  func pkce(on store: World.Store) async throws {
    try await on(store) { world in
      let away = try await depart(
        world, "redirect_to=myapp%3A%2F%2Fdone&scopes=calendar&\(ExternalSignInTests.challenge)")
      #expect(
        away.status == 302 && away.place.hasPrefix("https://accounts.example/auth") && away.query["scope"] == "calendar"
      )
      let back = try await callBack(world, away, "7 ada@example.com yes")
      #expect(back.status == 303 && back.place.hasPrefix("myapp://done?code="))
      let entered = try await world.ask(
        "POST", "token?grant_type=pkce",
        [
          "auth_code": .string(try #require(back.query["code"])),
          "code_verifier": .string(ExternalSignInTests.verifier),
        ])
      #expect(entered.status == 200 && entered.user["email"] == "ada@example.com")
      #expect(entered.user["app_metadata"] == ["provider": "google", "providers": ["google"]])
      #expect(entered.user["user_metadata"]?["full_name"] == "Ada")
      let identity = try #require(entered.user["identities"]?.array?.first)
      #expect(identity["provider"] == "google" && identity["id"] == "7" && identity["identity_data"]?["sub"] == "7")
      // The same subject again, with another address.
      let again = try await callBack(world, try await depart(world, ""), "7 other@example.com yes")
      #expect(again.place.hasPrefix("\(World.site)#access_token="))
      let access = try #require(again.fragment["access_token"])
      let user = try await world.ask("GET", "user", bearer: access)
      #expect(user.json["id"] == entered.user["id"] && user.json["email"] == "ada@example.com")
    }
  }

  @Test("a state is valid once, and for ten minutes", arguments: World.Store.here)
  func states(on store: World.Store) async throws {
    try await on(store) { world in
      let away = try await depart(world, "redirect_to=myapp%3A%2F%2Fdone")
      #expect(try await callBack(world, away, "7 ada@example.com yes").fragment["access_token"] != nil)
      let again = try await callBack(world, away, "7 ada@example.com yes")
      #expect(again.status == 303 && again.place.hasPrefix("\(World.site)?error="))
      #expect(again.query["error_code"] == "bad_oauth_state" && again.fragment["error_code"] == "bad_oauth_state")
      let late = try await depart(world, "")
      await world.pass(600)
      #expect(try await callBack(world, late, "7 ada@example.com yes").query["error_code"] == "bad_oauth_state")
      let none = try await world.ask("GET", "callback?code=x", key: .some(nil))
      #expect(none.query["error_code"] == "bad_oauth_state")
    }
  }

  @Test("an error of the provider is passed to the requested redirect address", arguments: World.Store.here)
  func errors(on store: World.Store) async throws {
    try await on(store) { world in
      let away = try await depart(world, "redirect_to=myapp%3A%2F%2Fdone")
      let failed = try await callBack(world, away, "rubbish")
      #expect(failed.place.hasPrefix("myapp://done?error=server_error"))
      #expect(failed.query["error_description"] == "The provider does not know the code.")
      let state = try #require(try await depart(world, "redirect_to=myapp%3A%2F%2Fdone").query["state"])
      let denied = try await world.ask(
        "GET", "callback?error=access_denied&error_description=No&state=\(state)", key: .some(nil))
      #expect(denied.query["error"] == "access_denied" && denied.query["error_description"] == "No")
      let unknown = try await world.ask("GET", "authorize?provider=other", key: .some(nil))
      #expect(unknown.status == 400 && unknown.code == "validation_failed")
      #expect(try await world.ask("GET", "settings").json["external"]?["google"] == true)
    }
  }

  @Test("the callback also reads a form, as Apple sends it", arguments: World.Store.here)
  func form(on store: World.Store) async throws {
    try await on(store) { world in
      let state = try #require(try await depart(world, "").query["state"])
      let body = FormFields([.init("code", "7 ada@example.com yes"), .init("state", state), .init("user", "{}")]).text
      let back = try await world.ask("POST", "callback", bytes: Array(body.utf8), key: .some(nil))
      #expect(back.status == 303 && back.fragment["access_token"] != nil)
      let bad = try await world.ask("POST", "callback", bytes: [0xFF, 0x26], key: .some(nil))
      #expect(bad.status == 303 && bad.query["error_code"] == "validation_failed")
    }
  }

  @Test(
    "an address verified by the provider leads to its account, an unverified one to none", arguments: World.Store.here)
  func linking(on store: World.Store) async throws {
    try await on(store) { world in
      let ada = try await world.signUp()
      let verified = try await callBack(world, try await depart(world, ""), "7 ada@example.com yes")
      let user = try await world.ask("GET", "user", bearer: verified.entered)
      #expect(user.json["id"] == ada.user["id"])
      #expect(user.json["app_metadata"] == ["provider": "email", "providers": ["email", "google"]])
      #expect(user.json["identities"]?.array?.count == 2)
      // Neither the account of that address nor one of its own.
      let claimed = try await callBack(world, try await depart(world, ""), "8 ada@example.com no")
      #expect(
        claimed.query["error_code"] == "provider_email_needs_verification" && claimed.fragment["access_token"] == nil)
      let native: JSON = ["provider": "google", "id_token": "8 ada@example.com no", "nonce": "n"]
      let refused = try await world.ask("POST", "token?grant_type=id_token", native)
      #expect(refused.status == 422 && refused.json["error"] == "provider_email_needs_verification")
    }
  }

  @Test(
    "a sign-in with a verified address voids password, metadata and link of an unconfirmed sign-up",
    arguments: World.Store.here)
  func reclaimed(on store: World.Store) async throws {
    try await on(store, { $0.confirmsEmail = true }) { world in
      _ = try await world.ask(
        "POST", "signup", ["email": "ada@example.com", "password": "the attacker's", "data": ["evil": true]])
      let link = try world.link(to: "ada@example.com").path
      let body: JSON = ["provider": "google", "id_token": "7 ada@example.com yes", "nonce": "n"]
      let entered = try await world.ask("POST", "token?grant_type=id_token", body)
      #expect(entered.status == 200 && entered.user["user_metadata"] == [:])
      #expect(try await world.signIn("ada@example.com", "the attacker's").code == "invalid_credentials")
      #expect(try await world.ask("GET", link, key: .some(nil)).fragment["error_code"] == "otp_expired")
    }
  }

  @Test("an ID token of a native app signs in, and its errors have the shape of OAuth", arguments: World.Store.here)
  func idTokens(on store: World.Store) async throws {
    try await on(store) { world in
      let body: JSON = [
        "provider": "google", "id_token": "7 ada@example.com yes", "nonce": "n", "access_token": nil,
      ]
      let entered = try await world.ask("POST", "token?grant_type=id_token", body)
      #expect(entered.status == 200 && entered.user["email"] == "ada@example.com")
      let cases: [(JSON, String)] = [
        (["provider": "google", "id_token": "7 ada@example.com yes"], "The nonce does not match."),
        (["provider": "google", "id_token": "rubbish", "nonce": "n"], "The provider does not know the code."),
        (["provider": "other", "id_token": "x"], "Unsupported provider: provider is not enabled"),
        (["provider": "google"], "id_token required"),
      ]
      for (body, words) in cases {
        let answer = try await world.ask("POST", "token?grant_type=id_token", body)
        #expect(answer.status == 400 && answer.json["error_description"] == .string(words))
        #expect(answer.json["error"]?.string != nil && answer.code == nil && answer.headers["x-sb-error-code"] != nil)
      }
    }
  }

  @Test("a new identity is refused where sign-up is disabled", arguments: World.Store.here)
  func closed(on store: World.Store) async throws {
    try await on(store, { $0.allowsSignUp = false }) { world in
      let body: JSON = ["provider": "google", "id_token": "7 ada@example.com yes", "nonce": "n"]
      let answer = try await world.ask("POST", "token?grant_type=id_token", body)
      #expect(answer.status == 422 && answer.json["error"] == "signup_disabled")
    }
  }
}

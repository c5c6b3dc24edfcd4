import Foundation
import JSON
import Kernel
import Relational
import Testing
import Tokens
import Transport

@testable import Auth

@Suite("Sign-up and sign-in")
struct SignUpTests {
  @Test("without a mail server a sign-up signs in at once, and user, identity and token describe the account")
  func signUp() async throws {
    let world = try World()
    let answer = try await world.ask(
      "POST", "signup",
      [
        "email": "Ada@Example.com", "password": "correct horse", "data": ["name": "Ada"],
        "gotrue_meta_security": ["captcha_token": nil],
      ])
    #expect(answer.status == 200)
    #expect(answer.json["token_type"] == "bearer" && answer.json["expires_in"] == 3600)
    #expect(answer.json["expires_at"] == 1_768_482_000)
    #expect(answer.refresh.utf8.count >= 12)
    let user = answer.user
    let id = try #require(user["id"]?.string)
    #expect(UUID(uuidString: id) != nil && id == id.lowercased())
    #expect(user["email"] == "ada@example.com" && user["phone"] == "" && user["aud"] == "authenticated")
    #expect(user["role"] == "authenticated" && user["is_anonymous"] == false)
    #expect(user["app_metadata"] == ["provider": "email", "providers": ["email"]])
    #expect(user["user_metadata"] == ["name": "Ada"])
    for name in ["created_at", "updated_at", "email_confirmed_at", "confirmed_at", "last_sign_in_at"] {
      #expect(user[name] == "2026-01-15T12:00:00.000Z", "\(name)")
    }
    let identity = try #require(user["identities"]?.array?.first)
    #expect(identity["user_id"] == .string(id) && identity["provider"] == "email" && identity["id"] == .string(id))
    #expect(identity["identity_data"]?["email"] == "ada@example.com" && identity["identity_id"]?.string != nil)
    #expect(identity["created_at"]?.string != nil && identity["identity_data"]?["email_verified"] == true)

    let claims = try world.key.claims(of: answer.access, by: TokenRules(), at: 1_768_478_400)
    #expect(claims.subject == id && claims.audience == ["authenticated"] && claims.role == "authenticated")
    #expect(claims.issuer == World.url && claims.expires == 1_768_482_000 && claims.issued == 1_768_478_400)
    #expect(claims.email == "ada@example.com" && claims.phone == "" && claims.assurance == "aal1")
    #expect(claims.methods == [.init("password", at: 1_768_478_400)] && claims.isAnonymous == false)
    #expect(claims.userMetadata == ["name": "Ada"] && claims.session?.utf8.count == 36)
    #expect(world.letters.withLock { $0.isEmpty })
  }

  @Test("a sign-up with a registered address is refused, whatever its case")
  func duplicate() async throws {
    let world = try World()
    try await world.signUp()
    let again = try await world.ask("POST", "signup", ["email": "ADA@example.com", "password": "another one"])
    #expect(again.status == 422 && again.code == "user_already_exists" && again.message == "User already registered")
    #expect(try await world.signIn().status == 200)
    #expect(try await world.signIn("ada@example.com", "another one").status == 400)
  }

  @Test("a password signs in; a wrong password, an unknown address and no password get the same error")
  func passwords() async throws {
    let world = try World()
    let user = try await world.signUp().user["id"]
    let answer = try await world.signIn("ADA@example.com")
    #expect(answer.status == 200 && answer.user["id"] == user)
    for (email, password) in [("ada@example.com", "wrong"), ("eve@example.com", "correct horse")] {
      let answer = try await world.signIn(email, password)
      #expect(answer.status == 400 && answer.code == "invalid_credentials")
      #expect(
        answer.message == "Invalid login credentials" && answer.headers["x-sb-error-code"] == "invalid_credentials")
    }
    let empty = try await world.ask("POST", "token?grant_type=password", ["email": "ada@example.com"])
    #expect(empty.status == 400 && empty.code == "invalid_credentials")
    let nobody = try await world.ask("POST", "token?grant_type=password", ["password": "x"])
    #expect(nobody.status == 400 && nobody.code == "validation_failed")
    let other = try await world.ask("POST", "token?grant_type=magic", ["password": "x"])
    #expect(other.status == 400 && other.code == "invalid_credentials" && other.message == "unsupported_grant_type")
  }

  @Test("without a text sender, phone numbers are refused at sign-up and as a change, and none is disclosed")
  func phones() async throws {
    let world = try World()
    let person = try await world.signUp()
    for _ in 0..<2 {
      let answer = try await world.ask("POST", "signup", ["phone": "+49 151 234", "password": "correct horse"])
      #expect(answer.status == 400 && answer.code == "phone_provider_disabled")
      let change = try await world.ask("PUT", "user", ["phone": "49151234"], bearer: person.access)
      #expect(change.status == 400 && change.code == "phone_provider_disabled")
    }
    let entering = try await world.ask(
      "POST", "token?grant_type=password", ["phone": "49151234", "password": "correct horse"])
    #expect(entering.status == 400 && entering.code == "invalid_credentials")
    let settings = try await world.ask("GET", "settings").json
    #expect(settings["external"]?["phone"] == false && settings["phone_autoconfirm"] == false)
  }

  @Test("an anonymous sign-up succeeds unless the settings forbid it")
  func anonymous() async throws {
    let world = try World()
    let answer = try await world.ask("POST", "signup", ["data": ["theme": "dark"]])
    #expect(answer.status == 200 && answer.user["is_anonymous"] == true && answer.user["identities"] == [])
    let claims = try world.key.claims(of: answer.access, by: TokenRules(), at: 1_768_478_400)
    #expect(claims.isAnonymous == true && claims.userMetadata == ["theme": "dark"])
    let closed = try World { $0.allowsAnonymous = false }
    #expect(try await closed.ask("POST", "signup", ["data": [:]]).code == "anonymous_provider_disabled")
  }

  @Test("a sign-up is refused where sign-up is disabled")
  func closed() async throws {
    let world = try World { $0.allowsSignUp = false }
    let answer = try await world.ask("POST", "signup", ["email": "a@b.c", "password": "correct horse"])
    #expect(answer.status == 422 && answer.code == "signup_disabled")
    #expect(try await world.ask("POST", "signup", [:]).code == "signup_disabled")
    #expect(try await world.ask("GET", "settings").json["disable_signup"] == true)
  }

  @Test("a weak password is refused with its reasons")
  func weak() async throws {
    let world = try World { $0.requiredCharacters = ["0123456789"] }
    let answer = try await world.ask("POST", "signup", ["email": "a@b.c", "password": "abc"])
    #expect(answer.status == 422 && answer.code == "weak_password")
    #expect(answer.json["weak_password"] == ["reasons": ["length", "characters"]])
  }

  @Test(
    "a malformed or invalid sign-up is refused",
    arguments: [
      (#"{"email":"a@b.c""#, "bad_json"), ("[]", "bad_json"), ("nonsense", "bad_json"), (#"{"email":7}"#, "bad_json"),
      (#"{"email":"a@b.c","password":"correct horse","data":[]}"#, "bad_json"),
      (#"{"email":"a","password":"correct horse"}"#, "validation_failed"), (#"{"email":"a@b.c"}"#, "validation_failed"),
      (#"{"phone":"x","password":"correct horse"}"#, "validation_failed"),
      (#"{"email":"a@b.c","phone":"4912","password":"correct horse"}"#, "validation_failed"),
      (#"{"email":"a@b.c","password":"correct horse","code_challenge":"x"}"#, "validation_failed"),
      (#"{"email":"a@b.c","password":"correct horse","data":{"a":"\u0000"}}"#, "validation_failed"),
      (
        #"{"email":"a@b.c","password":"correct horse","data":{"a":"\#(String(repeating: "x", count: 7000))"}}"#,
        "validation_failed"
      ),
    ])
  func rubbish(body: String, code: String) async throws {
    let world = try World()
    let answer = try await world.ask("POST", "signup", bytes: Array(body.utf8))
    #expect(answer.status == 400 && answer.code == code, "\(answer.json)")
  }

  @Test("a body is limited in size and depth, and an empty one is accepted")
  func bodies() async throws {
    let world = try World()
    let large = try await world.ask("POST", "signup", bytes: [UInt8](repeating: 0x20, count: 1 << 20 | 1))
    #expect(large.status == 413 && large.code == "request_entity_too_large")
    let exact = try await world.ask("POST", "signup", bytes: [UInt8](repeating: 0x20, count: 1 << 20))
    #expect(exact.code == "bad_json")
    #expect(try await world.ask("POST", "signup").status == 200)
    #expect(world.auth.bodyLimit(for: try head(), at: []) > 1 << 20)
    let deep = String(repeating: #"{"a":"#, count: 40) + "1" + String(repeating: "}", count: 40)
    #expect(try await world.ask("POST", "signup", bytes: Array(deep.utf8)).code == "bad_json")
  }

  @Test("a missing or wrong API key gets 401, an unknown path 404, a wrong method 405; health and JWKS are open")
  func keys() async throws {
    let world = try World()
    let none = try await world.ask("POST", "signup", [:], key: .some(nil))
    #expect(none.status == 401 && none.message == "No API key found in request")
    let wrong = try await world.ask("POST", "signup", [:], key: "rubbish")
    #expect(wrong.status == 401 && wrong.message == "Invalid API key")
    #expect(try await world.ask("GET", "nowhere").status == 404)
    #expect(try await world.ask("DELETE", "signup").status == 405)
    #expect(try await world.ask("GET", "admin/users/").status == 404)
    for open in ["health", ".well-known/jwks.json"] {
      #expect(try await world.ask("GET", open, key: .some(nil)).status == 200)
    }
    #expect(try await world.ask("GET", ".well-known/jwks.json").json == ["keys": []])
    #expect(try await world.ask("GET", "settings").json["external"]?["email"] == true)
  }

  @Test("a slow, busy or failing database is answered with 504, 503 or 500, without its message")
  func busy() async throws {
    let slow = try World(failing: .init("57014", "canceling statement"))
    let answer = try await slow.signIn()
    #expect(answer.status == 504 && answer.code == "request_timeout")
    let crowded = try World(failing: .busy("too many clients"))
    #expect(try await crowded.signIn().status == 503)
    let broken = try World(failing: .init("XX000", "ada@example.com"))
    let failed = try await broken.ask("POST", "signup", ["email": "ada@example.com", "password": "correct horse"])
    #expect(failed.status == 500 && failed.code == "unexpected_failure")
    #expect(failed.message?.contains("ada") == false)
  }

  private func head() throws -> RequestHead {
    var parser = RequestParser()
    parser.append(Array("POST /auth/v1/signup HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n".utf8))
    guard case .head(let head)? = try parser.next() else { throw World.Unanswered() }
    return head
  }
}

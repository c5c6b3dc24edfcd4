internal import Fetch
internal import FoundationEssentials
internal import JSON
internal import Kernel

/// The HTTP requests to a provider, each limited in size and time.
struct ProviderAsking: Sendable {
  let provider: Provider
  let fetch: Fetch

  struct Tokens: Sendable {
    let idToken: String
    let accessToken: String?
    let refreshToken: String?
  }

  func discovery() async throws(Problem) -> Discovery {
    guard Discovery.isSafe(provider.discovery, for: provider) else {
      throw .discovery(provider, "its issuer has no TLS")
    }
    let answer = try await send(Outgoing("GET", provider.discovery), upTo: 65_536)
    guard answer.status == 200 else { throw .unreachable(provider, "it says nothing of itself (\(answer.status))") }
    return try Discovery(answer.body, of: provider)
  }

  func keys(_ address: String) async throws(Problem) -> KeyRing {
    let answer = try await send(Outgoing("GET", address), upTo: 262_144)
    guard answer.status == 200 else { throw .unreachable(provider, "it does not show its keys (\(answer.status))") }
    guard let ring = KeyRing(answer.body) else { throw .discovery(provider, "its keys cannot be read") }
    return ring
  }

  func exchange(
    code: String, verifier: String, redirect: String, by discovery: Discovery, at now: Date
  ) async throws(Problem) -> Tokens {
    let client = provider.clients.first ?? ""
    var fields: [Outgoing.Field] = [
      .init("grant_type", "authorization_code"), .init("code", code), .init("redirect_uri", redirect),
      .init("client_id", client),
    ]
    if discovery.challenges(provider) { fields.append(.init("code_verifier", verifier)) }
    var basic: String?
    switch provider.secret {
    case .text(let secret):
      if discovery.putsSecretInForm {
        fields.append(.init("client_secret", secret.revealed))
      } else {
        let pair = "\(Outgoing.escaped(client)):\(Outgoing.escaped(secret.revealed))"
        basic = "Basic \(Data(pair.utf8).base64EncodedString())"
      }
    case .apple(let team, let keyID, let key):
      let secret = try AppleSecret.text(team: team, keyID: keyID, key: key, client: client, at: now)
      fields.append(.init("client_secret", secret))
    case nil: break
    }
    var request = Outgoing.form(discovery.token, fields)
    if let basic { request.headers.append(.init("authorization", basic)) }
    let answer = try await send(request, upTo: 65_536)
    let said = try? JSON(bytes: answer.body, deepest: 16)
    guard answer.status == 200, let said else { throw .refused(provider, Problem.word(said?["error"]?.string)) }
    guard let idToken = said["id_token"]?.string else { throw .refused(provider, "it gave no sign-in token") }
    return Tokens(
      idToken: idToken, accessToken: said["access_token"]?.string, refreshToken: said["refresh_token"]?.string)
  }

  /// Fetches further claims from the user information endpoint.
  func person(_ address: String, _ accessToken: String) async throws(Problem) -> [String: JSON] {
    guard accessToken.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw .refused(provider, "its token cannot be sent")
    }
    let request = Outgoing("GET", address, headers: [.init("authorization", "Bearer \(accessToken)")])
    let answer = try await send(request, upTo: 65_536)
    guard answer.status == 200, let claims = (try? JSON(bytes: answer.body, deepest: 16))?.object else {
      throw .refused(provider, "it says nothing of the person")
    }
    return claims
  }

  private func send(_ request: Outgoing, upTo most: Int) async throws(Problem) -> Incoming {
    var request = request
    request.headers.append(.init("accept", "application/json"))
    request.limits.total = .seconds(10)
    request.limits.connect = .seconds(5)
    request.limits.answer = most
    request.reach = provider.mayBePrivate ? .anyone : .publicOnly
    do throws(Problem) {
      return try await fetch.send(request)
    } catch {
      if error.code == "fetch-cancelled" || error.code == "fetch-closed" { throw error }
      throw .unreachable(provider, error.what)
    }
  }
}

extension Problem {
  static func unreachable(_ provider: Provider, _ why: String) -> Problem {
    Problem(
      "provider-unreachable", "\(provider.name) gave an unexpected answer: \(why)", safe: "You were not signed in.",
      remedy: "Try again in a while, or sign in another way.")
  }

  static func refused(_ provider: Provider, _ why: String) -> Problem {
    Problem(
      "provider-refused", "\(provider.name) did not confirm the sign-in: \(why).", safe: "You were not signed in.",
      remedy: "Sign in again.")
  }

  /// Returns an OAuth error code if the text is one, otherwise a generic phrase.
  static func word(_ text: String?) -> String {
    guard let text, 1...60 ~= text.utf8.count,
      text.utf8.allSatisfy({ 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_") })
    else { return "it said no" }
    return text
  }
}

internal import ConnectedApps
internal import HTTP
internal import HealthAPIs
internal import JSON
internal import Kernel
internal import OAuthClient
internal import Platform
internal import ProductKit
internal import Supabase

/// The access to Strava where a person has an account: requests that carry a code or a token go to the server's function, which has
/// both. The device keeps a word in the place of the tokens.
///
/// Without an account, without consent to sending, or with a server that is not registered with Strava, the device asks Strava itself.
struct StravaAtServer: Sendable {
  /// Stands in the place of tokens that the server has.
  static let handle = "kept-by-the-server"

  private let membership: Membership
  private let provider: OAuthProvider
  private let data: String

  /// Nil where this installation knows no client at Strava.
  init?(_ membership: Membership, _ access: HealthAccess) {
    guard let account = access.account(HealthAPI.strava.rawValue) else { return nil }
    self.membership = membership
    provider = account.api.authorization(at: account.origins, client: account.client.client)
    data = account.origins.data
  }

  /// The answer to a request that the server's function is asked for; nil for a request that goes out as it is.
  func answer(_ request: Outgoing) async throws(Problem) -> Incoming? {
    if request.address == provider.token { return try await exchange(request) }
    guard request.headers.contains(where: { $0.value == "Bearer \(StravaAtServer.handle)" }),
      request.address.hasPrefix(data)
    else { return nil }
    let path = request.address.dropFirst(data.count)
    if path == "/oauth/deauthorize" {
      _ = try await ask("disconnect", [:])
      return Incoming(status: 200, body: Array("{}".utf8))
    }
    guard request.method == "GET", path.hasPrefix("/api/v3/athlete/activities?") else {
      return Incoming(status: 404)
    }
    let query = ReturnAddress(String(path))
    var values: [String: JSON] = [:]
    for name in ["after", "before", "page", "per_page"] {
      values[name] = query?[name].flatMap { Double($0) }.map { .number($0) }
    }
    let found = try await ask("activities", values)
    guard let found else { return Incoming(status: 401) }
    guard let list = found["activities"], let body = try? JSON.data(list) else { return Incoming(status: 502) }
    return Incoming(status: 200, body: Array(body))
  }

  /// Hands a code to the server; nil where the device exchanges it itself.
  private func exchange(_ request: Outgoing) async throws(Problem) -> Incoming? {
    guard let form = ReturnAddress("?\(String(decoding: request.body ?? [], as: UTF8.self))"),
      form["grant_type"] == "authorization_code", let code = form["code"], let redirect = form["redirect_uri"],
      let verifier = form["code_verifier"], await isThere
    else { return nil }
    guard let known = try await ask("look", [:]), known["client"]?.string == provider.client else { return nil }
    let scopes = provider.scopes.map { JSON.string($0) }
    let made = try await ask(
      "connect",
      ["code": .string(code), "redirect": .string(redirect), "verifier": .string(verifier), "scopes": .array(scopes)])
    guard made != nil else { return Incoming(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8)) }
    // It names no scopes, so that those of the return count.
    let answer: JSON = ["access_token": .string(StravaAtServer.handle), "token_type": "Bearer"]
    return Incoming(status: 200, body: Array((try? JSON.data(answer)) ?? Data()))
  }

  /// Whether a person is signed in, and has consented to sending.
  private var isThere: Bool {
    get async {
      guard (try? await membership.server()) != nil, let session = try? await membership.session(),
        case .signedIn = session.states.value
      else { return false }
      return true
    }
  }

  /// Asks the function. Nil when Strava wants the person's consent again, or for `look` when the server knows no Strava.
  private func ask(_ act: String, _ values: [String: JSON]) async throws(Problem) -> JSON? {
    let question = JSON.object(values.merging(["act": .string(act)]) { $1 })
    switch await (try await membership.server()).function(StravaFunction.name, question) {
    case .success(let answered): return answered.value
    case .failure(.refused(_, "RECONNECT", _)): return nil
    case .failure(.refused(404, _, _)) where act == "look", .failure(.refused(_, "NO_STRAVA", _)) where act == "look":
      return nil
    case .failure(.refused(_, _, let reason)):
      throw Problem("strava-refused", reason, safe: "Nothing was changed.", remedy: "Try again in a while.")
    case .failure(.unauthorized):
      throw Problem(
        "strava-signed-out", "You are signed out.", safe: "Nothing was changed.",
        remedy: "Sign in under Profile, Account.")
    case .failure:
      throw Problem(
        "fetch-unreachable", "The server cannot be reached.", safe: "Nothing was changed.",
        remedy: "Try again when you are online.")
    }
  }
}

internal import HTTP
internal import HealthAPIs
internal import JSON
internal import Kernel
internal import OAuthClient
internal import Platform
package import ProductKit
internal import Relational
package import ServerFunctions
internal import Tokens

/// The function `strava`: exchanges the code of a person's consent, keeps the tokens sealed, and fetches activities with them. No
/// answer has a token, and no activity is kept.
package enum StravaFunction {
  static let name = "strava"
  static let longestBody = 16_384
  /// Calls of one person in an hour.
  static let mostCalls = 240

  /// Returns the function with the client that is registered at Strava; without one, it says that there is none.
  package static func function(_ access: HealthAccess) -> ServerFunction {
    let budget = CallBudget(mostCalls, in: 3_600)
    let account = access.account(HealthAPI.strava.rawValue)
    return ServerFunction(name, bodyLimit: longestBody, sendsRequests: account != nil) { call, context in
      guard call.method == "POST" else { return .refusal("METHOD", "Ask with POST.", .methodNotAllowed) }
      guard call.caller.role == .authenticated, let person = call.caller.user, let tables = context.tables else {
        return .refusal("FORBIDDEN", "Sign in first.", .forbidden)
      }
      guard let account, let vault = context.vault else { return none }
      guard budget.spend(person, at: context.time.now().date) else {
        return .refusal("BUSY", "Too many questions in a short time.", .tooManyRequests)
      }
      guard let json = try? JSON(bytes: call.body, deepest: 4), let act = json["act"]?.string else { return malformed }
      let desk = StravaDesk(
        person: person, origin: account.origins.data,
        provider: account.api.authorization(
          at: account.origins, client: account.client.client, secret: account.client.secret.map { Redacted($0) }),
        tables: tables, vault: vault, context: context)
      do throws(Problem) {
        switch act {
        case "look": return try await desk.look()
        case "connect": return try await desk.connect(json)
        case "activities": return try await desk.activities(json)
        case "disconnect": return try await desk.disconnect()
        default: return malformed
        }
      } catch {
        context.log.info("a question about Strava was not answered (\(code: error))")
        return refusal(error)
      }
    }
  }

  static let malformed = FunctionAnswer.refusal("MALFORMED", "Send {\"act\": ...} with its values.", .badRequest)
  static let none = FunctionAnswer.refusal("NO_STRAVA", "This server is not registered with Strava.", .conflict)

  private static func refusal(_ problem: Problem) -> FunctionAnswer {
    switch problem.code {
    case "oauth-reconnect", "oauth-not-connected":
      .refusal("RECONNECT", "Strava asks for your consent again.", .conflict)
    case "oauth-refused": .refusal("REFUSED", "Strava does not accept this server's request.", .conflict)
    case "strava-malformed": malformed
    default: .refusal("LATER", "Strava cannot be reached at the moment.", .unavailable)
    }
  }
}

/// One call of the function `strava`.
struct StravaDesk: Sendable {
  /// The time for which a refresh is another call's, in seconds.
  static let lease = 30.0
  static let pageSize = 200
  private static let longestAnswer = 4 << 20

  let person: String
  let origin: String
  let provider: OAuthProvider
  let tables: FunctionTables
  let vault: FunctionVault
  let context: FunctionContext

  private var now: Date { context.time.now().date }
  private var mine: Filter { .compare("owner", .equal, .text(person)) }

  /// A row of tokens, opened.
  private struct KeptTokens {
    let tokens: OAuthTokens
    let version: Int
    let claimed: Date?
  }

  // MARK: Acts

  func look() async throws(Problem) -> FunctionAnswer {
    FunctionAnswer(["client": .string(provider.client), "connected": .bool(try await kept() != nil)])
  }

  /// Exchanges a code for tokens, which take the place of older ones.
  func connect(_ json: JSON) async throws(Problem) -> FunctionAnswer {
    guard let code = json["code"]?.string, 1...4_096 ~= code.utf8.count, let redirect = json["redirect"]?.string,
      1...2_000 ~= redirect.utf8.count, let verifier = json["verifier"]?.string, 1...128 ~= verifier.utf8.count,
      let scopes = json["scopes"]?.array?.compactMap(\.string), scopes.count <= 20
    else { throw .malformedStrava }
    let pending = PendingAuthorization(
      verifier: Redacted(verifier), scopes: scopes, redirect: redirect,
      expires: now.addingTimeInterval(PendingAuthorization.patience))
    let tokens = try await access(nil).connect(
      AuthorizationGrant(code: Redacted(code), scopes: scopes), of: pending)
    return FunctionAnswer(["connected": true, "scopes": .array(tokens.scopes.map { .string($0) })])
  }

  /// A page of the activities of a span: the date, distance, duration, pace and type of each.
  func activities(_ json: JSON) async throws(Problem) -> FunctionAnswer {
    func whole(_ name: String) throws(Problem) -> Int {
      guard let number = json[name]?.number.flatMap({ Int(exactly: $0) }), 0...100_000_000_000 ~= number else {
        throw .malformedStrava
      }
      return number
    }
    let (after, before, page) = (try whole("after"), try whole("before"), try whole("page"))
    let size = min(StravaDesk.pageSize, max(1, try whole("per_page")))
    var request = Outgoing(
      "GET",
      "\(origin)/api/v3/athlete/activities?after=\(after)&before=\(before)&page=\(page)&per_page=\(size)")
    request.limits.answer = StravaDesk.longestAnswer
    request.limits.total = .seconds(20)
    let answer = try await send(request)
    guard answer.status == 200 else { throw .stravaAway }
    guard let list = (try? JSON(bytes: answer.body, deepest: 32))?.array else { throw .stravaAway }
    return FunctionAnswer(["activities": .array(list.prefix(size).compactMap(StravaDesk.shown))])
  }

  /// The fields of an activity that are handed on: no name, no track, no place.
  private static func shown(_ json: JSON) -> JSON? {
    guard let id = json["id"]?.number, let start = json["start_date"]?.string,
      let type = (json["sport_type"] ?? json["type"])?.string, let elapsed = json["elapsed_time"]?.number
    else { return nil }
    let (moving, metres) = (json["moving_time"]?.number ?? elapsed, json["distance"]?.number)
    let pace = metres.flatMap { $0 >= 1 && moving > 0 ? (moving * 1000 / $0).rounded() : nil }
    return [
      "id": .number(id), "start_date": .string(String(start.prefix(40))),
      "sport_type": .string(String(type.prefix(40))),
      "distance": metres.map { .number($0) } ?? .null, "moving_time": .number(moving), "elapsed_time": .number(elapsed),
      "pace": pace.map { .number($0) } ?? .null, "manual": .bool(json["manual"]?.bool ?? false),
    ]
  }

  /// Ends the access at Strava, and deletes the tokens.
  func disconnect() async throws(Problem) -> FunctionAnswer {
    if let known = try await kept() {
      do throws(Problem) {
        _ = try await access(try await fresh(known)).revoke()
      } catch {
        // Access that has ended at Strava is ended.
        guard error.code == Problem.reconnect.code else { throw error }
      }
    }
    try await database { () throws(Failure) in _ = try await tables.delete(StravaTables.name, where: mine, as: .service)
    }
    return FunctionAnswer(["connected": false])
  }

  // MARK: Tokens

  private func database<Value>(
    _ work: () async throws(Failure) -> Value
  ) async throws(Problem) -> Value {
    do throws(Failure) { return try await work() } catch {
      context.log.warning("the tokens of Strava could not be read or kept: \(open: error.code)")
      throw .stravaAway
    }
  }

  private func kept() async throws(Problem) -> KeptTokens? {
    let row = try await database { () throws(Failure) in
      var select = Select(try tables.table(StravaTables.name))
      select.filter = mine
      return try await tables.rows(select, as: .service).first
    }
    guard let row, let version = row["version"]?.number.flatMap({ Int(exactly: $0) }) else { return nil }
    guard let json = row["sealed_tokens"]?.string.flatMap({ vault.open($0, person) }),
      let data = try? JSON.data(json), let tokens = try? JSONDecoder().decode(OAuthTokens.self, from: data)
    else { return nil }
    return KeptTokens(tokens: tokens, version: version, claimed: row["claimed_at"]?.string.flatMap(Moment.date))
  }

  private func keep(_ tokens: OAuthTokens) async throws(Problem) {
    guard let data = try? JSON.data(tokens), let json = try? JSON(bytes: Array(data)),
      let sealed = vault.seal(json, person)
    else { throw .stravaAway }
    try await database { () throws(Failure) in
      let values: [String: Relational.Value] = ["sealed_tokens": .text(sealed), "claimed_at": .null]
      if try await !tables.update(StravaTables.name, where: mine, values, as: .service).isEmpty { return }
      do throws(Failure) {
        try await tables.insert(
          values.merging(["owner": .text(person)]) { $1 }, into: StravaTables.name, as: .service)
      } catch {
        // Another call was faster.
        guard error.code == "23505" else { throw error }
        _ = try await tables.update(StravaTables.name, where: mine, values, as: .service)
      }
    }
  }

  private func access(_ tokens: OAuthTokens?) -> OAuthAccess {
    OAuthAccess(
      provider,
      needs: OAuthNeeds(
        ask: context.send, load: { () throws(Problem) in tokens },
        store: { tokens throws(Problem) in try await keep(tokens) }, now: { context.time.now().date }))
  }

  /// Claims the next refresh. Strava's refresh tokens are good once, so that of two calls at once, on whatever instance, one
  /// refreshes, and the other is asked to come back.
  private func claim(_ known: KeptTokens) async throws(Problem) {
    if let claimed = known.claimed, abs(now.timeIntervalSince(claimed)) < StravaDesk.lease { throw .stravaAway }
    let count = try await database { () throws(Failure) in
      try await tables.update(
        StravaTables.name, where: .all([mine, .compare("version", .equal, .int(known.version))]),
        ["version": .int(known.version + 1), "claimed_at": .text(Moment(now).text)], as: .service
      ).count
    }
    guard count == 1 else { throw .stravaAway }
  }

  /// Tokens whose access token holds for a while.
  private func fresh(_ known: KeptTokens) async throws(Problem) -> OAuthTokens {
    guard known.tokens.standing(at: now) == .stale else { return known.tokens }
    return try await refreshed(known)
  }

  private func refreshed(_ known: KeptTokens) async throws(Problem) -> OAuthTokens {
    try await claim(known)
    _ = try await access(known.tokens).token(insteadOf: known.tokens.access)
    guard let new = try await kept()?.tokens else { throw .reconnect }
    return new
  }

  /// Sends a request with an access token. Refused with 401, it is sent once more with a refreshed one.
  private func send(_ request: Outgoing) async throws(Problem) -> Incoming {
    guard let known = try await kept() else { throw .reconnect }
    let tokens = try await fresh(known)
    let answer = try await context.send(request.bearing(tokens.access))
    guard answer.status == 401 else { return answer }
    guard tokens.refresh != nil, let newest = try await kept(), newest.tokens.access == tokens.access else {
      throw .reconnect
    }
    let again = try await context.send(request.bearing(try await refreshed(newest).access))
    guard again.status != 401 else { throw .reconnect }
    return again
  }
}

extension Problem {
  fileprivate static let malformedStrava = Problem(
    "strava-malformed", "The question about Strava cannot be read.", safe: "Nothing was sent.", remedy: "")
  fileprivate static let stravaAway = Problem(
    "strava-later", "Strava cannot be reached at the moment.", safe: "Nothing was changed.",
    remedy: "Try again in a while.")
}

internal import FoundationEssentials
public import Gate
internal import JSON
public import Kernel
internal import Relational
public import Tokens
public import Transport

/// User accounts in GoTrue's protocol: sign-up, sign-in, sessions and account changes.
public final class Auth: Service {
  let settings: AuthSettings
  let needs: AuthNeeds
  let secrets: Secrets
  let redirects: RedirectRules
  let rules: PasswordRules
  let gatekeeper: Gatekeeper
  private let buckets = Locked(Buckets())
  let refreshing = Locked<[String: Int]>([:])

  public init(_ settings: AuthSettings, _ needs: AuthNeeds) throws(Problem) {
    guard let site = WebAddress(settings.siteURL), let own = WebAddress(settings.url), own.isWeb else {
      throw Problem(
        "auth-address", "The address of the site or of the server is not a web address.",
        safe: "Nothing was started.", remedy: "Give both as full addresses, such as https://app.example.org.")
    }
    if let wrong = settings.allowedRedirects.first(where: { !RedirectRules.isPattern($0) }) {
      throw Problem(
        "auth-redirect", "“\(wrong.prefix(200))” is no address that a sign-in may lead back to.",
        safe: "Nothing was started.",
        remedy: "Give full addresses, such as https://app.example.org/welcome, https://*.example.org/** or myapp://.")
    }
    self.settings = settings
    self.needs = needs
    secrets = Secrets(needs.vouching.key)
    redirects = RedirectRules(site: site, allowed: settings.allowedRedirects)
    rules = PasswordRules(least: settings.leastPassword, required: settings.requiredCharacters)
    gatekeeper = Gatekeeper(needs.vouching, time: needs.time)
  }

  /// Twice the accepted size, so that a slightly larger body gets this service's own error.
  public func bodyLimit(for head: RequestHead, at path: ArraySlice<Substring>) -> Int { 2 * BodyLimits.usual }

  public func admit(_ head: RequestHead, at path: ArraySlice<Substring>, from credential: Credential) -> Admission {
    do throws(AuthError) {
      let endpoint = try endpoint(head, path)
      if !endpoint.isOpen, let refusal = lacksKey(head, credential) { return .refuse(Auth.completed(refusal)) }
      guard credential.caller?.role != .authenticated, credential.caller?.role != .service else {
        return .body(upTo: bodyLimit(for: head, at: path))
      }
      guard (head.announcedLength ?? 0) <= BodyLimits.anonymous else { throw .tooLarge(BodyLimits.anonymous) }
      return .body(upTo: BodyLimits.anonymous)
    } catch {
      return .refuse(Auth.completed(error.response))
    }
  }

  public func answer(
    _ request: Request, at path: ArraySlice<Substring>, from credential: Credential
  ) async -> Response {
    do throws(AuthError) {
      guard request.body.count <= BodyLimits.usual else { throw .tooLarge(BodyLimits.usual) }
      let endpoint = try endpoint(request.head, path)
      if !endpoint.isOpen, let refusal = lacksKey(request.head, credential) { return Auth.completed(refusal) }
      return Auth.completed(try await answer(endpoint, AuthRequest(request, credential, path)))
    } catch {
      return Auth.completed(error.response)
    }
  }

  private func endpoint(_ head: RequestHead, _ path: ArraySlice<Substring>) throws(AuthError) -> Endpoint {
    let place = path.joined(separator: "/")
    guard let endpoint = Endpoint(head.method, place) else {
      throw Endpoint.isThere(place) ? .wrongMethod : .notThere
    }
    return endpoint
  }

  private static func completed(_ response: Response) -> Response {
    var response = response
    // Clients read error codes only with this header.
    response.headers["x-supabase-api-version"] = "2024-01-01"
    if response.headers["cache-control"] == nil { response.headers["cache-control"] = "no-store" }
    return response
  }

  /// Refuses a request without a project key. An expired token alone is no reason to refuse, since the client may be
  /// about to refresh it.
  private func lacksKey(_ head: RequestHead, _ credential: Credential) -> Response? {
    if credential.caller != nil { return nil }
    guard let key = gatekeeper.keyCredential(of: head) else { return .noKey }
    return key.caller == nil ? .wrongKey : nil
  }

  // MARK: - Shared helpers

  /// The current time in milliseconds since 1970.
  var now: Int { Int((needs.time.now().date.timeIntervalSince1970 * 1000).rounded(.down)) }

  func id() -> String { needs.identifiers.uuid().uuidString.lowercased() }

  /// Writes about one account, beside writes about others; without one, beside none.
  func write<Result: Sendable>(
    about account: String? = nil, _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(AuthError) -> Result {
    let result: Result
    do throws(Failure) {
      result = try await needs.database.transact(account.map { .matter("account \($0)") } ?? .everything, body)
    } catch {
      throw refusal(error)
    }
    // Sessions that it ended lose access before the response is sent.
    await needs.committed()
    return result
  }

  func look<Result: Sendable>(
    _ body: @escaping @Sendable (any Session) throws(Failure) -> Result
  ) async throws(AuthError) -> Result {
    do throws(Failure) {
      return try await needs.database.look(body)
    } catch {
      throw refusal(error)
    }
  }

  func refusal(_ failure: Failure) -> AuthError {
    needs.log.warning("the database refused: \(open: failure.code)")
    return AuthError(failure)
  }

  /// Counts a request for each asker. Throws with the seconds to wait if a rate is exceeded.
  func count(_ askers: RateLimitKey...) throws(AuthError) { try count(askers) }

  private func count(_ askers: [RateLimitKey]) throws(AuthError) {
    let now = now
    let rates = settings.rates
    for asker in askers {
      guard let seconds = buckets.withLock({ $0.take(asker, asker.rate(rates), at: now) }) else { continue }
      switch asker {
      case .mail, .mailOfAccount: throw .tooManyMails(seconds)
      default: throw .tooManyRequests(seconds)
      }
    }
  }

  /// Returns whether a password is right. Only wrong ones are counted: for the account from one network, and, with a much
  /// larger bound, from all, so that nobody elsewhere keeps its person from signing in.
  func isRight(
    _ password: String, _ hash: String?, of account: String, from network: String
  ) async throws(AuthError) -> Bool {
    guard password.utf8.count <= PasswordRules.most else { return false }
    let askers: [RateLimitKey] = [.guess(account, network), .guessAnywhere(account)]
    // Counted before the answer is known: many at once must not pass.
    try count(askers)
    var isWrong = false
    defer {
      if !isWrong {
        let rates = settings.rates
        buckets.withLock { buckets in for asker in askers { buckets.giveBack(asker, asker.rate(rates)) } }
      }
    }
    isWrong = try await !verify(password, hash)
    return !isWrong
  }

  func hash(_ password: String) async throws(AuthError) -> String {
    do throws(Passwords.Crowded) {
      return try await needs.passwords.hash(password)
    } catch {
      throw .tooManyRequests(1)
    }
  }

  func verify(_ password: String, _ hash: String?) async throws(AuthError) -> Bool {
    do throws(Passwords.Crowded) {
      return try await needs.passwords.verify(password, hash)
    } catch {
      throw .tooManyRequests(1)
    }
  }
}

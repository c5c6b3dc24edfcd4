internal import HTTP
internal import JSON
public import Kernel

/// Sign-up, sign-in and sign-out.
extension Session {
  /// Creates an account. The mail that confirms it leads back to `callback`.
  public func signUp(
    _ email: String, _ password: Redacted<String>, returningTo callback: String? = nil
  ) async throws(Problem) -> SignUpOutcome {
    try Session.check(email, password)
    let flow = try await begin(.confirmation, returningTo: callback)
    let login = try await comeIn("/auth/v1/signup\(flow.query)", email, password, flow.members)
    return login == nil ? .mustConfirm : .signedIn
  }

  public func signIn(_ email: String, _ password: Redacted<String>) async throws(Problem) {
    guard try await comeIn("/auth/v1/token?grant_type=password", email, password) != nil else { throw .unreadable }
  }

  /// Signs out. The device forgets the session whatever the server answers, unless the scope is other devices only.
  /// Throws when the device cannot delete it, and is then still signed in.
  @discardableResult
  public func signOut(_ scope: SignOutScope = .local) async throws(Problem) -> SignedOut {
    // Signing out must not wait for a refresh that hangs.
    refreshing?.cancel()
    await enter()
    defer { leave() }
    let said = await farewell(scope)
    guard scope != .others else {
      guard said == .confirmed else { throw .unreachable }
      return said
    }
    try await adopt(nil)
    return said
  }

  /// Returns nil when the account must be confirmed first.
  private func comeIn(
    _ path: String, _ email: String, _ password: Redacted<String>, _ more: [String: JSON] = [:]
  ) async throws(Problem) -> Login? {
    try Session.check(email, password)
    await enter()
    defer { leave() }
    let incoming: Incoming
    do throws(Problem) {
      incoming = try await ask(
        path,
        .object(
          more.merging(["email": .string(email), "password": .string(password.revealed), "data": [:]]) { own, _ in own }
        ),
        as: nil)
    } catch {
      throw .entering(error)
    }
    guard incoming.status == 200 else { throw .entering(SignInRefusal(incoming, at: now)) }
    guard let login = try AuthAnswer.login(incoming, typed: email, at: now) else { return nil }
    try await adopt(login)
    return login
  }

  private func farewell(_ scope: SignOutScope) async -> SignedOut {
    guard login?.tokens != nil else { return .confirmed }
    // With an expired token the server could not tell which session to end.
    if needsRefresh, case .failure = await refreshed(), login?.tokens != nil { return .unconfirmed }
    guard let tokens = login?.tokens else { return .confirmed }
    do throws(Problem) {
      let incoming = try await ask("/auth/v1/logout?scope=\(scope.rawValue)", nil, as: tokens.access)
      return [200, 204, 401, 403, 404].contains(incoming.status) ? .confirmed : .unconfirmed
    } catch {
      log.info("the server was not told of a farewell: \(code: error)")
      return .unconfirmed
    }
  }

  /// Sends a request and learns the server's time from every response.
  func ask(
    _ path: String, _ body: JSON?, as person: Redacted<String>?, method: String = "POST"
  ) async throws(Problem) -> Incoming {
    var question = ServerRequest(path: path)
    question.method = method
    question.headers = [
      .init("content-type", "application/json;charset=UTF-8"), .init("x-supabase-api-version", "2024-01-01"),
    ]
    if case .object(var members) = body {
      members["gotrue_meta_security"] = ["captcha_token": nil]
      guard let bytes = try? JSON.data(JSON.object(members)) else { throw .unreadable }
      question.body = Array(bytes)
    }
    let incoming = try await gateway.send(question, as: person)
    hear(incoming)
    return incoming
  }

  func hear(_ incoming: Incoming) {
    clock.hear(incoming["date"].flatMap(HTTPInstant.date), at: time.now().date)
  }

  private static func check(_ email: String, _ password: Redacted<String>) throws(Problem) {
    guard looksLikeMail(email) else { throw .noMail }
    guard 1...1000 ~= password.revealed.utf8.count else { throw .noPassword }
  }

  /// A plausibility check; the server decides.
  static func looksLikeMail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return text.utf8.count <= 320 && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
  }
}

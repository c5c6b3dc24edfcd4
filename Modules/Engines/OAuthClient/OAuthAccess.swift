public import HTTP
internal import JSON
public import Kernel
public import Platform

/// The dependencies of access to a provider: its network, the place of its tokens, and the time.
public struct OAuthNeeds: Sendable {
  public var ask: @Sendable (Outgoing) async throws(Problem) -> Incoming
  public var load: @Sendable () async throws(Problem) -> OAuthTokens?
  /// Returns when the tokens are on disk.
  public var store: @Sendable (OAuthTokens) async throws(Problem) -> Void
  public var now: @Sendable () -> Date

  public init(
    ask: @escaping @Sendable (Outgoing) async throws(Problem) -> Incoming,
    load: @escaping @Sendable () async throws(Problem) -> OAuthTokens?,
    store: @escaping @Sendable (OAuthTokens) async throws(Problem) -> Void, now: @escaping @Sendable () -> Date
  ) {
    self.ask = ask
    self.load = load
    self.store = store
    self.now = now
  }
}

/// Access to one account at a provider: hands out access tokens and refreshes them.
///
/// One refresh runs at a time. Refreshed tokens are on disk before any of them is used, since a provider that rotates
/// refresh tokens accepts the older one no more.
public actor OAuthAccess {
  private let provider: OAuthProvider
  private let needs: OAuthNeeds
  /// The newest tokens, once they were loaded.
  private var tokens: OAuthTokens?
  /// Whether the newest tokens are not on disk yet, because storing them failed.
  private var isUnstored = false
  /// The refresh under way. It is not cancelled with those who wait for it, nor with this actor: a rotated token whose
  /// answer is dropped would be lost.
  private var refreshing: Task<Refreshed, Never>?

  private var isEnded = false

  private enum Refreshed: Sendable {
    case stored(OAuthTokens)
    case unstored(OAuthTokens, Problem)
    case failed(Problem)
  }

  public init(_ provider: OAuthProvider, needs: OAuthNeeds) {
    self.provider = provider
    self.needs = needs
  }

  // MARK: Tokens

  /// Returns an access token that is valid for a while. Throws `oauth-reconnect` when the person must consent again.
  public func token() async throws(Problem) -> Redacted<String> { try await current().access }

  /// Returns another access token than the one that the provider has refused.
  public func token(insteadOf refused: Redacted<String>) async throws(Problem) -> Redacted<String> {
    let known = try await newest()
    if known.access != refused { return known.access }
    guard known.refresh != nil else { throw .reconnect }
    return try await refreshed(known).access
  }

  /// Sends a request with an access token. Refused with 401, it is sent once more with a refreshed one.
  public func send(_ request: Outgoing) async throws(Problem) -> Incoming {
    let first = try await token()
    let answer = try await needs.ask(request.bearing(first))
    guard answer.status == 401 else { return answer }
    let second = try await needs.ask(request.bearing(try await token(insteadOf: first)))
    guard second.status != 401 else { throw .reconnect }
    return second
  }

  /// Exchanges the code of a return for tokens, and stores them in the place of any older ones.
  public func connect(
    _ grant: AuthorizationGrant, of pending: PendingAuthorization
  ) async throws(Problem) -> OAuthTokens {
    let request = try provider.request(
      provider.token,
      [
        Outgoing.Field("grant_type", "authorization_code"), Outgoing.Field("code", grant.code.revealed),
        Outgoing.Field("redirect_uri", pending.redirect), Outgoing.Field("code_verifier", pending.verifier.revealed),
      ])
    let new = try OAuthTokens(
      try await needs.ask(request), asked: grant.scopes ?? pending.scopes, at: needs.now())
    // A refresh of the older tokens must not overwrite the newer ones.
    while let refreshing { end(refreshing, await refreshing.value) }
    try await needs.store(new)
    (tokens, isUnstored) = (new, false)
    return new
  }

  /// Ends the access at the provider. Returns false where the provider offers no way to do so. Access that has ended
  /// already counts as ended.
  public func revoke() async throws(Problem) -> Bool {
    guard let revocation = provider.revocation else { return false }
    let answer: Incoming
    do throws(Problem) {
      switch revocation {
      case .token(let address):
        let known = try await newest()
        answer = try await needs.ask(
          try provider.request(address, [Outgoing.Field("token", (known.refresh ?? known.access).revealed)]))
      case .bearer(let method, let address):
        try OAuthProvider.check(address)
        answer = try await send(OAuthProvider.bounded(Outgoing(method, address)))
      }
    } catch {
      if error.code == Problem.reconnect.code || error.code == Problem.notConnected.code { return true }
      throw error
    }
    if 200...299 ~= answer.status { return true }
    let word = (try? JSON(bytes: answer.body, deepest: 16))?["error"]?.string
    if word == "invalid_token" || word == "invalid_grant" { return true }
    throw OAuthTokens.problem(answer)
  }

  /// Hands out no token from now on, and returns when nothing stores one any more.
  public func end() async {
    isEnded = true
    while let refreshing { end(refreshing, await refreshing.value) }
    tokens = nil
  }

  // MARK: Refreshing

  private func current() async throws(Problem) -> OAuthTokens {
    let known = try await newest()
    switch known.standing(at: needs.now()) {
    case .valid: return known
    case .stale: return try await refreshed(known)
    case .ended: throw .reconnect
    }
  }

  /// The newest tokens, on disk.
  private func newest() async throws(Problem) -> OAuthTokens {
    while let refreshing { end(refreshing, await refreshing.value) }
    if tokens == nil {
      let loaded = try await needs.load()
      // Another call may have loaded or refreshed them meanwhile.
      if tokens == nil { tokens = loaded }
    }
    guard !isEnded, let known = tokens else { throw .notConnected }
    if isUnstored {
      try await needs.store(known)
      isUnstored = false
    }
    return known
  }

  private func refreshed(_ older: OAuthTokens) async throws(Problem) -> OAuthTokens {
    if refreshing == nil, let known = tokens, known != older { return known }
    let task: Task<Refreshed, Never>
    if let refreshing {
      task = refreshing
    } else {
      let (provider, needs) = (provider, needs)
      task = Task { await OAuthAccess.refresh(older, at: provider, needs) }
      refreshing = task
    }
    let outcome = await task.value
    end(task, outcome)
    switch outcome {
    case .stored(let new): return new
    case .unstored(_, let problem), .failed(let problem): throw problem
    }
  }

  /// Takes over the outcome of a refresh, once.
  private func end(_ task: Task<Refreshed, Never>, _ outcome: Refreshed) {
    guard refreshing == task else { return }
    refreshing = nil
    switch outcome {
    case .stored(let new): (tokens, isUnstored) = (new, false)
    case .unstored(let new, _): (tokens, isUnstored) = (new, true)
    case .failed: break
    }
  }

  private static func refresh(
    _ older: OAuthTokens, at provider: OAuthProvider, _ needs: OAuthNeeds
  ) async -> Refreshed {
    let new: OAuthTokens
    do throws(Problem) {
      guard let refresh = older.refresh else { throw .reconnect }
      let request = try provider.request(
        provider.token,
        [Outgoing.Field("grant_type", "refresh_token"), Outgoing.Field("refresh_token", refresh.revealed)])
      new = try OAuthTokens(try await needs.ask(request), asked: older.scopes, replacing: older, at: needs.now())
    } catch {
      return .failed(error)
    }
    do throws(Problem) {
      try await needs.store(new)
      return .stored(new)
    } catch {
      return .unstored(new, error)
    }
  }
}

extension Outgoing {
  /// The same request with an access token in its header.
  public func bearing(_ token: Redacted<String>) -> Outgoing {
    var request = self
    request.headers.append(Field("authorization", "Bearer \(token.revealed)"))
    return request
  }
}

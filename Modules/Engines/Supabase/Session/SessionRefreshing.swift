internal import HTTP
internal import JSON
public import Kernel
internal import Platform

/// Token expiry and renewal.
extension Session {
  /// Returns an access token that lasts long enough for a request.
  public func access() async throws(Problem) -> Redacted<String> { try await access(instead: nil) }

  /// Gets a new token, even if the old one is still valid.
  public func refresh() async throws(Problem) { _ = try await shared().get() }

  /// `refused` is a token that the server did not accept; a newer one is returned without another refresh.
  func access(instead refused: Redacted<String>?) async throws(Problem) -> Redacted<String> {
    guard let login else { throw .signedOut }
    guard let tokens = login.tokens else { throw .expired }
    guard needsRefresh || tokens.access == refused else { return tokens.access }
    let result = await shared()
    // A server that cannot answer now does not invalidate a token that is still valid.
    if case .failure = result, let held = self.login?.tokens, held.access != refused, held.expires > now {
      return held.access
    }
    return try result.get()
  }

  var needsRefresh: Bool {
    guard let tokens = login?.tokens else { return false }
    return tokens.expires.timeIntervalSince(now) <= 30
  }

  /// Runs one refresh for all concurrent callers. The task is unstructured, so a cancelled caller does not cancel it
  /// for others.
  private func shared() async -> Result<Redacted<String>, Problem> {
    if let refreshing { return await refreshing.value }
    let begun = login?.tokens?.refresh
    let task = Task { await self.inTurn(since: begun) }
    refreshing = task
    return await task.value
  }

  private func inTurn(since begun: Redacted<String>?) async -> Result<Redacted<String>, Problem> {
    await enter()
    defer {
      refreshing = nil
      leave()
    }
    // Another sign-in or sign-out came first.
    if let tokens = login?.tokens, tokens.refresh != begun { return .success(tokens.access) }
    return await refreshed()
  }

  /// Refreshes the token; the caller must hold the turn.
  func refreshed() async -> Result<Redacted<String>, Problem> {
    guard let old = login else { return .failure(.signedOut) }
    guard let tokens = old.tokens else { return .failure(.expired) }
    do throws(Problem) {
      let incoming = try await ask(
        "/auth/v1/token?grant_type=refresh_token", ["refresh_token": .string(tokens.refresh.revealed)], as: nil)
      guard incoming.status == 200 else { return .failure(await refused(SignInRefusal(incoming, at: now), old)) }
      guard let new = try AuthAnswer.login(incoming, typed: old.email.revealed, at: now),
        let access = new.tokens?.access,
        new.user == old.user
      else { throw .unreadable }
      try await adopt(new)
      return .success(access)
    } catch {
      log.info("a session was not refreshed: \(code: error)")
      return .failure(.entering(error))
    }
  }

  private func refused(_ refusal: SignInRefusal, _ old: Login) async -> Problem {
    guard refusal.endsSession else {
      log.info("a session was not refreshed: \(refusal.status)")
      return .entering(refusal)
    }
    log.info("the server has ended the session: \(open: refusal.code)")
    var ended = old
    ended.tokens = nil
    ended.former = old.tokens?.access
    ended.isEndedElsewhere = refusal.saysSessionIsGone
    do throws(Problem) {
      try await adopt(ended)
    } catch {
      // The tokens are worthless, even if they are still stored.
      become(ended)
      log.warning("that a session ended was not kept: \(code: error)")
    }
    return .expired
  }
}

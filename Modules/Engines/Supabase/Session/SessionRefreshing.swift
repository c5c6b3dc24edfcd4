internal import Fetch
internal import FoundationEssentials
internal import JSON
public import Kernel

/// Tokens that run out, and new ones in their place.
extension Session {
  /// By what the server knows the person now: it lasts long enough for a question.
  public func access() async throws(Problem) -> Redacted<String> { try await access(instead: nil) }

  /// Gets a new token, however long the old one lasts.
  public func refresh() async throws(Problem) { _ = try await shared().get() }

  /// `refused` is a token that the server did not take: one that came since then will do.
  func access(instead refused: Redacted<String>?) async throws(Problem) -> Redacted<String> {
    guard let login else { throw .signedOut }
    guard let tokens = login.tokens else { throw .expired }
    guard needsRefresh || tokens.access == refused else { return tokens.access }
    let result = await shared()
    // A server that cannot answer now is no reason not to use what still holds.
    if case .failure = result, let held = self.login?.tokens, held.access != refused, held.expires > now {
      return held.access
    }
    return try result.get()
  }

  var needsRefresh: Bool {
    guard let tokens = login?.tokens else { return false }
    return tokens.expires.timeIntervalSince(now) <= 30
  }

  /// One request, whoever and however many ask meanwhile. It is nobody's own, so that who gives up takes it from nobody.
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
    // Somebody signed in or out before it was our turn.
    if let tokens = login?.tokens, tokens.refresh != begun { return .success(tokens.access) }
    return await refreshed()
  }

  /// For who has the turn.
  func refreshed() async -> Result<Redacted<String>, Problem> {
    guard let old = login else { return .failure(.signedOut) }
    guard let tokens = old.tokens else { return .failure(.expired) }
    do throws(Problem) {
      let incoming = try await ask(
        "/auth/v1/token?grant_type=refresh_token", ["refresh_token": .string(tokens.refresh.revealed)], as: nil)
      guard incoming.status == 200 else { return .failure(await refused(AuthRefusal(incoming, at: now), old)) }
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

  private func refused(_ refusal: AuthRefusal, _ old: Login) async -> Problem {
    guard refusal.endsSession else {
      log.info("a session was not refreshed: \(refusal.status)")
      return .entering(refusal)
    }
    log.info("the server has ended the session: \(open: refusal.code)")
    var ended = old
    ended.tokens = nil
    do throws(Problem) {
      try await adopt(ended)
    } catch {
      // The tokens are worth nothing, wherever they still lie.
      become(ended)
      log.warning("that a session ended was not kept: \(code: error)")
    }
    return .expired
  }
}

internal import Kernel
internal import Relational
internal import Transport

extension Auth {
  func refreshGrant(_ question: AuthRequest) async throws(AuthError) -> Response {
    try count(.refresh(question.network))
    guard let text = try question.body().text("refresh_token") else { throw .invalid("refresh_token required") }
    guard text.utf8.count <= 200 else { throw .refreshNotFound }
    let hash = Secrets.hash(text)
    try begin(hash)
    defer { end(hash) }
    let now = now
    let owner = try await look { session throws(Failure) in
      try session.refreshToken(hash).flatMap { token throws(Failure) in try session.visit(token.session)?.user }
    }
    // An unknown token is about nobody, so that it keeps nobody waiting.
    let entry = try await write(about: owner ?? "") { session throws(Failure) in
      try self.refresh(session, text, hash, at: now)
    }
    return try response(try entry.orThrow())
  }

  /// Exchanges a refresh token. A refusal is returned rather than thrown, so that the revocation of a stolen session is
  /// committed.
  private func refresh(
    _ session: any Session, _ text: String, _ hash: String, at now: Int
  ) throws(Failure) -> Result<SignedInUser, AuthError> {
    guard var token = try session.refreshToken(hash) else { return .failure(.refreshNotFound) }
    guard let visit = try session.visit(token.session) else { return .failure(.refreshWithoutSession) }
    if let life = settings.sessionLife, now >= visit.created + life * 1000 {
      try session.close(visit: visit.id)
      return .failure(.sessionExpired)
    }
    guard let account = try session.account(id: visit.user), account.deleted == nil else {
      return .failure(.refreshWithoutSession)
    }
    guard !account.isBanned(at: now) else { return .failure(.banned) }
    if token.revoked == nil {
      if try session.use(token, at: now) {
        return .success(try follow(session, text, hash, account, visit, at: now))
      }
      // Another instance used the token concurrently.
      guard let used = try session.refreshToken(hash) else { return .failure(.refreshNotFound) }
      token = used
    }
    let child = try session.currentChild(of: token)
    switch Rotation(revoked: token.revoked ?? now, child: child, now: now, reuse: settings.reuseInterval * 1000) {
    case .again(let nonce):
      let current = secrets.child(of: text, nonce: nonce)
      try session.markUsed(visit, at: now)
      return .success(
        SignedInUser(
          account: account, identities: try session.identities(of: account.id), visit: visit, refreshToken: current))
    case .swap, .fork: return .success(try follow(session, text, hash, account, visit, at: now))
    case .stolen:
      try session.revoke(visit, at: now)
      needs.log.warning("a refresh token was used twice, and its session has ended")
      return .failure(.refreshUsed)
    }
  }

  private func follow(
    _ session: any Session, _ text: String, _ hash: String, _ account: StoredAccount, _ visit: AuthSession, at now: Int
  ) throws(Failure) -> SignedInUser {
    let nonce = Secrets.token()
    let child = secrets.child(of: text, nonce: nonce)
    try session.insertToken(child, of: visit, parent: hash, nonce: nonce, at: now)
    return SignedInUser(
      account: account, identities: try session.identities(of: account.id), visit: visit, refreshToken: child)
  }

  /// Limits concurrent requests with one token.
  private func begin(_ hash: String) throws(AuthError) {
    let most = settings.refreshesAtOnce
    let isFree = refreshing.withLock { refreshing in
      guard refreshing[hash, default: 0] < most else { return false }
      refreshing[hash, default: 0] += 1
      return true
    }
    guard isFree else { throw .conflict }
  }

  private func end(_ hash: String) {
    refreshing.withLock { refreshing in
      let left = refreshing[hash, default: 1] - 1
      refreshing[hash] = left > 0 ? left : nil
    }
  }
}

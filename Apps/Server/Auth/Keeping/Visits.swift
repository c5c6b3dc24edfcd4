internal import Relational

extension Session {
  /// Starts a session with its first refresh token.
  func open(_ visit: AuthSession, refreshToken: String, at now: Int) throws(Failure) {
    try run(
      "insert into auth_sessions (id, user_id, method, created_at, refreshed_at, device) values ($1, $2, $3, $4, $4, $5)",
      [.text(visit.id), .text(visit.user), .text(visit.method), .int(visit.created), .text(visit.device)])
    try insertToken(refreshToken, of: visit, parent: nil, nonce: nil, at: now)
  }

  func visit(_ id: String) throws(Failure) -> AuthSession? {
    try row("select id, user_id, method, created_at from auth_sessions where id = $1", [.text(id)]).map {
      AuthSession(id: $0[0].string ?? "", user: $0[1].string ?? "", method: $0[2].string ?? "", created: $0[3].int ?? 0)
    }
  }

  func close(visit id: String) throws(Failure) {
    try writeDownEnd(where: "id = $1", [.text(id)])
    try run("delete from auth_refresh_tokens where session_id = $1", [.text(id)])
    try run("delete from auth_sessions where id = $1", [.text(id)])
  }

  /// Ends all sessions of a user, except `kept`.
  func closeVisits(of user: String, except kept: String? = nil) throws(Failure) {
    let values: [Value] = [.text(user), .text(kept ?? "")]
    try writeDownEnd(where: "user_id = $1 and id <> $2", values)
    try run("delete from auth_refresh_tokens where user_id = $1 and session_id <> $2", values)
    try run("delete from auth_sessions where user_id = $1 and id <> $2", values)
  }

  // MARK: Refresh tokens

  func refreshToken(_ hash: String) throws(Failure) -> RefreshRow? {
    try row("select session_id, revoked_at from auth_refresh_tokens where hash = $1", [.text(hash)]).map {
      RefreshRow(hash: hash, session: $0[0].string ?? "", revoked: $0[1].int)
    }
  }

  /// The nonce of the current token that replaced this one.
  func currentChild(of token: RefreshRow) throws(Failure) -> String? {
    try row(
      """
      select nonce from auth_refresh_tokens where session_id = $1 and parent = $2 and revoked_at is null
      order by created_at desc, hash limit 1
      """, [.text(token.session), .text(token.hash)])?[0].string
  }

  /// Marks the token as used; false if a concurrent request was first.
  func use(_ token: RefreshRow, at now: Int) throws(Failure) -> Bool {
    try run(
      "update auth_refresh_tokens set revoked_at = $2 where hash = $1 and revoked_at is null",
      [.text(token.hash), .int(now)]) == 1
  }

  func insertToken(
    _ text: String, of visit: AuthSession, parent: String?, nonce: String?, at now: Int
  ) throws(Failure) {
    try run(
      """
      insert into auth_refresh_tokens (hash, session_id, user_id, parent, nonce, created_at)
      values ($1, $2, $3, $4, $5, $6)
      """,
      [.text(Secrets.hash(text)), .text(visit.id), .text(visit.user), .text(parent), .text(nonce), .int(now)])
    try markUsed(visit, at: now)
    // Used tokens are deleted after 30 days; later they count as unknown.
    try run(
      "delete from auth_refresh_tokens where user_id = $1 and revoked_at < $2",
      [.text(visit.user), .int(now - 30 * 86_400_000)])
  }

  /// Notes that an access token is issued for the session.
  func markUsed(_ visit: AuthSession, at now: Int) throws(Failure) {
    try run("update auth_sessions set refreshed_at = $2 where id = $1", [.text(visit.id), .int(now)])
  }

  /// Ends the session and keeps its tokens as revoked, so that later use gets the right error.
  func revoke(_ visit: AuthSession, at now: Int) throws(Failure) {
    try writeDownEnd(where: "id = $1", [.text(visit.id)])
    try run("delete from auth_sessions where id = $1", [.text(visit.id)])
    try run(
      "update auth_refresh_tokens set revoked_at = $2 where session_id = $1 and revoked_at is null",
      [.text(visit.id), .int(now)])
  }
}

/// A stored refresh token.
struct RefreshRow {
  let hash: String
  let session: String
  let revoked: Int?
}

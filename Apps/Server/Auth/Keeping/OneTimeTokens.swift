internal import Relational

/// Something sent to somebody that proves, shown once, that it reached them: a link with a token that nobody guesses, and
/// a code of six digits beside it.
struct OneTimeToken: Sendable, Hashable {
  enum Kind: String, Sendable {
    case confirmation, recovery, reauthentication
    /// A change of address that both addresses must agree to.
    case emailChangeCurrent = "email_change_current"
    case emailChangeNew = "email_change_new"
    case phoneCode = "sms"
    case phoneChange = "phone_change"
  }

  let id: String
  let kind: Kind
  /// Empty when there is nobody at that address: it is written nevertheless, so that both take the same time.
  let user: String
  /// Where it was sent.
  let address: String
  let codeHash: String
  let attempts: Int
  /// Of two that must both be shown, whether the other has been.
  let isLast: Bool
  let challenge: Challenge?
  let created: Int
  let expires: Int
}

extension Session {
  /// Whatever was sent there before for the same purpose counts no more.
  func send(_ token: OneTimeToken, link: String) throws(Failure) {
    try run("delete from auth_one_time_tokens where expires_at < $1", [.int(token.created)])
    try run(
      """
      insert into auth_one_time_tokens (
        id, kind, user_id, address, link_hash, code_hash, attempts, is_last, challenge, challenge_method, created_at,
        expires_at
      ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict (kind, user_id, address) do update set id = excluded.id, link_hash = excluded.link_hash, code_hash = excluded.code_hash, attempts = excluded.attempts,
        is_last = excluded.is_last, challenge = excluded.challenge, challenge_method = excluded.challenge_method,
        created_at = excluded.created_at, expires_at = excluded.expires_at
      """,
      [
        .text(token.id), .text(token.kind.rawValue), .text(token.user), .text(token.address),
        .text(Secrets.hash(link)), .text(token.codeHash), .int(token.attempts), .int(token.isLast ? 1 : 0),
        .text(token.challenge?.text),
        .text(token.challenge?.method.rawValue), .int(token.created), .int(token.expires),
      ])
  }

  func oneTimeToken(link: String) throws(Failure) -> OneTimeToken? {
    try oneTimeTokens("link_hash = $1", [.text(Secrets.hash(link))]).first
  }

  /// Several may be on their way to one address, of whoever wants it to become theirs.
  func oneTimeTokens(_ kind: OneTimeToken.Kind, at address: String) throws(Failure) -> [OneTimeToken] {
    try oneTimeTokens("kind = $1 and address = $2", [.text(kind.rawValue), .text(address)])
  }

  private func oneTimeTokens(_ condition: String, _ values: [Value]) throws(Failure) -> [OneTimeToken] {
    try rows(
      """
      select id, kind, user_id, address, code_hash, attempts, is_last, challenge, challenge_method, created_at,
        expires_at
      from auth_one_time_tokens where \(condition) and user_id <> '' order by created_at desc, id limit 20
      """, values
    ).compactMap(OneTimeToken.init)
  }

  /// False when somebody else was first.
  func spend(_ token: OneTimeToken) throws(Failure) -> Bool {
    try run("delete from auth_one_time_tokens where id = $1", [.text(token.id)]) == 1
  }

  /// One of two was shown: the other is the last. False when there is no other any more.
  func makeLast(_ kind: OneTimeToken.Kind, of user: String, at now: Int) throws(Failure) -> Bool {
    try run(
      "update auth_one_time_tokens set is_last = 1 where user_id = $1 and kind = $2 and expires_at > $3",
      [.text(user), .text(kind.rawValue), .int(now)]) == 1
  }

  /// One wrong code more.
  func countAttempt(_ token: OneTimeToken) throws(Failure) {
    try run("update auth_one_time_tokens set attempts = attempts + 1 where id = $1", [.text(token.id)])
  }

  func removeOneTimeTokens(of user: String, _ kinds: [OneTimeToken.Kind]) throws(Failure) {
    for kind in kinds {
      try run(
        "delete from auth_one_time_tokens where user_id = $1 and kind = $2", [.text(user), .text(kind.rawValue)])
    }
  }
}

extension OneTimeToken {
  init?(_ row: [Value]) {
    guard let kind = row[1].string.flatMap(Kind.init) else { return nil }
    self.init(
      id: row[0].string ?? "", kind: kind, user: row[2].string ?? "", address: row[3].string ?? "",
      codeHash: row[4].string ?? "", attempts: row[5].int ?? 0, isLast: row[6].int == 1,
      challenge: (try? Challenge(row[7].string, method: row[8].string)) ?? nil, created: row[9].int ?? 0,
      expires: row[10].int ?? 0)
  }
}

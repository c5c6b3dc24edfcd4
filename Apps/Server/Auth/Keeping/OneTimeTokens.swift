internal import Relational

/// A one-time proof that a message has reached its recipient: an unguessable token in a link, and a code of six digits.
struct OneTimeToken: Sendable, Hashable {
  enum Kind: String, Sendable {
    case confirmation, recovery, reauthentication
    /// A change of address, which both addresses must confirm.
    case emailChangeCurrent = "email_change_current"
    case emailChangeNew = "email_change_new"
    case phoneCode = "sms"
    case phoneChange = "phone_change"
  }

  let id: String
  let kind: Kind
  /// Empty if the address has no account. The row is written nevertheless, so that both cases take the same time.
  let user: String
  /// The address it was sent to.
  let address: String
  let codeHash: String
  let attempts: Int
  /// False while the other of two required tokens is still unconfirmed.
  let isLast: Bool
  let challenge: Challenge?
  let created: Int
  let expires: Int
}

extension Session {
  /// Stores a token. Replaces earlier tokens for the same purpose, user and address.
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

  /// The tokens sent to an address, at most 20, the newest first. Several users may want to use one address.
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

  /// Deletes the token; false if a concurrent request was first.
  func spend(_ token: OneTimeToken) throws(Failure) -> Bool {
    try run("delete from auth_one_time_tokens where id = $1", [.text(token.id)]) == 1
  }

  /// Marks the remaining token of a change as the last one needed. False if it no longer exists.
  func makeLast(_ kind: OneTimeToken.Kind, of user: String, at now: Int) throws(Failure) -> Bool {
    try run(
      "update auth_one_time_tokens set is_last = 1 where user_id = $1 and kind = $2 and expires_at > $3",
      [.text(user), .text(kind.rawValue), .int(now)]) == 1
  }

  /// Counts a wrong code.
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

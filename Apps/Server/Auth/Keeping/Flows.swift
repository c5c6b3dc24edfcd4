internal import Relational

/// A sign-in that continues elsewhere: with a provider, or as a code for the client that knows its verifier. Found by a
/// secret, of which only the hash is stored.
struct Flow: Sendable, Hashable {
  enum Kind: String, Sendable {
    /// The user is at a provider.
    case state
    /// The client has yet to exchange the code for the session.
    case code
  }

  let kind: Kind
  var user: String?
  let method: String
  var provider: String?
  var redirect = ""
  var challenge: Challenge?
  var nonce: String?
  var verifier: String?
  let created: Int
  let expires: Int
}

extension Session {
  func keep(_ flow: Flow, _ secret: String) throws(Failure) {
    // Expired flows are kept for an hour, so that late requests get the right error.
    try run("delete from auth_flow_states where expires_at < $1", [.int(flow.created - 3_600_000)])
    try run(
      """
      insert into auth_flow_states (
        hash, kind, user_id, method, provider, redirect_to, challenge, challenge_method, nonce, verifier, created_at,
        expires_at
      ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      """,
      [
        .text(Secrets.hash(secret)), .text(flow.kind.rawValue), .text(flow.user), .text(flow.method),
        .text(flow.provider), .text(flow.redirect), .text(flow.challenge?.text),
        .text(flow.challenge?.method.rawValue), .text(flow.nonce), .text(flow.verifier), .int(flow.created),
        .int(flow.expires),
      ])
  }

  func flow(_ kind: Flow.Kind, _ secret: String) throws(Failure) -> Flow? {
    try row(
      """
      select kind, user_id, method, provider, redirect_to, challenge, challenge_method, nonce, verifier, created_at,
        expires_at
      from auth_flow_states where hash = $1 and kind = $2
      """, [.text(Secrets.hash(secret)), .text(kind.rawValue)]
    ).map(Flow.init)
  }

  /// Deletes the flow; false if a concurrent request was first.
  func finish(_ kind: Flow.Kind, _ secret: String) throws(Failure) -> Bool {
    try run(
      "delete from auth_flow_states where hash = $1 and kind = $2", [.text(Secrets.hash(secret)), .text(kind.rawValue)])
      == 1
  }
}

extension Flow {
  init(_ row: [Value]) {
    self.init(
      kind: row[0].string.flatMap(Kind.init) ?? .state, user: row[1].string, method: row[2].string ?? "",
      provider: row[3].string, redirect: row[4].string ?? "",
      challenge: (try? Challenge(row[5].string, method: row[6].string)) ?? nil, nonce: row[7].string,
      verifier: row[8].string, created: row[9].int ?? 0, expires: row[10].int ?? 0)
  }
}

internal import Gate
internal import Relational

/// The ended sessions whose access tokens may still be valid. Rows are numbered in the order of their commits, since whoever
/// numbers takes a turn; an instance that knows one number reads only what came later.
extension Session {
  /// Writes down that sessions end, before they are deleted. `condition` is about `auth_sessions`.
  func writeDownEnd(where condition: StaticString, _ values: [Value]) throws(Failure) {
    try takeTurn(.numbering)
    try run(
      """
      insert into auth_ended_sessions (seq, session_id, issued_at)
      select coalesce((select max(seq) from auth_ended_sessions), 0) + row_number() over (order by id), id, refreshed_at
      from auth_sessions where \(condition)
      """, values)
  }

  /// Returns the next rows, the one numbered `seq` included.
  func endedSessions(since seq: Int, most: Int) throws(Failure) -> [EndedSession] {
    try rows(
      "select seq, session_id, issued_at from auth_ended_sessions where seq >= $1 order by seq limit $2",
      [.int(seq), .int(most)]
    ).map { EndedSession(seq: $0[0].int ?? 0, session: $0[1].string ?? "", issued: $0[2].int ?? 0) }
  }

  func isEnded(session id: String) throws(Failure) -> Bool {
    let rows = try rows(
      "select session_id, issued_at from auth_ended_sessions where session_id in ($1, $2)",
      [.text(id), .text(EndedSession.all)])
    return rows.contains { row in
      row[0].string == id || Revocations.began(id).map { $0 < row[1].int ?? 0 } == true
    }
  }

  /// Ends every session that began until now, known here or not, with what was sent to begin one.
  func endAllSessions(at now: Int) throws(Failure) {
    try takeTurn(.numbering)
    // Later than every number, so that an instance which has read the row before reads it again.
    let next = (try row("select max(seq) from auth_ended_sessions", [])?[0].int ?? 0) + 1
    try run("delete from auth_ended_sessions where session_id = $1", [.text(EndedSession.all)])
    try run(
      "insert into auth_ended_sessions (seq, session_id, issued_at) values ($1, $2, $3)",
      [.int(next), .text(EndedSession.all), .int(now)])
    for table in ["auth_refresh_tokens", "auth_sessions", "auth_one_time_tokens", "auth_flow_states"] {
      try run("delete from \(table)", [])
    }
  }

  /// Deletes the rows of sessions whose last token was issued before `instant`. The newest row stays: its number is the
  /// one from which the next are counted.
  func purgeEndedSessions(issuedBefore instant: Int) throws(Failure) {
    try run(
      """
      delete from auth_ended_sessions
      where issued_at < $1 and seq < (select max(seq) from auth_ended_sessions)
      """, [.int(instant)])
  }
}

/// A row of `auth_ended_sessions`. `issued` is when the session's last token was, in milliseconds since 1970.
struct EndedSession: Sendable {
  /// The place of a session's identifier in the row that ends all which began before.
  static let all = "*"

  let seq: Int
  let session: String
  let issued: Int

  /// Seconds that a token may live longer than its row says: it is issued after its transaction, and every check of an
  /// expiry tolerates half a minute.
  private static let margin = 90

  func revocation(tokenLife: Int) -> Revocation {
    Revocation(session: session, end: EndedSession.end(issued: issued, tokenLife: tokenLife))
  }

  static func end(issued: Int, tokenLife: Int) -> Int { issued / 1000 + tokenLife + margin }
}

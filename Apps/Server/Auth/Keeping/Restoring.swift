public import FoundationEssentials
internal import JSON
public import Relational
public import Tokens

/// Changes that a restore makes to the accounts of a copy, so that it undoes neither the end of a session nor an erasing.
public struct RestoredAccounts: Sendable, Hashable {
  /// The number of accounts that were erased since the copy was made, and are again when the server starts.
  public var erasedAgain = 0
  /// The accounts of the copy that the replaced database does not have, without a certificate that says why.
  public var missing: [String] = []

  public init() {}
}

extension Auth {
  /// A day longer than an erasing may be late, so that the server begins with it when it starts.
  private static let overdue = 2 * 86_400_000

  /// Ends all sessions of a restored database, and carries over what the one that it replaces knows of deleted accounts.
  /// `key` is the server's secret, without which it cannot be told who was erased.
  public static func settle(
    restored: any Session, replacing former: (any Session)?, key: TokenKey?, at now: Date
  ) throws(Failure) -> RestoredAccounts {
    let now = Int((now.timeIntervalSince1970 * 1000).rounded(.down))
    try restored.endAllSessions(at: now)
    var outcome = RestoredAccounts()
    guard let former else { return outcome }
    let secrets = key.map { Secrets($0) }
    let living = try former.livingAccounts()
    let (begun, emptied) = (try former.accountsBeingErased(), try former.emptiedAccounts())
    let certified = try former.certifiedAccounts()
    try restored.takeCertificates(of: former, at: now)
    for id in try restored.livingAccounts().sorted() where !living.contains(id) {
      let isErased = begun.contains(id) || secrets.map { certified.contains($0.hash(ofAccount: id)) } == true
      if emptied.contains(id) {
        try restored.empty(id, at: now)
      } else if isErased {
        try restored.eraseAgain(id, at: now, overdue: now - Auth.overdue)
      } else {
        outcome.missing.append(id)
        continue
      }
      outcome.erasedAgain += 1
    }
    try restored.takeDeletions(of: former, keptBy: living, at: now)
    try restored.takeBans(of: former, at: now)
    return outcome
  }
}

extension Session {
  fileprivate func livingAccounts() throws(Failure) -> Set<String> {
    Set(try rows("select id from auth_users where deleted_at is null", []).compactMap { $0[0].string })
  }

  fileprivate func accountsBeingErased() throws(Failure) -> Set<String> {
    Set(try rows("select user_id from auth_deletions where begun_at is not null", []).compactMap { $0[0].string })
  }

  /// The accounts of which an operator has kept the identifier alone.
  fileprivate func emptiedAccounts() throws(Failure) -> Set<String> {
    Set(try rows("select id from auth_users where deleted_at is not null", []).compactMap { $0[0].string })
  }

  /// The keyed hashes of the accounts that have a certificate.
  fileprivate func certifiedAccounts() throws(Failure) -> Set<String> {
    Set(try rows("select account_hash from auth_certificates", []).compactMap { $0[0].string })
  }

  /// Removes all personal data of the account and keeps its identifier, to which rows refer.
  func empty(_ id: String, at now: Int) throws(Failure) {
    guard let there = try account(id: id) else { return }
    try remove(account: id)
    var account = StoredAccount(id: id, created: there.created)
    (account.deleted, account.updated) = (now, now)
    try insert(account)
  }

  /// Removes the account, and notes that its data are to be erased without a second certificate and mail.
  fileprivate func eraseAgain(_ id: String, at now: Int, overdue: Int) throws(Failure) {
    try remove(account: id)
    try removeDeletion(of: id)
    try run(
      "insert into auth_deletions (user_id, requested_at, erases_at, begun_at) values ($1, $2, $3, $2)",
      [.text(id), .int(now), .int(overdue)])
  }

  fileprivate func takeCertificates(of former: any Session, at now: Int) throws(Failure) {
    for row in try former.rows(
      "select receipt_hash, account_hash, document, expires_at from auth_certificates where expires_at >= $1",
      [.int(now)])
    {
      try run(
        """
        insert into auth_certificates (receipt_hash, account_hash, document, expires_at) values ($1, $2, $3, $4)
        on conflict (receipt_hash) do nothing
        """, row)
    }
  }

  /// Adopts the deletions that were asked for since, and drops those that their people took back.
  fileprivate func takeDeletions(of former: any Session, keptBy living: Set<String>, at now: Int) throws(Failure) {
    let asked = try former.rows(
      "select user_id, requested_at, erases_at from auth_deletions where begun_at is null", [])
    let people = Set(asked.compactMap { $0[0].string })
    let own = try rows("select user_id from auth_deletions where begun_at is null", []).compactMap { $0[0].string }
    for id in own where living.contains(id) && !people.contains(id) {
      try removeDeletion(of: id)
      try note(erasing: nil, of: id, at: now)
    }
    for row in asked {
      guard let id = row[0].string, let erases = row[2].int, try account(id: id) != nil else { continue }
      try removeDeletion(of: id)
      try run("insert into auth_deletions (user_id, requested_at, erases_at) values ($1, $2, $3)", row)
      try note(erasing: erases, of: id, at: now)
    }
  }

  fileprivate func takeBans(of former: any Session, at now: Int) throws(Failure) {
    for row in try former.rows("select id, banned_until from auth_users where banned_until > $1", [.int(now)]) {
      try run("update auth_users set banned_until = $2 where id = $1", row)
    }
  }

  private func note(erasing instant: Int?, of id: String, at now: Int) throws(Failure) {
    guard var account = try account(id: id) else { return }
    var metadata = account.appMetadata
    metadata[Auth.erasesAt] = instant.map { StoredAccount.text($0) }
    try change(&account, [.appMetadata: StoredAccount.value(metadata)], at: now)
  }
}

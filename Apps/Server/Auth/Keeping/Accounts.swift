internal import FoundationEssentials
internal import JSON
internal import Relational

extension Session {
  func account(id: String) throws(Failure) -> StoredAccount? { try account("id", .text(id)) }

  func account(at address: AccountAddress) throws(Failure) -> StoredAccount? {
    switch address {
    case .email(let email): try account("email", .text(email.text))
    case .phone(let phone): try account("phone", .text(phone.text))
    }
  }

  private func account(_ column: String, _ value: Value) throws(Failure) -> StoredAccount? {
    try row("select \(StoredAccount.columns) from auth_users where \(column) = $1", [value]).map(StoredAccount.init)
  }

  /// Accounts that are not deleted, the newest first.
  func accounts(limit: Int, offset: Int) throws(Failure) -> [StoredAccount] {
    try rows(
      """
      select \(StoredAccount.columns) from auth_users where deleted_at is null
      order by created_at desc, id desc limit $1 offset $2
      """, [.int(limit), .int(offset)]
    ).map(StoredAccount.init)
  }

  func countAccounts() throws(Failure) -> Int {
    try row("select count(*) from auth_users where deleted_at is null", [])?.first?.int ?? 0
  }

  func insert(_ account: StoredAccount) throws(Failure) {
    let values = account.values
    let places = (1...values.count).map { "$\($0)" }.joined(separator: ", ")
    try run("insert into auth_users (\(StoredAccount.columns)) values (\(places))", values)
  }

  /// Updates only the given columns, so that concurrent changes to others are kept. Reloads the account.
  func change(_ account: inout StoredAccount, _ changes: [AccountColumn: Value], at now: Int) throws(Failure) {
    var changes = changes
    changes[.updated] = .int(now)
    let ordered = changes.sorted { $0.key.rawValue < $1.key.rawValue }
    let places = ordered.enumerated().map { "\($1.key.rawValue) = $\($0 + 2)" }.joined(separator: ", ")
    try run("update auth_users set \(places) where id = $1", [.text(account.id)] + ordered.map(\.value))
    if let changed = try self.account(id: account.id) { account = changed }
  }

  /// Deletes the account and its rows in all tables of Auth.
  func remove(account id: String) throws(Failure) {
    try closeVisits(of: id)
    for table in [
      "auth_refresh_tokens", "auth_sessions", "auth_identities", "auth_one_time_tokens", "auth_flow_states",
    ] {
      try run("delete from \(table) where user_id = $1", [.text(id)])
    }
    try run("delete from auth_users where id = $1", [.text(id)])
  }

  // MARK: Identities

  func identities(of user: String) throws(Failure) -> [AccountIdentity] {
    try rows(
      "select \(AccountIdentity.columns) from auth_identities where user_id = $1 order by created_at, id", [.text(user)]
    ).map(AccountIdentity.init)
  }

  func identity(_ provider: String, _ subject: String) throws(Failure) -> AccountIdentity? {
    try row(
      "select \(AccountIdentity.columns) from auth_identities where provider = $1 and subject = $2",
      [.text(provider), .text(subject)]
    ).map(AccountIdentity.init)
  }

  func insert(_ identity: AccountIdentity) throws(Failure) {
    try run(
      "insert into auth_identities (\(AccountIdentity.columns)) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
      identity.values)
  }

  /// Inserts or updates the identity for the account's own address, which GoTrue lists too.
  func keepIdentity(_ account: StoredAccount, _ provider: String, id: String, at now: Int) throws(Failure) {
    guard let address = provider == "email" ? account.email : account.phone else { return }
    var claims: [String: JSON] = ["sub": .string(account.id), .init(provider): .string(address)]
    claims["email_verified"] = .bool(account.emailConfirmed != nil)
    claims["phone_verified"] = .bool(account.phoneConfirmed != nil)
    try run(
      """
      insert into auth_identities (\(AccountIdentity.columns)) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (provider, subject) do update set email = excluded.email, claims = excluded.claims,
        updated_at = excluded.updated_at
      """,
      AccountIdentity(
        id: id, user: account.id, provider: provider, subject: account.id, email: account.email, claims: claims,
        lastSignIn: now, created: now, updated: now
      ).values)
  }
}

/// The columns of `auth_users` that can be updated.
enum AccountColumn: String {
  case email, phone, password
  case appMetadata = "app_metadata"
  case userMetadata = "user_metadata"
  case isAnonymous = "is_anonymous"
  case emailConfirmed = "email_confirmed_at"
  case phoneConfirmed = "phone_confirmed_at"
  case confirmationSent = "confirmation_sent_at"
  case recoverySent = "recovery_sent_at"
  case newEmail = "new_email"
  case emailChangeSent = "email_change_sent_at"
  case newPhone = "new_phone"
  case phoneChangeSent = "phone_change_sent_at"
  case lastSignIn = "last_sign_in_at"
  case bannedUntil = "banned_until"
  case updated = "updated_at"
  case deleted = "deleted_at"
}

extension StoredAccount {
  static let columns = """
    id, email, phone, password, app_metadata, user_metadata, is_anonymous, email_confirmed_at, phone_confirmed_at, \
    confirmation_sent_at, recovery_sent_at, new_email, email_change_sent_at, new_phone, phone_change_sent_at, \
    last_sign_in_at, banned_until, created_at, updated_at, deleted_at
    """

  init(_ row: [Value]) {
    self.init(id: row[0].string ?? "", created: row[17].int ?? 0)
    (email, phone, password) = (row[1].string, row[2].string, row[3].string)
    (appMetadata, userMetadata) = (StoredAccount.members(row[4]), StoredAccount.members(row[5]))
    isAnonymous = row[6].int == 1
    (emailConfirmed, phoneConfirmed, confirmationSent) = (row[7].int, row[8].int, row[9].int)
    (recoverySent, newEmail, emailChangeSent) = (row[10].int, row[11].string, row[12].int)
    (newPhone, phoneChangeSent, lastSignIn) = (row[13].string, row[14].int, row[15].int)
    (bannedUntil, deleted) = (row[16].int, row[19].int)
    updated = row[18].int ?? created
  }

  var values: [Value] {
    [
      .text(id), .text(email), .text(phone), .text(password), StoredAccount.value(appMetadata),
      StoredAccount.value(userMetadata),
      .int(isAnonymous ? 1 : 0), .int(emailConfirmed), .int(phoneConfirmed), .int(confirmationSent),
      .int(recoverySent), .text(newEmail), .int(emailChangeSent), .text(newPhone), .int(phoneChangeSent),
      .int(lastSignIn), .int(bannedUntil), .int(created), .int(updated), .int(deleted),
    ]
  }

  static func members(_ value: Value) -> [String: JSON] {
    value.string.flatMap { (try? JSON(bytes: Array($0.utf8)))?.object } ?? [:]
  }

  static func value(_ members: [String: JSON]) -> Value {
    // Encoding fails only for non-finite numbers, which no parser accepts.
    .text((try? JSON.text(JSON.object(members))) ?? "{}")
  }
}

extension AccountIdentity {
  static let columns = "id, user_id, provider, subject, email, claims, last_sign_in_at, created_at, updated_at"

  init(_ row: [Value]) {
    self.init(
      id: row[0].string ?? "", user: row[1].string ?? "", provider: row[2].string ?? "", subject: row[3].string ?? "",
      email: row[4].string, claims: StoredAccount.members(row[5]), lastSignIn: row[6].int, created: row[7].int ?? 0,
      updated: row[8].int ?? 0)
  }

  var values: [Value] {
    [
      .text(id), .text(user), .text(provider), .text(subject), .text(email), StoredAccount.value(claims),
      .int(lastSignIn),
      .int(created), .int(updated),
    ]
  }
}

internal import Gate
internal import JSON
internal import Kernel
internal import Relational
internal import Transport

/// The fields of an account that the holder of the service key sets.
private struct AdminWish: Sendable {
  let email: EmailAddress?
  let phone: PhoneNumber?
  let password: String?
  let confirmsEmail: Bool?
  let confirmsPhone: Bool?
  let userMetadata: [String: JSON]?
  let appMetadata: [String: JSON]?
  let ban: BanDuration?

  private static let names: Set = [
    "email", "phone", "password", "email_confirm", "phone_confirm", "user_metadata", "app_metadata", "ban_duration",
    "role", "aud",
  ]
  /// The members of the app metadata that are the server's own.
  private static let own = ["provider", "providers", Auth.erasesAt]

  init(_ said: BodyFields, alsoTaking more: Set<String> = []) throws(AuthError) {
    try said.allow(AdminWish.names.union(more))
    for name in ["role", "aud"] where try said.text(name) ?? StoredAccount.role != StoredAccount.role {
      throw .invalid("\(name) is \(StoredAccount.role) for every account")
    }
    (email, phone, password) = (try said.email(), try said.phone(), try said.text("password"))
    (confirmsEmail, confirmsPhone) = (try said.flag("email_confirm"), try said.flag("phone_confirm"))
    userMetadata = try said.object("user_metadata")
    appMetadata = try said.object("app_metadata")?.filter { !AdminWish.own.contains($0.key) }
    ban = try said.text("ban_duration").map { text throws(AuthError) in try BanDuration(text) }
  }
}

/// The value of `ban_duration`: a duration as Go writes it, such as `24h` or `1h30m`, or `none`.
enum BanDuration: Sendable, Hashable {
  case lifted
  case lasting(milliseconds: Int)

  /// In milliseconds: 290 years, which is Go's longest.
  private static let longest = 9_200_000_000_000.0
  private static let units: [(name: String, milliseconds: Double)] = [
    ("ms", 1), ("us", 0.001), ("µs", 0.001), ("ns", 0.000_001), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
  ]

  init(_ text: String) throws(AuthError) {
    guard text != "none" else {
      self = .lifted
      return
    }
    var rest = text[...]
    var sum = 0.0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      rest = rest.dropFirst(digits.count)
      guard let number = Double(digits), let unit = BanDuration.units.first(where: { rest.hasPrefix($0.name) }) else {
        throw BanDuration.wrong
      }
      rest = rest.dropFirst(unit.name.count)
      sum += number * unit.milliseconds
    }
    guard sum >= 1, sum <= BanDuration.longest else { throw BanDuration.wrong }
    self = .lasting(milliseconds: Int(sum))
  }

  /// The end of a ban that begins now; nil for none.
  func end(from now: Int) -> Int? {
    switch self {
    case .lifted: nil
    case .lasting(let milliseconds): now + milliseconds
    }
  }

  private static let wrong = AuthError.invalid(
    "ban_duration is a duration such as 24h or 1h30m, at most 290 years, or none")
}

extension Auth {
  /// Creates an account for an address, which counts as confirmed if the caller says so. No message is sent.
  func createUser(_ question: AuthRequest) async throws(AuthError) -> Response {
    try requireService(question)
    let said = try question.body()
    let wish = try AdminWish(said, alsoTaking: ["id"])
    guard let address = wish.email.map(AccountAddress.email) ?? wish.phone.map(AccountAddress.phone) else {
      throw .invalid("Cannot create a user without either an email or phone")
    }
    let now = now
    let template = newAccount(
      address, try await hash(of: wish), try Metadata.checked(wish.userMetadata ?? [:]), at: now)
    var account = template
    if let text = try said.text("id") {
      guard let id = ID<StoredAccount>(text) else { throw .invalid("id must be an UUID") }
      account = StoredAccount(id: id.description, created: now)
      (account.email, account.password) = (template.email, template.password)
      (account.appMetadata, account.userMetadata) = (template.appMetadata, template.userMetadata)
    }
    account.phone = wish.phone?.text
    account.appMetadata = try Metadata.checked((wish.appMetadata ?? [:]).merging(account.appMetadata) { _, own in own })
    if wish.email != nil, wish.confirmsEmail == true { account.emailConfirmed = now }
    if wish.phone != nil, wish.confirmsPhone == true { account.phoneConfirmed = now }
    account.bannedUntil = wish.ban?.end(from: now)
    let new = account
    let made = try await write { session throws(Failure) -> Result<[AccountIdentity], AuthError> in
      if let email = wish.email, try session.account(at: .email(email)) != nil { return .failure(.emailExists) }
      if let phone = wish.phone, try session.account(at: .phone(phone)) != nil { return .failure(.phoneExists) }
      guard try session.account(id: new.id) == nil, try session.deletion(of: new.id) == nil else {
        return .failure(.idExists)
      }
      try session.insert(new)
      try session.keepIdentity(new, address.provider, id: self.id(), at: now)
      return .success(try session.identities(of: new.id))
    }
    return .json(new.json(try made.orThrow()))
  }

  /// Changes an account without asking its person. A new password and a ban end its sessions.
  func changeUser(_ question: AuthRequest) async throws(AuthError) -> Response {
    let id = try admin(question)
    let wish = try AdminWish(try question.body())
    let hash = try await hash(of: wish)
    let now = now
    let changed = try await write {
      session throws(Failure) -> Result<(StoredAccount, [AccountIdentity]), AuthError> in
      guard var account = try session.account(id: id), account.deleted == nil else { return .failure(.noSuchUser) }
      if let refusal = try self.refusal(of: wish, for: account, in: session) { return .failure(refusal) }
      var changes: [AccountColumn: Value] = [:]
      do throws(AuthError) {
        if let data = wish.userMetadata {
          changes[.userMetadata] = StoredAccount.value(try Metadata.merged(account.userMetadata, data))
        }
        if let data = wish.appMetadata {
          changes[.appMetadata] = StoredAccount.value(try Metadata.merged(account.appMetadata, data))
        }
      } catch {
        return .failure(error)
      }
      if let hash { changes[.password] = .text(hash) }
      if let ban = wish.ban { changes[.bannedUntil] = .int(ban.end(from: now)) }
      try session.change(&account, changes, at: now)
      if let email = wish.email, email.text != account.email {
        try self.assign(.email(email), to: &account, in: session, at: now)
      }
      if let phone = wish.phone, phone.text != account.phone {
        try self.assign(.phone(phone), to: &account, in: session, at: now)
      }
      if wish.confirmsEmail == true, account.emailConfirmed == nil {
        try session.change(&account, [.emailConfirmed: .int(now)], at: now)
        try session.keepIdentity(account, "email", id: self.id(), at: now)
      }
      if wish.confirmsPhone == true, account.phoneConfirmed == nil {
        try session.change(&account, [.phoneConfirmed: .int(now)], at: now)
        try session.keepIdentity(account, "phone", id: self.id(), at: now)
      }
      if hash != nil || account.isBanned(at: now) { try session.closeVisits(of: id) }
      return .success((account, try session.identities(of: id)))
    }
    let (account, identities) = try changed.orThrow()
    return .json(account.json(identities))
  }

  private func hash(of wish: AdminWish) async throws(AuthError) -> String? {
    guard let password = wish.password else { return nil }
    try rules.check(password)
    return try await hash(password)
  }

  private func refusal(
    of wish: AdminWish, for account: StoredAccount, in session: any Session
  ) throws(Failure) -> AuthError? {
    if let email = wish.email, let there = try session.account(at: .email(email)), there.id != account.id {
      return .emailExists
    }
    if let phone = wish.phone, let there = try session.account(at: .phone(phone)), there.id != account.id {
      return .phoneExists
    }
    let (hasEmail, hasPhone) = (account.email != nil || wish.email != nil, account.phone != nil || wish.phone != nil)
    guard wish.confirmsEmail != true || hasEmail, wish.confirmsPhone != true || hasPhone else {
      return .invalid("There is no address to confirm")
    }
    guard wish.confirmsEmail != false || account.emailConfirmed == nil,
      wish.confirmsPhone != false || account.phoneConfirmed == nil
    else { return .invalid("A confirmed address cannot be made unconfirmed") }
    return nil
  }

  /// Gives the account an address, which is as confirmed as the one before.
  private func assign(
    _ address: AccountAddress, to account: inout StoredAccount, in session: any Session, at now: Int
  ) throws(Failure) {
    let wasWaiting = account.isWaiting(at: address)
    try adopt(address, for: &account, in: session, at: now)
    guard wasWaiting else { return }
    try session.change(&account, [address.confirmedColumn: .null], at: now)
    try session.keepIdentity(account, address.provider, id: id(), at: now)
  }
}

extension AuthError {
  static let idExists = unprocessable("user_already_exists", "A user with this id has already been registered")
}

internal import Gate
internal import JSON
internal import Relational
internal import Transport

/// The proof that a message has reached its recipient: a link's token, or a code with its address.
struct Showing: Sendable {
  enum By: Sendable {
    case link(String)
    case code(String, at: AccountAddress)
  }

  let by: By
  let kinds: [OneTimeToken.Kind]
  /// The method by which the session that follows began.
  let method: String

  init(_ by: By, type: String?) throws(AuthError) {
    self.by = by
    method = type == "recovery" ? AuthSession.recovery : "otp"
    switch type {
    case "signup", "invite": kinds = [.confirmation]
    case "recovery": kinds = [.recovery]
    case "magiclink", "email": kinds = [.recovery, .confirmation]
    case "email_change": kinds = [.emailChangeNew, .emailChangeCurrent]
    case "sms": kinds = [.phoneCode]
    case "phone_change": kinds = [.phoneChange]
    default: throw .invalid("Verify requires a verification type")
    }
  }
}

/// The result of a verification.
enum VerificationResult: Sendable {
  case account(StoredAccount, challenge: Challenge?)
  /// One of two addresses is confirmed; the other must be confirmed too.
  case half
}

extension Auth {
  static let halfMessage = "Confirmation link accepted. Please proceed to confirm link sent to the other email"

  func verify(_ question: AuthRequest) async throws(AuthError) -> Response {
    try count(.verify(question.network))
    let said = try question.body()
    let type = try said.text("type")
    let showing: Showing
    if let hash = try said.text("token_hash") {
      showing = try Showing(.link(hash), type: type)
    } else {
      guard let address = try said.address("verification"), let code = try said.text("token") else {
        throw .invalid("Verify requires a token, and an email or a phone number; or a token hash")
      }
      try count(.verifyOfAccount(address.text))
      showing = try Showing(.code(code, at: address), type: type)
    }
    let now = now
    let entry = try await write { session throws(Failure) -> Result<SignedInUser?, AuthError> in
      switch try self.show(showing, in: session, at: now) {
      case .failure(let refusal): return .failure(refusal)
      case .success(.half): return .success(nil)
      case .success(.account(let account, _)):
        return .success(try self.enter(session, account, by: showing.method, on: question.device, at: now))
      }
    }
    guard let entry = try entry.orThrow() else { return .json(["msg": .string(Auth.halfMessage), "code": "200"]) }
    return try response(entry)
  }

  /// Consumes a token and carries out its purpose. Failures are returned rather than thrown, so that a wrong code is
  /// counted.
  func show(_ showing: Showing, in session: any Session, at now: Int) throws(Failure) -> Result<
    VerificationResult, AuthError
  > {
    guard let token = try genuine(showing, in: session, at: now), var account = try session.account(id: token.user),
      account.deleted == nil
    else { return .failure(.codeExpired) }
    guard !account.isBanned(at: now) else { return .failure(.banned) }
    if !token.isLast {
      let other: OneTimeToken.Kind = token.kind == .emailChangeNew ? .emailChangeCurrent : .emailChangeNew
      guard try session.makeLast(other, of: token.user, at: now), try session.spend(token) else {
        return .failure(.codeExpired)
      }
      return .success(.half)
    }
    guard try session.spend(token) else { return .failure(.codeExpired) }
    switch token.kind {
    case .confirmation, .recovery: try confirm(&account, at: token.address, isEmail: true, in: session, now)
    case .phoneCode: try confirm(&account, at: token.address, isEmail: false, in: session, now)
    case .emailChangeNew, .emailChangeCurrent, .phoneChange:
      if let refusal = try change(&account, token.kind, in: session, now) { return .failure(refusal) }
    case .reauthentication: return .failure(.codeExpired)
    }
    return .success(.account(account, challenge: token.challenge))
  }

  /// Finds the token that a link or a code belongs to; nil if it is invalid or expired.
  private func genuine(
    _ showing: Showing, in session: any Session, at now: Int
  ) throws(Failure) -> OneTimeToken? {
    switch showing.by {
    case .link(let link):
      guard link.utf8.count <= 200, let token = try session.oneTimeToken(link: link) else { return nil }
      return showing.kinds.contains(token.kind) && now < token.expires ? token : nil
    case .code(let code, let address):
      return try genuine(code, showing.kinds, at: address, in: session, now)
    }
  }

  func genuine(
    _ code: String, _ kinds: [OneTimeToken.Kind], at address: AccountAddress, in session: any Session, _ now: Int
  ) throws(Failure) -> OneTimeToken? {
    let hash = secrets.hash(ofCode: String(code.prefix(100)), to: address.text)
    for kind in kinds {
      for token in try session.oneTimeTokens(kind, at: address.text)
      where now < token.expires && token.attempts < settings.codeAttempts {
        if Secrets.isSame(token.codeHash, hash) { return token }
        try session.countAttempt(token)
      }
    }
    return nil
  }

  private func confirm(
    _ account: inout StoredAccount, at address: String, isEmail: Bool, in session: any Session, _ now: Int
  ) throws(Failure) {
    guard isEmail ? account.email == address : account.phone == address else { return }
    if (isEmail ? account.emailConfirmed : account.phoneConfirmed) == nil {
      try session.change(&account, [isEmail ? .emailConfirmed : .phoneConfirmed: .int(now)], at: now)
    }
    try session.keepIdentity(account, isEmail ? "email" : "phone", id: id(), at: now)
  }

  /// Makes the pending address the account's own.
  private func change(
    _ account: inout StoredAccount, _ kind: OneTimeToken.Kind, in session: any Session, _ now: Int
  ) throws(Failure) -> AuthError? {
    if kind == .phoneChange {
      guard let phone = account.newPhone.flatMap({ PhoneNumber($0) }) else { return .codeExpired }
      guard try session.account(at: .phone(phone)) == nil else { return .phoneExists }
      try adopt(.phone(phone), for: &account, in: session, at: now)
    } else {
      guard let email = account.newEmail.flatMap({ EmailAddress($0) }) else { return .codeExpired }
      guard try session.account(at: .email(email)) == nil else { return .emailExists }
      try adopt(.email(email), for: &account, in: session, at: now)
    }
    return nil
  }

  /// Assigns the address to the account. An anonymous account becomes a permanent one.
  func adopt(
    _ address: AccountAddress, for account: inout StoredAccount, in session: any Session, at now: Int
  ) throws(Failure) {
    var providers = account.appMetadata["providers"]?.array ?? []
    if !providers.contains(.string(address.provider)) { providers.append(.string(address.provider)) }
    var metadata = account.appMetadata
    metadata["providers"] = .array(providers)
    if metadata["provider"] == nil { metadata["provider"] = .string(address.provider) }
    var changes: [AccountColumn: Value] = [
      .appMetadata: StoredAccount.value(metadata), .isAnonymous: .int(0), address.confirmedColumn: .int(now),
    ]
    switch address {
    case .email(let email):
      changes[.email] = .text(email.text)
      changes[.newEmail] = .null
      try session.removeOneTimeTokens(of: account.id, [.emailChangeNew, .emailChangeCurrent, .recovery, .confirmation])
    case .phone(let phone):
      changes[.phone] = .text(phone.text)
      changes[.newPhone] = .null
      try session.removeOneTimeTokens(of: account.id, [.phoneChange, .phoneCode])
    }
    try session.change(&account, changes, at: now)
    try session.keepIdentity(account, address.provider, id: id(), at: now)
  }
}

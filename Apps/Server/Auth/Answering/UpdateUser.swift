internal import Gate
internal import JSON
internal import Relational
internal import Transport

/// The requested changes to the user's own account.
private struct Wish: Sendable {
  var email: EmailAddress?
  var phone: PhoneNumber?
  var data: [String: JSON]?
  var passwordHash: String?
  var isSamePassword = false
  /// The hash of the password when the request was checked.
  var passwordBefore: String?
  /// Whether the changes could take the account over, and whether the request proves that it comes from its person.
  var isGuarded = false
  var isProven = false
  var nonce: String?
  /// The messages to the new address, and to the old one if both must agree.
  var sendings: [(MailTexts, Sending)] = []
}

extension Auth {
  func updateUser(_ question: AuthRequest) async throws(AuthError) -> Response {
    let person = try person(question)
    let now = now
    let said = try question.body()
    let (found, visit) = try await look { session throws(Failure) in
      (
        try self.present(person, in: session),
        try person.session.flatMap { id throws(Failure) in try session.visit(id) }
      )
    }
    let account = try found.orThrow()
    var wish = Wish()
    (wish.email, wish.phone) = (try said.email(), try said.phone())
    (wish.data, wish.nonce) = (try said.object("data"), try said.text("nonce"))
    if wish.email?.text == account.email { wish.email = nil }
    if wish.phone?.text == account.phone { wish.phone = nil }
    let password = try said.text("password")
    if let password { try check(password, of: account, wish) }
    wish.passwordBefore = account.password
    wish.isGuarded = isGuarded(wish, password != nil, of: account)
    if wish.isGuarded {
      try await prove(&wish, try said.text("current_password"), of: account, visit, from: question.network, at: now)
    }
    if let password {
      if let hash = account.password { wish.isSamePassword = try await verify(password, hash) }
      wish.passwordHash = try await hash(password)
    }
    try prepareSendings(question, try said.challenge(), account, &wish)
    let final = wish
    let changed = try await write { session throws(Failure) in
      try self.fulfil(final, of: person, in: session, at: now)
    }.orThrow()
    for (words, sending) in wish.sendings {
      try await deliver(changed.taken.contains(sending.address.text) ? .alreadyKnown : words, sending)
    }
    return .json(changed.account.json(changed.identities))
  }

  private func check(_ password: String, of account: StoredAccount, _ wish: Wish) throws(AuthError) {
    if account.isAnonymous, wish.email == nil, wish.phone == nil {
      throw .unprocessable(
        "validation_failed", "Updating password of an anonymous user without an email or phone is not allowed")
    }
    try rules.check(password)
  }

  /// Whether the changes could take the account over: a new password, and a new address unless the old one confirms it. A
  /// session alone is no proof then, since its token may be stolen. An anonymous account has nothing to prove with.
  private func isGuarded(_ wish: Wish, _ changesPassword: Bool, of account: StoredAccount) -> Bool {
    guard !account.isAnonymous else { return false }
    let oldConfirms = settings.confirmsEmail && settings.changesEmailSecurely && account.email != nil
    return changesPassword || wish.phone != nil || (wish.email != nil && !oldConfirms)
  }

  /// Takes the current password or a sign-in a short while ago as proof. A nonce is judged with the changes.
  private func prove(
    _ wish: inout Wish, _ current: String?, of account: StoredAccount, _ visit: AuthSession?, from network: String,
    at now: Int
  ) async throws(AuthError) {
    if let current {
      guard try await isRight(current, account.password, of: account.id, from: network), account.password != nil else {
        throw .wrongCurrentPassword
      }
    }
    wish.isProven = current != nil || isRecent(visit, at: now)
    guard wish.isProven || wish.nonce != nil else { throw .reauthenticationNeeded }
  }

  /// Whether a session began a short while ago, or within the life of a code by a recovery.
  func isRecent(_ visit: AuthSession?, at now: Int) -> Bool {
    guard let visit else { return false }
    let life = visit.method == AuthSession.recovery ? settings.codeLife : settings.recentSignIn
    return now - visit.created <= life * 1000
  }

  private func prepareSendings(
    _ question: AuthRequest, _ challenge: Challenge?, _ account: StoredAccount, _ wish: inout Wish
  ) throws(AuthError) {
    let redirect = redirects.address(question.query["redirect_to"])
    if let email = wish.email, settings.confirmsEmail {
      try count(.mail(question.network), .mailOfAccount(email.text))
      wish.sendings.append((.emailChange, Sending(.emailChangeNew, to: .email(email), challenge, redirect: redirect)))
      if settings.changesEmailSecurely, let old = account.email.flatMap({ EmailAddress($0) }) {
        try count(.mailOfAccount(old.text))
        wish.sendings.append(
          (.emailChange, Sending(.emailChangeCurrent, to: .email(old), challenge, redirect: redirect)))
      }
    }
    if let phone = wish.phone {
      guard needs.text != nil else { throw .noText }
      try count(.mail(question.network), .mailOfAccount(phone.text))
      wish.sendings.append((.confirmation, Sending(.phoneChange, to: .phone(phone), nil, redirect: redirect)))
    }
  }

  private struct Changed: Sendable {
    var account: StoredAccount
    var identities: [AccountIdentity] = []
    /// Requested addresses that belong to other accounts. Only their owners are told; the response does not reveal it.
    var taken: Set<String> = []
  }

  private func fulfil(
    _ wish: Wish, of person: Person, in session: any Session, at now: Int
  ) throws(Failure) -> Result<Changed, AuthError> {
    let found = try present(person, in: session)
    guard case .success(let account) = found else { return found.map { Changed(account: $0) } }
    var changed = Changed(account: account)
    if let refusal = try judge(proofOf: wish, of: account, in: session, at: now) { return .failure(refusal) }
    // Everything that may be refused is checked before the first write.
    if let email = wish.email, try session.account(at: .email(email)) != nil {
      guard settings.confirmsEmail else { return .failure(.emailExists) }
      changed.taken.insert(email.text)
    }
    if let phone = wish.phone, try session.account(at: .phone(phone)) != nil { changed.taken.insert(phone.text) }
    if let data = wish.data {
      let merged: [String: JSON]
      do throws(AuthError) {
        merged = try Metadata.merged(account.userMetadata, data)
      } catch {
        return .failure(error)
      }
      try session.change(&changed.account, [.userMetadata: StoredAccount.value(merged)], at: now)
    }
    if let hash = wish.passwordHash {
      try session.change(&changed.account, [.password: .text(hash)], at: now)
      // Sessions started with the old password end.
      try session.closeVisits(of: account.id, except: person.session)
    }
    try move(wish, &changed, in: session, at: now)
    changed.identities = try session.identities(of: account.id)
    return .success(changed)
  }

  private func judge(
    proofOf wish: Wish, of account: StoredAccount, in session: any Session, at now: Int
  ) throws(Failure) -> AuthError? {
    guard wish.isGuarded || wish.passwordHash != nil else { return nil }
    // The password was changed concurrently, so the check is void.
    guard account.password == wish.passwordBefore else { return .conflict }
    guard let nonce = wish.nonce, wish.isGuarded else {
      guard wish.isProven || !wish.isGuarded else { return .reauthenticationNeeded }
      return wish.isSamePassword ? .samePassword : nil
    }
    guard let address = account.address,
      let token = try genuine(nonce, [.reauthentication], at: address, in: session, now), token.user == account.id
    else { return .reauthenticationInvalid }
    // Told only to whoever has proved it: the answer confirms a guess.
    guard !wish.isSamePassword else { return .samePassword }
    return try session.spend(token) ? nil : .reauthenticationInvalid
  }

  /// Changes the addresses: at once without confirmation, otherwise pending until confirmed.
  private func move(_ wish: Wish, _ changed: inout Changed, in session: any Session, at now: Int) throws(Failure) {
    if let email = wish.email {
      if settings.confirmsEmail {
        try session.removeOneTimeTokens(of: changed.account.id, [.emailChangeNew, .emailChangeCurrent])
        try session.change(
          &changed.account, [.newEmail: .text(email.text), .emailChangeSent: .int(now)], at: now)
      } else {
        try adopt(.email(email), for: &changed.account, in: session, at: now)
      }
    }
    if let phone = wish.phone {
      try session.removeOneTimeTokens(of: changed.account.id, [.phoneChange])
      try session.change(&changed.account, [.newPhone: .text(phone.text), .phoneChangeSent: .int(now)], at: now)
    }
    let mails = wish.sendings.count { $0.1.address.provider == "email" }
    for (words, sending) in wish.sendings {
      let isTaken = changed.taken.contains(sending.address.text)
      let isLast = sending.kind == .phoneChange || mails == 1
      try keep(
        sending, isTaken ? .alreadyKnown : words, for: isTaken ? "" : changed.account.id, in: session, at: now,
        isLast: isLast)
    }
  }
}

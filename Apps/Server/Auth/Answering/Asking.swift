internal import Gate
internal import JSON
internal import Relational
internal import Transport

/// The endpoints that send a link or a code. None reveals whether an account exists: the response and its cost are the
/// same for unknown addresses.
extension Auth {
  func recover(_ question: AuthRequest) async throws(AuthError) -> Response {
    let said = try question.body()
    let challenge = try said.challenge()
    guard let email = try said.email() else { throw .invalid("Password recovery requires an email") }
    try count(.mail(question.network), .mailOfAccount(email.text))
    let sending = Sending(
      .recovery, to: .email(email), challenge, redirect: redirects.address(question.query["redirect_to"]))
    try await send(.recovery, sending) { account in account != nil }
    return .json([:])
  }

  /// Sends a link or a code to sign in with. Creates an account for an unknown address, unless the request forbids it.
  func sendCode(_ question: AuthRequest) async throws(AuthError) -> Response {
    let said = try question.body()
    let challenge = try said.challenge()
    let data = try Metadata.checked(try said.object("data") ?? [:])
    let mayCreate = try said.flag("create_user") ?? true
    guard let address = try said.address("sign-in") else { throw .invalid("One of email or phone must be set") }
    guard settings.allowsCodes else { throw .codesDisabled }
    if case .phone = address, needs.text == nil { throw .noText }
    try count(.mail(question.network), .mailOfAccount(address.text))
    let sending = Sending(
      address.provider == "email" ? .recovery : .phoneCode, to: address, challenge,
      redirect: redirects.address(question.query["redirect_to"]))
    let new = mayCreate && settings.allowsSignUp ? newAccount(address, nil, data, at: now) : nil
    try await send(.signIn, sending, creating: new) { account in account != nil }
    return .json([:])
  }

  func resend(_ question: AuthRequest) async throws(AuthError) -> Response {
    let said = try question.body()
    guard let address = try said.address("resend") else { throw .invalid("One of email or phone must be set") }
    let type = try said.text("type")
    let challenge = try said.challenge()
    let redirect = redirects.address(question.query["redirect_to"])
    if case .phone = address, needs.text == nil { throw .noText }
    switch (type, address) {
    case ("signup", .email):
      try count(.mail(question.network), .mailOfAccount(address.text))
      try await send(.confirmation, Sending(.confirmation, to: address, challenge, redirect: redirect)) { account in
        account?.emailConfirmed == nil && account != nil
      }
    case ("email_change", .email):
      try count(.mail(question.network), .mailOfAccount(address.text))
      try await resendChange(address, challenge, redirect)
    case ("sms", .phone), ("phone_change", .phone):
      try count(.mail(question.network), .mailOfAccount(address.text))
      let kind: OneTimeToken.Kind = type == "sms" ? .phoneCode : .phoneChange
      let waiting = try await look { session throws(Failure) in
        try session.oneTimeTokens(kind, at: address.text).first?.user
      }
      try await send(.signIn, Sending(kind, to: address, nil, redirect: redirect), to: waiting)
    default: throw .invalid("Missing one of these types: signup, email_change, sms, phone_change")
    }
    return .json([:])
  }

  /// Sends a code with which users prove their identity again before they change the password.
  func reauthenticate(_ question: AuthRequest) async throws(AuthError) -> Response {
    let person = try person(question)
    let account = try await look { session throws(Failure) in try self.present(person, in: session) }.orThrow()
    guard let address = account.address else {
      throw .unprocessable("validation_failed", "Reauthentication requires the user to have an email or a phone number")
    }
    if case .phone = address, needs.text == nil { throw .noText }
    try count(.mail(question.network), .mailOfAccount(address.text))
    try await send(
      .reauthentication, Sending(.reauthentication, to: address, nil, redirect: redirects.site), to: account.id)
    return .json([:])
  }

  // MARK: - Shared sending

  private func send(
    _ words: MailTexts, _ sending: Sending, creating new: StoredAccount? = nil,
    when isWanted: @escaping @Sendable (StoredAccount?) -> Bool
  ) async throws(AuthError) {
    let now = now
    let goes = try await write { session throws(Failure) -> Bool in
      var account = try session.account(at: sending.address)
      if account == nil, let new {
        try session.insert(new)
        try session.keepIdentity(new, sending.address.provider, id: self.id(), at: now)
        account = new
      }
      guard var known = account, isWanted(known) else {
        try self.keep(sending, nil, for: "", in: session, at: now)
        return false
      }
      try session.change(&known, [sending.kind.sentColumn: .int(now)], at: now)
      try self.keep(sending, words, for: known.id, in: session, at: now)
      return true
    }
    try await deliver(goes ? words : nil, sending)
  }

  /// Sends to a known user; with nil, only records a token that nobody can use.
  private func send(_ words: MailTexts, _ sending: Sending, to user: String?) async throws(AuthError) {
    let now = now
    try await write { session throws(Failure) in
      try self.keep(sending, user == nil ? nil : words, for: user ?? "", in: session, at: now)
    }
    try await deliver(user == nil ? nil : words, sending)
  }

  /// Sends the mail to the new address again. A confirmation by the old address stays valid.
  private func resendChange(
    _ address: AccountAddress, _ challenge: Challenge?, _ redirect: WebAddress
  ) async throws(AuthError) {
    let now = now
    let sent = try await write { session throws(Failure) -> Sending? in
      guard let account = try session.account(at: address), let new = account.newEmail.flatMap({ EmailAddress($0) }),
        let before = try session.oneTimeTokens(.emailChangeNew, at: new.text).first(where: { $0.user == account.id })
      else {
        try self.keep(
          Sending(.emailChangeNew, to: address, nil, redirect: redirect), nil, for: "", in: session, at: now)
        return nil
      }
      let sending = Sending(.emailChangeNew, to: .email(new), challenge ?? before.challenge, redirect: redirect)
      try self.keep(sending, .emailChange, for: account.id, in: session, at: now, isLast: before.isLast)
      return sending
    }
    if let sent { try await deliver(.emailChange, sent) } else { await needs.outbox.wake() }
  }
}

extension OneTimeToken.Kind {
  var sentColumn: AccountColumn {
    switch self {
    case .recovery: .recoverySent
    case .emailChangeNew, .emailChangeCurrent: .emailChangeSent
    case .phoneChange: .phoneChangeSent
    case .confirmation, .phoneCode, .reauthentication: .confirmationSent
    }
  }
}

extension StoredAccount {
  /// The address at which the user is reached: the e-mail address, or else the telephone number.
  var address: AccountAddress? {
    if let email = email.flatMap({ EmailAddress($0) }) { return .email(email) }
    return phone.flatMap { PhoneNumber($0) }.map { .phone($0) }
  }
}

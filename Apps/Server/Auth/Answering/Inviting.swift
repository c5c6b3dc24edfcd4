internal import Gate
internal import JSON
internal import Kernel
internal import Relational
internal import Transport

/// Links that the holder of the service key sends, or obtains to send them otherwise.
extension Auth {
  /// Creates an account that its owner confirms by a link, and mails that.
  func invite(_ question: AuthRequest) async throws(AuthError) -> Response {
    try requireService(question)
    let said = try question.body()
    guard let email = try said.email() else { throw .invalid("An invitation needs an email") }
    let data = try Metadata.checked(try said.object("data") ?? [:])
    var sending = Sending(
      .confirmation, to: .email(email), nil, redirect: redirects.address(question.query["redirect_to"]))
    sending.linkType = "invite"
    let (account, identities) = try await keepLink(sending, for: email, .invitation, data: data, hash: nil)
    await needs.outbox.wake()
    return .json(account.json(identities))
  }

  /// Returns the link and the code of a message instead of sending it.
  func generateLink(_ question: AuthRequest) async throws(AuthError) -> Response {
    try requireService(question)
    let said = try question.body()
    guard let email = try said.email() else { throw .invalid("A link needs an email") }
    let type = try said.text("type") ?? ""
    let data = try Metadata.checked(try said.object("data") ?? [:])
    let redirect = redirects.address(try said.text("redirect_to") ?? question.query["redirect_to"])
    let kind: OneTimeToken.Kind
    var hash: String?
    switch type {
    case "signup":
      guard let password = try said.text("password") else { throw .invalid("A link of type signup needs a password") }
      try rules.check(password)
      hash = try await self.hash(password)
      kind = .confirmation
    case "invite": kind = .confirmation
    case "magiclink", "recovery": kind = .recovery
    default: throw .invalid("type must be one of signup, invite, magiclink and recovery")
    }
    var sending = Sending(kind, to: .email(email), nil, redirect: redirect)
    sending.linkType = type
    let (account, identities) = try await keepLink(sending, for: email, nil, data: data, hash: hash)
    var members = account.json(identities).object ?? [:]
    members["action_link"] = .string(link(sending))
    members["email_otp"] = .string(sending.code)
    members["hashed_token"] = .string(sending.link)
    members["redirect_to"] = .string(redirect.text)
    members["verification_type"] = .string(type)
    return .json(.object(members))
  }

  /// Stores the token of a link, with its mail if there are words. A new address gets an account, except for a
  /// recovery.
  private func keepLink(
    _ sending: Sending, for email: EmailAddress, _ words: MailTexts?, data: [String: JSON], hash: String?
  ) async throws(AuthError) -> (StoredAccount, [AccountIdentity]) {
    let now = now
    let new = newAccount(.email(email), hash, data, at: now)
    let kept = try await write {
      session throws(Failure) -> Result<(StoredAccount, [AccountIdentity]), AuthError> in
      var account = new
      if let there = try session.account(at: .email(email)) {
        guard sending.kind == .recovery || there.emailConfirmed == nil else { return .failure(.emailExists) }
        account = there
        if let hash {
          try session.change(&account, [.password: .text(hash), .userMetadata: StoredAccount.value(data)], at: now)
        }
      } else {
        guard sending.linkType != "recovery" else { return .failure(.noSuchUser) }
        try session.insert(account)
        try session.keepIdentity(account, "email", id: self.id(), at: now)
      }
      try session.change(&account, [sending.kind.sentColumn: .int(now)], at: now)
      try self.keep(sending, for: account.id, in: session, at: now)
      if let words { try self.post(sending, words, to: email, of: account.id, in: session) }
      return .success((account, try session.identities(of: account.id)))
    }
    return try kept.orThrow()
  }
}

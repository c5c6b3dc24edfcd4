internal import FoundationEssentials
internal import JSON
internal import Relational

extension Auth {
  /// Finds or creates the account of an external identity: the one linked to it, the one with its e-mail address if the
  /// provider has verified that, or a new one. An unknown identity without a verified address is refused.
  func welcome(
    _ identity: ExternalIdentity, linkingTo user: String? = nil, in session: any Session, at now: Int
  ) throws(Failure) -> Result<StoredAccount, AuthError> {
    if let user { return try link(identity, toAccount: user, in: session, at: now) }
    var account: StoredAccount
    let email = identity.isEmailVerified ? identity.email.flatMap { EmailAddress($0) } : nil
    if let known = try session.identity(identity.provider, identity.subject),
      let theirs = try session.account(id: known.user)
    {
      account = theirs
      try session.refresh(known, Auth.data(of: identity), email: identity.email, at: now)
    } else if let email, let theirs = try session.account(at: .email(email)) {
      account = theirs
      if account.emailConfirmed == nil { try reclaim(&account, in: session, at: now) }
      try link(identity, to: &account, in: session, at: now)
    } else {
      // Nobody could tell later whose account it is.
      guard email != nil else { return .failure(.unverifiedIdentity) }
      guard settings.allowsSignUp else { return .failure(.signUpDisabled) }
      account = StoredAccount(id: id(), created: now)
      account.email = email?.text
      account.emailConfirmed = email.map { _ in now }
      account.userMetadata = (try? Metadata.checked(Auth.profile(of: identity))) ?? [:]
      account.appMetadata = ["provider": .string(identity.provider), "providers": []]
      try session.insert(account)
      try link(identity, to: &account, in: session, at: now)
    }
    return account.isBanned(at: now) ? .failure(.banned) : .success(account)
  }

  /// Takes over an account whose address was never confirmed, for the address's verified owner. Sessions, password and
  /// pending changes of the account's creator are removed.
  private func reclaim(_ account: inout StoredAccount, in session: any Session, at now: Int) throws(Failure) {
    try session.closeVisits(of: account.id)
    try session.removeOneTimeTokens(
      of: account.id, [.confirmation, .recovery, .emailChangeNew, .emailChangeCurrent, .phoneChange, .reauthentication])
    try session.change(
      &account,
      [
        .password: .null, .userMetadata: .text("{}"), .newEmail: .null, .newPhone: .null, .phone: .null,
        .phoneConfirmed: .null, .emailConfirmed: .int(now),
      ], at: now)
    try session.keepIdentity(account, "email", id: id(), at: now)
  }

  func link(
    _ identity: ExternalIdentity, to account: inout StoredAccount, in session: any Session, at now: Int
  ) throws(Failure) {
    try session.insert(
      AccountIdentity(
        id: id(), user: account.id, provider: identity.provider, subject: identity.subject, email: identity.email,
        claims: Auth.data(of: identity), lastSignIn: now, created: now, updated: now))
    var metadata = account.appMetadata
    var providers = metadata["providers"]?.array ?? []
    if !providers.contains(.string(identity.provider)) { providers.append(.string(identity.provider)) }
    metadata["providers"] = .array(providers)
    if metadata["provider"] == nil { metadata["provider"] = .string(identity.provider) }
    try session.change(&account, [.appMetadata: StoredAccount.value(metadata)], at: now)
  }

  /// The profile that apps display.
  private static func profile(of identity: ExternalIdentity) -> [String: JSON] {
    var profile: [String: JSON] = [
      "sub": .string(identity.subject), "provider_id": .string(identity.subject),
      "email_verified": .bool(identity.isEmailVerified),
    ]
    for (name, from) in [
      ("email", "email"), ("name", "name"), ("full_name", "name"), ("avatar_url", "picture"), ("picture", "picture"),
    ] {
      if let text = identity.claims[from]?.string, text.utf8.count <= 1000 { profile[name] = .string(text) }
    }
    return profile
  }

  /// All claims of the provider, or only the profile if they are too large.
  private static func data(of identity: ExternalIdentity) -> [String: JSON] {
    (try? Metadata.checked(identity.claims)) ?? profile(of: identity)
  }
}

extension Session {
  /// Stores the provider's current claims.
  fileprivate func refresh(
    _ identity: AccountIdentity, _ claims: [String: JSON], email: String?, at now: Int
  ) throws(Failure) {
    try run(
      "update auth_identities set claims = $2, email = $3, last_sign_in_at = $4, updated_at = $4 where id = $1",
      [.text(identity.id), StoredAccount.value(claims), .text(email), .int(now)])
  }
}

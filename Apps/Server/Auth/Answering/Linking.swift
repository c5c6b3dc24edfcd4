internal import Gate
internal import JSON
internal import Kernel
internal import Relational
internal import Transport

/// Linking of a provider's account to the account of the signed-in user, and its removal.
extension Auth {
  /// Returns the address at the provider. The state stored for the return names the user, so that nobody else's account
  /// is linked.
  func authorizeLink(_ question: AuthRequest) async throws(AuthError) -> Response {
    let person = try person(question)
    try count(.authorize(question.network))
    _ = try await look { session throws(Failure) in try self.present(person, in: session) }.orThrow()
    let address = try await departure(question, linkingTo: person.user)
    guard question.query["skip_http_redirect"] == "true" else {
      return Response(.found, headers: ["location": address])
    }
    return .json(["url": .string(address)])
  }

  /// Links the identity to the account, if the provider has verified an e-mail address and it is the account's own
  /// confirmed one.
  func link(
    _ identity: ExternalIdentity, toAccount user: String, in session: any Session, at now: Int
  ) throws(Failure) -> Result<StoredAccount, AuthError> {
    guard var account = try session.account(id: user), account.deleted == nil else { return .failure(.userNotFound) }
    guard !account.isBanned(at: now) else { return .failure(.banned) }
    if let known = try session.identity(identity.provider, identity.subject) {
      return known.user == user ? .success(account) : .failure(.identityExists)
    }
    guard identity.isEmailVerified, let email = identity.email.flatMap({ EmailAddress($0) }),
      email.text == account.email, account.emailConfirmed != nil
    else { return .failure(.identityEmail) }
    try link(identity, to: &account, in: session, at: now)
    return .success(account)
  }

  /// Removes the link to a provider's account, unless the user could not sign in any more.
  func unlinkIdentity(_ question: AuthRequest) async throws(AuthError) -> Response {
    let person = try person(question)
    guard let id = question.path.last.flatMap({ ID<AccountIdentity>(String($0)) })?.description else {
      throw AuthError(.notFound, "validation_failed", "identity_id must be an UUID")
    }
    let now = now
    let result = try await write { session throws(Failure) -> Result<Void, AuthError> in
      let found = try self.present(person, in: session)
      guard case .success(var account) = found else { return found.map { _ in } }
      let external = try session.identities(of: account.id).filter { !["email", "phone"].contains($0.provider) }
      guard let identity = external.first(where: { $0.id == id }) else { return .failure(.identityNotFound) }
      guard account.password != nil || external.count > 1 else { return .failure(.lastIdentity) }
      try session.run("delete from auth_identities where id = $1 and user_id = $2", [.text(id), .text(account.id)])
      var metadata = account.appMetadata
      if !external.contains(where: { $0.provider == identity.provider && $0.id != id }) {
        metadata["providers"] = .array(
          (metadata["providers"]?.array ?? []).filter { $0 != .string(identity.provider) })
      }
      try session.change(&account, [.appMetadata: StoredAccount.value(metadata)], at: now)
      return .success(())
    }
    try result.orThrow()
    return .json([:])
  }
}

extension AuthError {
  static let identityExists = unprocessable(
    "identity_already_exists", "Identity is already linked to another user")
  static let identityEmail = unprocessable(
    "identity_email_mismatch", "The provider has not verified the user's own email address")
  static let identityNotFound = AuthError(.notFound, "identity_not_found", "Identity doesn't exist")
  static let lastIdentity = unprocessable(
    "single_identity_not_deletable", "User must have another way to sign in after unlinking")
  static let unverifiedIdentity = unprocessable(
    "provider_email_needs_verification", "The provider has not verified the email address of this account")
}

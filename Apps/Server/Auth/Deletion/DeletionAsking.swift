internal import FoundationEssentials
internal import Gate
internal import JSON
internal import Mail
internal import Relational
internal import Transport

/// The endpoints with which a person has their account erased, keeps it after all, and fetches the certificate.
extension Auth {
  /// The name under which an account's metadata says when it will be erased, so that every sign-in and every refreshed
  /// token says so.
  static let erasesAt = "erases_at"

  func showDeletion(_ question: AuthRequest) async throws(AuthError) -> Response {
    let person = try person(question)
    let deletion = try await look { session throws(Failure) -> Result<ScheduledDeletion?, AuthError> in
      switch try self.present(person, in: session) {
      case .failure(let refusal): .failure(refusal)
      case .success(let account): .success(try session.deletion(of: account.id))
      }
    }.orThrow()
    return .json(deletion.map { $0.json(receipt: secrets.receipt(of: $0)) } ?? ScheduledDeletion.none)
  }

  /// Schedules the deletion. It takes the current password, or a sign-in a short while ago. A second request changes
  /// nothing.
  func requestDeletion(_ question: AuthRequest) async throws(AuthError) -> Response {
    let person = try person(question)
    let password = try question.body().text("password")
    let now = now
    let (found, visit) = try await look { session throws(Failure) in
      (
        try self.present(person, in: session),
        try person.session.flatMap { id throws(Failure) in try session.visit(id) }
      )
    }
    let hash = try found.orThrow().password
    if let password {
      guard try await isRight(password, hash, of: person.user, from: question.network), hash != nil else {
        throw .wrongCurrentPassword
      }
    } else {
      guard let visit, now - visit.created <= settings.recentSignIn * 1000 else { throw .deletionNeedsSignIn }
    }
    let deletion = try await write { session throws(Failure) -> Result<ScheduledDeletion, AuthError> in
      switch try self.present(person, in: session) {
      case .failure(let refusal): return .failure(refusal)
      case .success(let account):
        // Changed or reset meanwhile, so the check is void.
        guard account.password == hash else { return .failure(.conflict) }
        return .success(try self.schedule(account, in: session, at: now))
      }
    }.orThrow()
    await needs.outbox.wake()
    return .json(deletion.json(receipt: secrets.receipt(of: deletion)))
  }

  private func schedule(
    _ account: StoredAccount, in session: any Session, at now: Int
  ) throws(Failure) -> ScheduledDeletion {
    if let known = try session.deletion(of: account.id) { return known }
    let deletion = ScheduledDeletion(
      user: account.id, requested: now, erases: now + settings.deletionDelay * 1000)
    try session.insert(deletion)
    var account = account
    var metadata = account.appMetadata
    metadata[Auth.erasesAt] = StoredAccount.text(deletion.erases)
    try session.change(&account, [.appMetadata: StoredAccount.value(metadata)], at: now)
    try needs.outbox.schedule(
      AuthJob.erase.rawValue, account.id, Date(timeIntervalSince1970: Double(deletion.erases) / 1000), session)
    try post(.scheduled(erases: deletion.erases), to: account.email, of: account.id, in: session)
    return deletion
  }

  /// Keeps the account: it is as if its deletion had never been asked for.
  func cancelDeletion(_ question: AuthRequest) async throws(AuthError) -> Response {
    let person = try person(question)
    let now = now
    try await write { session throws(Failure) -> Result<Void, AuthError> in
      var account: StoredAccount
      switch try self.present(person, in: session) {
      case .failure(let refusal): return .failure(refusal)
      case .success(let found): account = found
      }
      guard let deletion = try session.deletion(of: account.id) else { return .success(()) }
      guard deletion.begun == nil else { return .failure(.deletionBegun) }
      try session.removeDeletion(of: account.id)
      try self.needs.outbox.withdraw(AuthJob.erase.rawValue, account.id, session)
      var metadata = account.appMetadata
      metadata[Auth.erasesAt] = nil
      try session.change(&account, [.appMetadata: StoredAccount.value(metadata)], at: now)
      try self.post(.kept, to: account.email, of: account.id, in: session)
      return .success(())
    }.orThrow()
    await needs.outbox.wake()
    return .json(ScheduledDeletion.none)
  }

  /// Writes a mail to an account's address, if it has one.
  func post(
    _ mail: DeletionMail, to address: String?, of person: String?, in session: any Session
  ) throws(Failure) {
    guard let address, let letter = try? Letter(to: address, subject: mail.subject, text: mail.text) else { return }
    try needs.outbox.post(letter, person, session)
  }
}

extension AuthError {
  static let deletionNeedsSignIn = AuthError(
    .badRequest, "reauthentication_needed", "Deleting an account requires the password or a recent sign-in")
  static let deletionBegun = AuthError(.conflict, "deletion_begun", "The account is being erased.")
}

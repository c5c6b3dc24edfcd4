internal import FoundationEssentials
public import Kernel
internal import Relational

/// The jobs that Auth leaves in the outbox. The names are stored, so they never change.
public enum AuthJob: String, Sendable, CaseIterable {
  /// Erases an account whose 14 days are over.
  case erase = "erase-account"
  /// Erases again what a request that was under way has written meanwhile.
  case eraseLate = "erase-late"
}

extension Auth {
  /// Carries out a job. Each may be carried out again, also after a server was killed in the middle.
  public func carryOut(_ job: AuthJob, of person: String) async throws(Problem) {
    do throws(AuthError) {
      switch job {
      case .erase: try await erase(person)
      case .eraseLate: try await eraseLate(person)
      }
    } catch {
      throw Problem(
        "erasing", "An account could not be erased completely: \(error.code).",
        safe: "What was erased stays so; nobody else's data were touched.", remedy: "It is tried again.")
    }
  }

  /// Schedules the erasing of accounts that are a day late, because their job was given up.
  public func rescheduleErasing() async throws(Problem) {
    let now = now
    do throws(AuthError) {
      try await write { session throws(Failure) in
        for person in try session.overdueDeletions(before: now - 86_400_000) {
          try self.needs.outbox.withdraw(AuthJob.erase.rawValue, person, session)
          try self.needs.outbox.schedule(
            AuthJob.erase.rawValue, person, Date(timeIntervalSince1970: Double(now) / 1000), session)
        }
      }
    } catch {
      throw Problem(
        "erasing", "Accounts that are to be erased could not be looked for: \(error.code).",
        remedy: "It is tried again tomorrow.")
    }
    await needs.outbox.wake()
  }

  // MARK: Steps

  /// Erases an account that is due. First the account goes, with its sessions, so that nothing can be written for it any
  /// more; then everything that it owned; last the note of it, and the certificate is issued.
  func erase(_ person: String) async throws(AuthError) {
    let holdings = try await asked { () throws(Failure) in try await needs.erasing.holdings(person) }
    guard let deletion = try await close(person, holdings) else { return }
    try await asked { () throws(Failure) in try await needs.forget(person) }
    if let address = deletion.address { await needs.erasing.forgetMails(address) }
    guard try await asked({ () throws(Failure) in try await needs.erasing.holdings(person) }).isEmpty else {
      throw .conflict
    }
    try await certify(deletion)
    await needs.outbox.wake()
    do throws(Failure) {
      try await needs.erasing.scrub()
    } catch {
      needs.log.warning("deleted rows are still in the database's files: \(open: error.code)")
    }
  }

  /// Deletes the account and all that Auth holds of it. Nil when it is not due, for instance since it was kept.
  private func close(_ person: String, _ holdings: [String: Int]) async throws(AuthError) -> ScheduledDeletion? {
    let now = now
    return try await write { session throws(Failure) -> ScheduledDeletion? in
      guard var deletion = try session.deletion(of: person), deletion.erases <= now else { return nil }
      guard deletion.begun == nil else {
        if deletion.isAgain { try self.needs.outbox.withdraw(nil, person, session) }
        return deletion
      }
      let account = try session.account(id: person)
      deletion.begun = now
      deletion.address = account?.email
      deletion.counts = holdings
      deletion.counts["sessions"] = try session.count("auth_sessions", of: person)
      deletion.counts["identities"] = try session.count("auth_identities", of: person)
      try session.remove(account: person)
      for address in [account?.email, account?.phone, account?.newEmail, account?.newPhone].compactMap(\.self) {
        try session.run("delete from auth_one_time_tokens where address = $1", [.text(address)])
      }
      try self.needs.outbox.withdraw(nil, person, session)
      try session.begin(deletion)
      return deletion
    }
  }

  private func certify(_ deletion: ScheduledDeletion) async throws(AuthError) {
    let now = now
    let certificate = ErasureCertificate(
      id: id(), requested: deletion.requested, erased: now, counts: deletion.counts, secrets)
    let receipt = secrets.receipt(of: deletion)
    try await write { session throws(Failure) in
      // Another attempt may have been faster.
      guard try session.deletion(of: deletion.user) != nil else { return }
      if !deletion.isAgain {
        try session.keep(
          certificate, receipt: receipt, account: self.secrets.hash(ofAccount: deletion.user),
          until: now + self.settings.certificateLife * 1000, at: now)
        try self.post(.erased(certificate), to: deletion.address, of: nil, in: session)
      }
      try self.scheduleLate(deletion.user, in: session, at: now)
      try session.removeDeletion(of: deletion.user)
    }
  }

  /// Schedules another erasing for when nothing that the account was granted is valid any more.
  func scheduleLate(_ person: String, in session: any Session, at now: Int) throws(Failure) {
    let late = Double(now) / 1000 + Double(max(settings.tokenLife, settings.grantLife)) + 60
    try needs.outbox.schedule(AuthJob.eraseLate.rawValue, person, Date(timeIntervalSince1970: late), session)
  }

  private func eraseLate(_ person: String) async throws(AuthError) {
    guard try await look({ session throws(Failure) in try session.account(id: person) }) == nil else { return }
    try await asked { () throws(Failure) in
      try await needs.forget(person)
      try await needs.erasing.scrub()
    }
  }

  private func asked<Result: Sendable>(
    _ body: () async throws(Failure) -> Result
  ) async throws(AuthError) -> Result {
    do throws(Failure) {
      return try await body()
    } catch {
      throw refusal(error)
    }
  }
}

extension Session {
  fileprivate func count(_ table: StaticString, of person: String) throws(Failure) -> Int {
    try row("select count(*) from \(table) where user_id = $1", [.text(person)])?[0].int ?? 0
  }
}

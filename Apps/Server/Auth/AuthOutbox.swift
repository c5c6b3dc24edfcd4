public import FoundationEssentials
public import Mail
public import Relational

/// Auth's entries in the server's outbox: work that must happen after a request, written in the request's transaction.
public struct AuthOutbox: Sendable {
  /// Writes a letter for an account, or for nobody that is known.
  public var post: @Sendable (Letter, _ person: String?, any Session) throws(Failure) -> Void
  /// Writes an entry of about this length that stands for nothing.
  public var decoy: @Sendable (_ length: Int, any Session) throws(Failure) -> Void
  /// Writes a job that is due at an instant. `kind` is one of `Auth.jobs`.
  public var schedule: @Sendable (_ kind: String, _ person: String, _ due: Date, any Session) throws(Failure) -> Void
  /// Removes a person's entries of one kind; with nil, all but the job of erasing.
  public var withdraw: @Sendable (_ kind: String?, _ person: String, any Session) throws(Failure) -> Void
  /// Looks for entries that are due, after the commit.
  public var wake: @Sendable () async -> Void

  public init(
    post: @escaping @Sendable (Letter, _ person: String?, any Session) throws(Failure) -> Void,
    decoy: @escaping @Sendable (_ length: Int, any Session) throws(Failure) -> Void,
    schedule: @escaping @Sendable (_ kind: String, _ person: String, _ due: Date, any Session) throws(Failure) -> Void,
    withdraw: @escaping @Sendable (_ kind: String?, _ person: String, any Session) throws(Failure) -> Void,
    wake: @escaping @Sendable () async -> Void
  ) {
    self.post = post
    self.decoy = decoy
    self.schedule = schedule
    self.withdraw = withdraw
    self.wake = wake
  }
}

/// The parts that erase an account besides `forget`.
public struct AuthErasing: Sendable {
  /// The number of a person's rows in each table that has any, and of their files.
  public var holdings: @Sendable (_ person: String) async throws(Failure) -> [String: Int]
  /// Deletes the mails to an address that are kept instead of sent.
  public var forgetMails: @Sendable (_ address: String) async -> Void
  /// Removes what was deleted from the files of the database.
  public var scrub: @Sendable () async throws(Failure) -> Void

  public init(
    holdings: @escaping @Sendable (_ person: String) async throws(Failure) -> [String: Int],
    forgetMails: @escaping @Sendable (_ address: String) async -> Void,
    scrub: @escaping @Sendable () async throws(Failure) -> Void
  ) {
    self.holdings = holdings
    self.forgetMails = forgetMails
    self.scrub = scrub
  }
}

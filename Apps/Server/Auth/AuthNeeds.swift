public import Kernel
public import Relational
public import Tokens

/// The dependencies of Auth.
public struct AuthNeeds: Sendable {
  public var database: any Database
  public var vouching: Vouching
  public var passwords: Passwords
  public var externalProviders: ExternalProviders
  public var outbox: AuthOutbox
  /// Queues a text message; false if the queue is full. Nil if texts cannot be sent.
  public var text: (@Sendable (_ number: String, _ words: String) async -> Bool)?
  /// Deletes a user's data from the server's tables.
  public var forget: @Sendable (_ person: String) async throws(Failure) -> Void
  public var erasing: AuthErasing
  /// Called after each transaction that may have ended sessions; `RevocationFeed.committed`.
  public var committed: @Sendable () async -> Void = {}
  public var time: Time
  public var identifiers: Identifiers
  public var log: Log

  public init(
    database: any Database, vouching: Vouching, passwords: Passwords, externalProviders: ExternalProviders = .nobody,
    outbox: AuthOutbox,
    text: (@Sendable (_ number: String, _ words: String) async -> Bool)? = nil,
    forget: @escaping @Sendable (_ person: String) async throws(Failure) -> Void, erasing: AuthErasing,
    time: Time = .live,
    identifiers: Identifiers? = nil, log: Log = .silent
  ) {
    self.database = database
    self.vouching = vouching
    self.passwords = passwords
    self.externalProviders = externalProviders
    self.outbox = outbox
    self.text = text
    self.forget = forget
    self.erasing = erasing
    self.time = time
    self.identifiers = identifiers ?? .live(time)
    self.log = log.from("auth")
  }
}

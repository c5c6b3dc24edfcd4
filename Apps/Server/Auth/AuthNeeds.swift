public import Kernel
public import Mail
public import Relational
public import Tokens

/// The dependencies of Auth.
public struct AuthNeeds: Sendable {
  public var database: any Database
  public var vouching: Vouching
  public var passwords: Passwords
  public var externalProviders: ExternalProviders
  /// Queues a letter; false if the queue is full.
  public var post: @Sendable (Letter) async -> Bool
  /// Queues a text message; false if the queue is full. Nil if texts cannot be sent.
  public var text: (@Sendable (_ number: String, _ words: String) async -> Bool)?
  /// Deletes a user's data from the server's tables.
  public var forget: @Sendable (_ person: String) async throws(Failure) -> Void
  public var time: Time
  public var identifiers: Identifiers
  public var log: Log

  public init(
    database: any Database, vouching: Vouching, passwords: Passwords, externalProviders: ExternalProviders = .nobody,
    post: @escaping @Sendable (Letter) async -> Bool,
    text: (@Sendable (_ number: String, _ words: String) async -> Bool)? = nil,
    forget: @escaping @Sendable (_ person: String) async throws(Failure) -> Void, time: Time = .live,
    identifiers: Identifiers? = nil, log: Log = .silent
  ) {
    self.database = database
    self.vouching = vouching
    self.passwords = passwords
    self.externalProviders = externalProviders
    self.post = post
    self.text = text
    self.forget = forget
    self.time = time
    self.identifiers = identifiers ?? .live(time)
    self.log = log.from("auth")
  }
}

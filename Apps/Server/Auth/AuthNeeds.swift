public import Kernel
public import Mail
public import Relational
public import Tokens

/// What Auth needs of the world.
public struct AuthNeeds: Sendable {
  public var database: any Database
  public var vouching: Vouching
  public var passwords: Passwords
  public var strangers: Strangers
  /// Takes a letter at once; false when too many wait already.
  public var post: @Sendable (Letter) async -> Bool
  /// Sends words to a telephone number; nil when there is nobody who does. False when too many wait already.
  public var text: (@Sendable (_ number: String, _ words: String) async -> Bool)?
  /// Takes away whatever the server's tables hold of a person.
  public var forget: @Sendable (_ person: String) async throws(Failure) -> Void
  public var time: Time
  public var identifiers: Identifiers
  public var log: Log

  public init(
    database: any Database, vouching: Vouching, passwords: Passwords, strangers: Strangers = .nobody,
    post: @escaping @Sendable (Letter) async -> Bool,
    text: (@Sendable (_ number: String, _ words: String) async -> Bool)? = nil,
    forget: @escaping @Sendable (_ person: String) async throws(Failure) -> Void, time: Time = .live,
    identifiers: Identifiers? = nil, log: Log = .silent
  ) {
    self.database = database
    self.vouching = vouching
    self.passwords = passwords
    self.strangers = strangers
    self.post = post
    self.text = text
    self.forget = forget
    self.time = time
    self.identifiers = identifiers ?? .live(time)
    self.log = log.from("auth")
  }
}

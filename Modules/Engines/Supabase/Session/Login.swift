internal import JSON
internal import Kernel
internal import Platform

/// The stored state of a sign-in.
struct Login: Sendable, Hashable {
  struct Tokens: Sendable, Hashable {
    let access: Redacted<String>
    let refresh: Redacted<String>
    /// By the server's clock.
    let expires: Date
  }

  let user: UUID
  let email: Redacted<String>
  /// Nil when the server has ended the session.
  var tokens: Tokens?
  /// Whether the server ended the session because another device, or the server's operator, asked for it.
  var isEndedElsewhere = false
  /// The last token of a session that the server has ended. It gives access to nothing but the certificate of the
  /// account, if that was erased.
  var former: Redacted<String>?

  var standing: SessionStanding {
    tokens == nil ? .expired(user: user, email: email.revealed) : .signedIn(user: user, email: email.revealed)
  }
}

extension Login: Codable {
  private enum CodingKeys: String, CodingKey { case user, email, access, refresh, expires, elsewhere, former }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    user = try container.decode(UUID.self, forKey: .user)
    email = Redacted(try container.decode(String.self, forKey: .email))
    isEndedElsewhere = try container.decodeIfPresent(Bool.self, forKey: .elsewhere) ?? false
    former = try container.decodeIfPresent(String.self, forKey: .former).map { Redacted($0) }
    guard let access = try container.decodeIfPresent(String.self, forKey: .access) else { return }
    tokens = Tokens(
      access: Redacted(access), refresh: Redacted(try container.decode(String.self, forKey: .refresh)),
      expires: Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .expires)))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(user, forKey: .user)
    try container.encode(email.revealed, forKey: .email)
    if isEndedElsewhere { try container.encode(true, forKey: .elsewhere) }
    try container.encodeIfPresent(former?.revealed, forKey: .former)
    guard let tokens else { return }
    try container.encode(tokens.access.revealed, forKey: .access)
    try container.encode(tokens.refresh.revealed, forKey: .refresh)
    try container.encode(tokens.expires.timeIntervalSince1970, forKey: .expires)
  }

  /// Returns nil for bytes that are no login.
  init?(_ bytes: [UInt8]) {
    guard let login = try? JSONDecoder().decode(Login.self, from: Data(bytes)) else { return nil }
    self = login
  }

  func bytes() throws(Problem) -> [UInt8] {
    do { return Array(try JSON.data(self)) } catch { throw .unreadable }
  }
}

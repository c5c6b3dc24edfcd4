internal import FoundationEssentials
public import JSON
public import Kernel
public import Tokens
public import Transport

/// Authenticates a request once for all services.
///
/// A bearer token takes precedence, whether it is a user's or a project key; without one, the API key alone
/// identifies the caller. If either is invalid the request is refused: a wrong key beside a valid token is a mistake
/// of the client.
public struct Gatekeeper: Sendable {
  public let vouching: Vouching
  private let now: @Sendable () -> Int
  /// The ended sessions, whose tokens are refused; nil for a gatekeeper that checks tokens alone.
  private let revocations: Revocations?

  public init(_ vouching: Vouching, time: Time, revocations: Revocations? = nil) {
    self.init(vouching, revocations: revocations) { Int(time.now().date.timeIntervalSince1970.rounded(.down)) }
  }

  /// `now` is in seconds since 1970.
  public init(_ vouching: Vouching, revocations: Revocations? = nil, now: @escaping @Sendable () -> Int) {
    self.vouching = vouching
    self.revocations = revocations
    self.now = now
  }

  /// Refuses a credential whose session is known to have ended. It looks in memory only: a session that this instance
  /// cannot judge passes.
  public func withoutEnded(_ credential: Credential) -> Credential {
    guard let revocations, let caller = credential.caller else { return credential }
    return revocations.standing(of: caller) == .ended ? .refused(.sessionEnded) : credential
  }

  /// Refuses a credential whose session has ended, asking the database if memory cannot tell. Throws when the database
  /// does not answer.
  public func current(_ credential: Credential) async throws(Problem) -> Credential {
    guard let revocations, let caller = credential.caller else { return credential }
    return try await revocations.isEnded(caller) ? .refused(.sessionEnded) : credential
  }

  public func credential(of head: RequestHead) -> Credential {
    let key = keyCredential(of: head)
    if case .refused? = key { return key ?? .none }
    switch Bearer(head.headers) {
    case .none: return key ?? .none
    case .token(let token): return credential(of: token)
    case .malformed: return .refused(.malformed)
    }
  }

  /// Authenticates by the API key alone, ignoring the bearer token; nil when there is none.
  public func keyCredential(of head: RequestHead) -> Credential? {
    Gatekeeper.key(of: head).map { credential(of: $0) }
  }

  /// Authenticates a token that arrives outside a request, such as a socket's renewed token.
  public func credential(of token: String) -> Credential { vouching.credential(token, at: now()) }

  /// The public keys that verify the tokens of this server, as a JSON Web Key Set.
  public func publishedKeys() -> JSON { vouching.publishedKeys(at: now()) }

  /// Browsers' sockets cannot set headers, so the key may also be a query parameter.
  static func key(of head: RequestHead) -> String? {
    if let key = head.headers["apikey"] { return key.isEmpty ? nil : key }
    guard let query = head.target.queryText, query.contains("apikey=") else { return nil }
    return head.target.query["apikey"].flatMap { $0.isEmpty ? nil : $0 }
  }
}

internal import FoundationEssentials
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

  public init(_ vouching: Vouching, time: Time) {
    self.init(vouching) { Int(time.now().date.timeIntervalSince1970.rounded(.down)) }
  }

  /// `now` is in seconds since 1970.
  public init(_ vouching: Vouching, now: @escaping @Sendable () -> Int) {
    self.vouching = vouching
    self.now = now
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

  /// Browsers' sockets cannot set headers, so the key may also be a query parameter.
  static func key(of head: RequestHead) -> String? {
    if let key = head.headers["apikey"] { return key.isEmpty ? nil : key }
    guard let query = head.target.queryText, query.contains("apikey=") else { return nil }
    return head.target.query["apikey"].flatMap { $0.isEmpty ? nil : $0 }
  }
}

internal import FoundationEssentials
public import Kernel
public import Tokens
public import Transport

/// Judges once, for all services, what a request shows to say who sends it.
///
/// A bearer's token decides whenever there is one, be it a person's or a key of the project; without one the key alone
/// says who comes. Either that does not hold is refused: a wrong key with a good token is somebody else's mistake, and
/// not ours to mend.
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

  /// Of the key alone, whatever the bearer is; nil when there is none.
  public func keyCredential(of head: RequestHead) -> Credential? {
    Gatekeeper.key(of: head).map { credential(of: $0) }
  }

  /// The same of a token that comes by another way, as a socket's next one.
  public func credential(of token: String) -> Credential { vouching.credential(token, at: now()) }

  /// Sockets of browsers can send no header, so a key may also stand in the query.
  static func key(of head: RequestHead) -> String? {
    if let key = head.headers["apikey"] { return key.isEmpty ? nil : key }
    guard let query = head.target.queryText, query.contains("apikey=") else { return nil }
    return head.target.query["apikey"].flatMap { $0.isEmpty ? nil : $0 }
  }
}

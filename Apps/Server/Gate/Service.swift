public import Tokens
public import Transport

/// A service mounted beneath one prefix of the server: `/auth/v1`, `/rest/v1`.
public protocol Service: Sendable {
  /// Returns the largest accepted body in bytes; called before any of the body is read. `BodyLimits` holds the limits that
  /// services share, such as that of a caller without an account, which `admit` applies.
  func bodyLimit(for head: RequestHead, at path: ArraySlice<Substring>) -> Int
  /// Decides on a request with a body from its head and its caller, before any of the body is read.
  func admit(_ head: RequestHead, at path: ArraySlice<Substring>, from credential: Credential) -> Admission
  /// Handles one request. `path` is what follows the prefix: of `/rest/v1/rpc/sync_pull` it is `rpc`, `sync_pull`.
  func answer(_ request: Request, at path: ArraySlice<Substring>, from credential: Credential) async -> Response
}

extension Service {
  /// Accepts every request whose body is small enough.
  public func admit(_ head: RequestHead, at path: ArraySlice<Substring>, from credential: Credential) -> Admission {
    .body(upTo: bodyLimit(for: head, at: path))
  }
}

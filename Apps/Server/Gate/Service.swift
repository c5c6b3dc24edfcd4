public import Tokens
public import Transport

/// What answers beneath one prefix of the server: `/auth/v1`, `/rest/v1`.
public protocol Service: Sendable {
  /// How large a body may be, asked before any of it is taken.
  func bodyLimit(for head: RequestHead, at path: ArraySlice<Substring>) -> Int
  /// `path` is what comes behind the prefix: of `/rest/v1/rpc/sync_pull` it is `rpc`, `sync_pull`.
  func answer(_ request: Request, at path: ArraySlice<Substring>, from credential: Credential) async -> Response
}

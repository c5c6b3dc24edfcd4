public import JSON
public import Kernel

/// A query about a person's sync from outside the windows.
public enum SyncAsk: String, Sendable, Hashable, CaseIterable {
  case status, now, queue, conflicts, history
  /// The effects that `now` would have, without having them.
  case preview
}

extension Person {
  /// Answers a query as JSON, for scripts, tests and the background task of a native shell. With `limit`, `now` answers within
  /// that time: what is not done by then stays queued, and the answer says so.
  public func sync(_ ask: SyncAsk, within limit: Duration? = nil) async throws(Problem) -> JSON {
    guard !isLocked else { throw .locked }
    guard let sync = features.sync else {
      throw Problem(
        "no-sync", "\(product.name) keeps everything on this device.", safe: "Nothing was sent.",
        remedy: "There is nothing to do.")
    }
    return try await sync(ask, limit)
  }
}

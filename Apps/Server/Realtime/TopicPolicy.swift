public import Relational
public import Tokens

/// Decides which callers may join a private channel and send to it.
public struct TopicPolicy: Sendable {
  public typealias MayJoin = nonisolated(nonsending) @Sendable (_ caller: Caller, _ topic: String) async -> Bool

  private let mayJoin: MayJoin

  /// `topic` comes without the client's prefix `realtime:`. The service key is always allowed, without a call.
  public init(_ mayJoin: @escaping MayJoin) { self.mayJoin = mayJoin }

  func allows(_ caller: Caller, _ topic: String) async -> Bool {
    guard caller.isHeldByPolicies else { return true }
    return await mayJoin(caller, topic)
  }

  /// Allows a user's own topics: their identifier, or `user:` and their identifier, alone or followed by `:` and
  /// more.
  public static let own = TopicPolicy { caller, topic in
    guard let user = caller.user else { return false }
    let rest = topic.hasPrefix("user:") ? topic.dropFirst(5) : topic[...]
    guard rest.hasPrefix(user) else { return false }
    let behind = rest.dropFirst(user.count)
    return behind.isEmpty || behind.first == ":"
  }

  /// Allows topics named for a row, such as `connection:<id>` for a row of the table `connections`, to callers who
  /// see the row under its table's policy and the given condition.
  public static func rows(
    of tables: [String: Select], in database: any Database
  ) -> TopicPolicy {
    TopicPolicy { caller, topic in
      let parts = topic.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count >= 2, caller.user != nil, var select = tables[String(parts[0])],
        let key = select.table.key.first, parts[1].utf8.count == 36
      else { return false }
      select.filter = .all([select.filter, .compare(key, .equal, .text(parts[1].lowercased()))])
      select.shown = [Shown(key)]
      select.limit = 1
      return ((try? await database.select(select, as: caller))?.count ?? 0) == 1
    }
  }

  /// Allows what at least one of the policies allows.
  public static func any(_ policies: [TopicPolicy]) -> TopicPolicy {
    TopicPolicy { caller, topic in
      for policy in policies where await policy.mayJoin(caller, topic) { return true }
      return false
    }
  }
}

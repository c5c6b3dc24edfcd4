public import Relational
public import Tokens

/// Who may join a private channel, and speak in it.
public struct TopicPolicy: Sendable {
  public typealias MayJoin = nonisolated(nonsending) @Sendable (_ caller: Caller, _ topic: String) async -> Bool

  private let mayJoin: MayJoin

  /// `topic` comes without the `realtime:` that clients write before it. Whoever runs the server is not asked about.
  public init(_ mayJoin: @escaping MayJoin) { self.mayJoin = mayJoin }

  func allows(_ caller: Caller, _ topic: String) async -> Bool {
    guard caller.isHeldByPolicies else { return true }
    return await mayJoin(caller, topic)
  }

  /// A person's own topics: their identifier, or `user:` and their identifier, alone or with `:` and more behind it.
  public static let own = TopicPolicy { caller, topic in
    guard let user = caller.user else { return false }
    let rest = topic.hasPrefix("user:") ? topic.dropFirst(5) : topic[...]
    guard rest.hasPrefix(user) else { return false }
    let behind = rest.dropFirst(user.count)
    return behind.isEmpty || behind.first == ":"
  }

  /// Topics that are named for a row, as `connection:<id>` for a row of the table `connections`: whoever sees the row, by
  /// its table's own policy and the condition given, may join.
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

  /// Whoever one of them lets in.
  public static func any(_ policies: [TopicPolicy]) -> TopicPolicy {
    TopicPolicy { caller, topic in
      for policy in policies where await policy.mayJoin(caller, topic) { return true }
      return false
    }
  }
}
